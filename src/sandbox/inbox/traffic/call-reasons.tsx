import { Lightbulb } from 'lucide-preact';
import { useId } from 'preact/hooks';
import { Chip } from '../../../page/parts/chip.tsx';
import type { DiagramAnswer } from '../../control/task-routes.ts';
import type { TrafficAnswer } from '../../control/traffic-routes.ts';
import type { TrafficEntry } from '../../http/traffic.ts';
import { useResource } from '../control/call-control.ts';
import { useTexts } from '../settings/language.tsx';
import { useCallDescriber } from './describe-call.ts';
import { type ReportItem, readReports } from './read-call.ts';

interface CallReasonsProps {
  readonly call: TrafficEntry;
  readonly answer: TrafficAnswer;
}

/** For each report in the call: what it says, and the business system's reason for it. */
export function CallReasons({ call, answer }: CallReasonsProps) {
  const { call: texts } = useTexts().traffic;
  const { describeReport } = useCallDescriber(answer);
  const titleId = useId();
  const items = readReports(call, answer.tasks);
  if (items.length === 0) return null;
  return (
    <section class="card reasons" aria-labelledby={titleId}>
      <h3 id={titleId}>
        <Lightbulb size={17} aria-hidden="true" /> {texts.why}
      </h3>
      <ul>
        {items.map((item, index) => (
          <li key={`${index} ${item.previousTaskId}`}>
            <p class="reasons-report">
              <Chip tone="accent">{item.status}</Chip>
              {items.length > 1
                ? describeReport(item)
                : item.isBeginning
                  ? texts.meansBeginning
                  : texts.means[item.status]}
            </p>
            <Reason item={item} tasks={answer.tasks} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Reason({ item, tasks }: { readonly item: ReportItem; readonly tasks: TrafficAnswer['tasks'] }) {
  const { call: texts } = useTexts().traffic;
  // The center has no previous task of a report that starts a transaction, and no next task of one that it refused.
  const taskId = [...item.next.map((next) => next.taskId), item.previousTaskId].find((id) => tasks[id] !== undefined);
  const path = taskId === undefined ? undefined : `/tasks/${encodeURIComponent(taskId)}/diagram`;
  const { data, failure } = useResource<DiagramAnswer>(path, ['tasks']);
  if (path !== undefined && data === undefined && failure === undefined) return <p class="hint">{texts.asking}</p>;
  const reason = data?.diagram.reports.find((report) => isOf(report, item))?.reason;
  return reason === undefined ? <p class="hint">{texts.noReason}</p> : <p lang="en">{reason}</p>;
}

/** A continuation has the same previous task as the report before it, but creates other tasks. */
function isOf(
  report: DiagramAnswer['diagram']['reports'][number],
  { previousTaskId, status, next }: ReportItem,
): boolean {
  return (
    report.previousTaskId === previousTaskId &&
    report.status === status &&
    report.next.length === next.length &&
    report.next.every((id) => next.some(({ taskId }) => taskId === id))
  );
}
