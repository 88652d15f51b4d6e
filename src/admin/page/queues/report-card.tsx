import type { ListedReport } from '../../answers.ts';
import { Operations } from '../parts/operation.tsx';
import { StateChip } from '../parts/state-chip.tsx';
import { When } from '../parts/when.tsx';
import { useTexts } from '../texts/use-texts.ts';
import { InstanceLink } from './instance-link.tsx';

interface ReportCardProps {
  readonly report: ListedReport;
  /** The instance is known from where the card is. */
  readonly isOfInstance?: boolean;
  readonly onDone: () => void;
}

export function ReportCard({ report, isOfInstance = false, onDone }: ReportCardProps) {
  const texts = useTexts();
  const { seq, instanceId, state, status, attempts, createdAt, problem, explanation } = report;
  const title = texts.reports.report(seq);
  return (
    <article class="item">
      <div class="item-head">
        <strong>{title}</strong>
        <StateChip state={state} words={texts.reportStates} />
        <small class="muted">
          {status} · {texts.instance.attempts(attempts)} · <When at={createdAt} />
        </small>
        <Operations on="outbox" row={report} id={seq} subject={title} onDone={onDone} />
      </div>
      <p lang="en">{explanation}</p>
      {problem === null ? null : <p class="problem">{problem}</p>}
      {isOfInstance ? null : <InstanceLink id={instanceId} />}
    </article>
  );
}
