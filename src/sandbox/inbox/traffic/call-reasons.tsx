import { Lightbulb } from 'lucide-preact';
import { useId } from 'preact/hooks';
import { Chip } from '../../../page/parts/chip.tsx';
import type { DiagramAnswer } from '../../control/diagram-routes.ts';
import type { TrafficEntry } from '../../http/traffic.ts';
import type { DiagramReport } from '../../tasks/ask-diagram.ts';
import { useResource } from '../control/use-resource.ts';
import { type CallWords, describeReport } from './describe-call.ts';
import { type ReportItem, readReports } from './read-call.ts';

interface CallReasonsProps {
  readonly call: TrafficEntry;
  readonly words: CallWords;
}

/** For each report in the call: what it says, and the business system's reason for it. */
export function CallReasons({ call, words }: CallReasonsProps) {
  const titleId = useId();
  const items = readReports(call, words.named);
  if (items.length === 0) return null;
  return (
    <section class="card reasons" aria-labelledby={titleId}>
      <h3 id={titleId}>
        <Lightbulb size={17} aria-hidden="true" /> {words.texts.call.why}
      </h3>
      <ul>
        {items.map((item, index) => (
          <li key={`${index} ${item.previousTaskId}`}>
            <p class="reasons-report">
              <Chip tone="accent">{item.status}</Chip>
              {items.length === 1 ? meaningOf(item, words.texts) : describeReport(item, words)}
            </p>
            <Reason item={item} words={words} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Reason({ item, words: { texts, named } }: { readonly item: ReportItem; readonly words: CallWords }) {
  // The center has no previous task of a report that starts a transaction, and no next task of one that it refused.
  const ids = [...item.next.map((next) => next.taskId), item.previousTaskId];
  const taskId = ids.find((id) => named.tasks[id] !== undefined) ?? ids[0] ?? '';
  const path = taskId === '' ? undefined : `/tasks/${encodeURIComponent(taskId)}/diagram`;
  const { data, failure } = useResource<DiagramAnswer>(path, ['tasks']);
  // Reserves the space for the answer.
  if (path !== undefined && data === undefined && failure === undefined) return <p class="hint">{texts.call.asking}</p>;
  const reason = data?.diagram.reports.find((report) => isOf(report, item))?.reason;
  return reason === undefined ? <p class="hint">{texts.call.noReason}</p> : <p lang="en">{reason}</p>;
}

function meaningOf({ status, isBeginning }: ReportItem, { call: texts }: CallWords['texts']): string | undefined {
  return isBeginning ? texts.meansBeginning : texts.means[status];
}

function isOf({ previousTaskId, status, next }: DiagramReport, item: ReportItem): boolean {
  const ids = item.next.map(({ taskId }) => taskId);
  return (
    previousTaskId === item.previousTaskId &&
    status === item.status &&
    next.length === ids.length &&
    next.every((taskId) => ids.includes(taskId))
  );
}
