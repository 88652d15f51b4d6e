import { createPollLoop, type PollLoop } from '../poll-loop.ts';
import type { Store } from '../store/port.ts';
import type { IncidentLog } from './incidents.ts';
import type { InstanceSteps } from './instance-steps.ts';

export interface WakeUpSettings {
  readonly leaseMs: number;
  readonly pollMs: number;
}

/** Instances woken in one round; a round is short, and the next follows at once. */
const BATCH = 50;

/**
 * Steps instances whose time has come, days or months later and after restarts too, each time once: the step moves
 * `wakeAt`, and its commit is fenced. One that fails is tried again when its lease runs out.
 */
export function createWakeUps(
  store: Store,
  steps: InstanceSteps,
  incidents: IncidentLog,
  settings: WakeUpSettings,
  { clock, owner, onError }: { clock: () => number; owner: string; onError: (error: unknown) => void },
): PollLoop {
  async function wake(instanceId: string): Promise<void> {
    try {
      await steps.apply(instanceId, async ({ wakeAt }) =>
        wakeAt !== null && wakeAt <= clock() ? { trigger: { kind: 'wake' } } : { refuse: 'not due' },
      );
    } catch (error) {
      await incidents.record(error, { instanceId, kind: 'wake', subject: instanceId });
    }
  }

  return createPollLoop(
    async () => {
      const due = await store.leaseWakeUps({ now: clock(), limit: BATCH, leaseMs: settings.leaseMs, owner });
      await Promise.all(due.map(({ instanceId }) => wake(instanceId)));
      return due.length;
    },
    () => store.nextDueAt('wake-up'),
    { clock, pollMs: settings.pollMs, onError },
  );
}
