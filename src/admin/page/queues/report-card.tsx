import type { ListedReport } from '../../answers.ts';
import { addressOf } from '../address.ts';
import { Operation, type OperationName } from '../parts/operation.tsx';
import { StateChip } from '../parts/state-chip.tsx';
import { When } from '../parts/when.tsx';
import { useTexts } from '../texts/use-texts.ts';

const OPERATIONS: Readonly<Partial<Record<ListedReport['state'], readonly OperationName[]>>> = {
  pending: ['now', 'skip'],
  parked: ['retry', 'skip'],
  unconfirmed: ['acknowledge'],
};

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
        {OPERATIONS[state]?.map((name) => (
          <Operation key={name} name={name} path={`reports/${seq}/${name}`} subject={title} onDone={onDone} />
        ))}
      </div>
      <p lang="en">{explanation}</p>
      {problem === null ? null : <p class="problem">{problem}</p>}
      {isOfInstance ? null : (
        <p>
          <a href={addressOf('instances', instanceId)}>
            {texts.reports.instance} <span class="mono">{instanceId}</span>
          </a>
        </p>
      )}
    </article>
  );
}
