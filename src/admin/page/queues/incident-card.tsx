import { Chip } from '../../../page/parts/chip.tsx';
import type { IncidentRow } from '../../../store/store.ts';
import { Operations } from '../parts/operation.tsx';
import { When } from '../parts/when.tsx';
import { useTexts } from '../texts/use-texts.ts';
import { InstanceLink } from './instance-link.tsx';

interface IncidentCardProps {
  readonly incident: IncidentRow;
  /** Shows the instance too. */
  readonly isOfList?: boolean;
  readonly onDone: () => void;
}

export function IncidentCard({ incident, isOfList = false, onDone }: IncidentCardProps) {
  const texts = useTexts();
  const { incidentId, instanceId, code, kind, reason, cause, count, latestAt, resolvedAt } = incident;
  const isOpen = resolvedAt === null;
  const hint = { press: texts.incidents.byPerson, deadlock: texts.incidents.deadlock }[String(kind)];
  return (
    <article class="item">
      <div class="item-head">
        <strong class="mono">{code}</strong>
        <Chip tone={isOpen ? 'danger' : 'neutral'}>{isOpen ? texts.instance.open : texts.instance.resolved}</Chip>
        <small class="muted">
          {texts.kinds[kind]} · {texts.instance.times(count)} · <When at={latestAt} />
        </small>
        <Operations on="incidents" row={incident} id={incidentId} subject={code} onDone={onDone} />
      </div>
      <p>{reason}</p>
      {isOpen && hint !== undefined ? <p class="hint">{hint}</p> : null}
      {cause === null ? null : (
        <details>
          <summary>{texts.instance.cause}</summary>
          <pre class="cause">{cause}</pre>
        </details>
      )}
      {!isOfList || instanceId === null ? null : <InstanceLink id={instanceId} />}
    </article>
  );
}
