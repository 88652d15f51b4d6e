import type { JobSummary } from '../../../store/store.ts';
import { Operations } from '../parts/operation.tsx';
import { StateChip } from '../parts/state-chip.tsx';
import { When } from '../parts/when.tsx';
import { useTexts } from '../texts/use-texts.ts';
import { InstanceLink } from './instance-link.tsx';

interface JobCardProps {
  readonly job: JobSummary;
  /** Shows the instance too. */
  readonly isOfList?: boolean;
  readonly nameOf?: (nodeId: string) => string;
  readonly onDone: () => void;
}

export function JobCard({ job, isOfList = false, nameOf = (nodeId) => nodeId, onDone }: JobCardProps) {
  const texts = useTexts();
  const { jobId, service, nodeId, state, attempts, dueAt, reason, cause, instanceId } = job;
  return (
    <article class="item">
      <div class="item-head">
        <strong>{service}</strong> {nameOf(nodeId)} <StateChip state={state} words={texts.jobStates} />{' '}
        <small class="muted">
          {texts.instance.attempts(attempts)}
          {state === 'queued' ? (
            <>
              {' · '}
              <When at={dueAt} />
            </>
          ) : null}
        </small>
        <Operations on="jobs" row={job} id={jobId} subject={service} onDone={onDone} />
      </div>
      {reason === null ? null : <p class="problem">{cause?.split('\n')[0] ?? reason}</p>}
      {isOfList ? <InstanceLink id={instanceId} /> : null}
    </article>
  );
}
