import { Chip } from '../../../page/parts/chip.tsx';
import type { IncidentRow } from '../../../store/port.ts';
import { addressOf } from '../address.ts';
import { Operation } from '../parts/operation.tsx';
import { When } from '../parts/when.tsx';
import { useTexts } from '../texts/use-texts.ts';

interface IncidentCardProps {
  readonly incident: IncidentRow;
  /** Shows the instance too. */
  readonly isOfList?: boolean;
  readonly onDone: () => void;
}

export function IncidentCard({ incident, isOfList = false, onDone }: IncidentCardProps) {
  const texts = useTexts();
  const { incidentId, instanceId, code, kind, reason, cause, count, latestAt, resolvedAt } = incident;
  const isRetriable = resolvedAt === null && kind !== 'press' && kind !== 'deadlock';
  return (
    <article class="item">
      <div class="item-head">
        <strong class="mono">{code}</strong>
        <Chip tone={resolvedAt === null ? 'danger' : 'neutral'}>
          {resolvedAt === null ? texts.instance.open : texts.instance.resolved}
        </Chip>
        <small class="muted">
          {texts.kinds[kind]} · {texts.instance.times(count)} · <When at={latestAt} />
        </small>
        {isRetriable ? (
          <Operation
            name="retry"
            path={`incidents/${encodeURIComponent(incidentId)}/retry`}
            subject={code}
            onDone={onDone}
          />
        ) : null}
      </div>
      <p>{reason}</p>
      {isRetriable || resolvedAt !== null ? null : (
        <p class="hint">{kind === 'press' ? texts.incidents.byPerson : texts.incidents.deadlock}</p>
      )}
      {cause === null ? null : (
        <details>
          <summary>{texts.instance.cause}</summary>
          <pre class="cause">{cause}</pre>
        </details>
      )}
      {!isOfList || instanceId === null ? null : (
        <p>
          <a href={addressOf('instances', instanceId)}>
            {texts.reports.instance} <span class="mono">{instanceId}</span>
          </a>
        </p>
      )}
    </article>
  );
}
