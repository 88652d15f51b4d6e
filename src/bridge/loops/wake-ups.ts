import { type Backoff, backoffMs } from '../../queue/backoff.ts';
import { createPollLoop, type PollLoop, type PollSettings } from '../../queue/poll-loop.ts';
import type { IncidentRow, Store, WakeUp } from '../../store/store.ts';
import type { Telemetry } from '../../telemetry/telemetry.ts';
import type { IncidentLog } from '../steps/incidents.ts';
import type { InstanceSteps } from '../steps/instance-steps.ts';
import { createRepeatedAttempts, stepNeverCameBack } from '../steps/repeated-attempts.ts';

export interface WakeUpsParts extends PollSettings {
  readonly store: Pick<Store, 'leaseWakeUps' | 'beginWakeUp' | 'retryWakeUp' | 'nextDueAt'>;
  readonly steps: Pick<InstanceSteps, 'apply'>;
  readonly incidents: Pick<IncidentLog, 'record'>;
  readonly leaseMs: number;
  readonly backoff: Backoff;
  /** Id of the holder of the leases. */
  readonly owner: string;
  readonly telemetry: Telemetry;
}

/** Instances per round; the next round follows at once. */
const BATCH = 50;

/** Each attempt of a step that takes too long holds up everything else of its bridge for `limits.stepMs`. */
const MAX_TOO_LONG = 3;

/** Almost all wake-ups need no more than one attempt. */
const FIRST_IS_NOT_COUNTED = 1;

const OF_INSTANCE = { 'bpmn_bridge.timer.kind': 'instance' } as const;

/**
 * Wakes instances when `wakeAt` is reached, even months later and after restarts. Each wake-up happens once: the step moves
 * `wakeAt`, and its commit checks the revision. A wake-up that fails opens one incident and is retried with back-off, or
 * at once if another step has moved the instance; from the third attempt on, one that takes too long is not repeated until
 * an operator retries it or another step moves the instance. Neither is one whose process ended in it three times.
 */
export function createWakeUps({
  store,
  steps,
  incidents,
  leaseMs,
  backoff,
  owner,
  telemetry,
  ...polling
}: WakeUpsParts): PollLoop {
  const { clock, onError } = polling;

  const repeated = createRepeatedAttempts();

  async function wake(due: WakeUp): Promise<void> {
    const { instanceId, attempts } = due;
    await repeated.run({
      key: instanceId,
      isSuspected: attempts > 1,
      async begin() {
        const begun = await store.beginWakeUp(due);
        return begun && begun + FIRST_IS_NOT_COUNTED;
      },
      work: () => applyWake(instanceId),
      async setAside(begun) {
        throw stepNeverCameBack(begun);
      },
    });
  }

  async function applyWake(instanceId: string): Promise<void> {
    let lateMs = 0;
    const outcome = await steps.apply(instanceId, async ({ wakeAt }) => {
      lateMs = wakeAt === null ? -1 : clock() - wakeAt;
      return lateMs >= 0 ? { trigger: { kind: 'wake' } } : { refuse: 'not due' };
    });
    if ('applied' in outcome) telemetry.record('bpmn_bridge.timer.lateness', lateMs / 1_000, OF_INSTANCE);
  }

  function wakeInSpan(due: WakeUp): Promise<void> {
    const attributes = {
      ...OF_INSTANCE,
      'bpmn_bridge.instance.id': due.instanceId,
      'bpmn_bridge.attempt': due.attempts,
    };
    return telemetry.inSpan('bpmn_bridge.timer', { attributes, origins: [] }, () => wake(due));
  }

  /** A wake-up that fails must not affect the others. */
  async function tryWake(due: WakeUp): Promise<void> {
    const { instanceId, attempts } = due;
    try {
      await wakeInSpan(due).catch(async (error: unknown) => {
        const isSetAside =
          attempts >= MAX_TOO_LONG && (error as { readonly code?: unknown }).code === 'ERR_STEP_TOO_LONG';
        const freeAt = isSetAside ? null : clock() + backoffMs(backoff, attempts);
        const keep = (incident: IncidentRow) => store.retryWakeUp(due, freeAt, incident);
        await incidents.record(error, { instanceId, kind: 'wake', subject: instanceId }, keep);
      });
    } catch (error) {
      onError(error);
    }
  }

  return createPollLoop(
    async () => {
      const due = await store.leaseWakeUps({ now: clock(), limit: BATCH, leaseMs, owner });
      await Promise.all(due.map(tryWake));
      return due.length;
    },
    () => store.nextDueAt('wake-up'),
    polling,
  );
}
