import { BridgeError, StoreError } from '../../errors.ts';
import { listEvents } from '../../model/nodes/event-node.ts';
import { type Backoff, backoffMs } from '../../queue/backoff.ts';
import { createPollLoop, type PollLoop, type PollSettings } from '../../queue/poll-loop.ts';
import { timerStartSubject } from '../../store/rows/timer-start.ts';
import type { IncidentRow, Store, TimerStartRow } from '../../store/store.ts';
import type { Telemetry } from '../../telemetry/telemetry.ts';
import type { Definitions } from '../definitions/definitions.ts';
import { armStart, NEVER, type StartSettings } from '../definitions/read-timer-starts.ts';
import type { Starts } from '../operations/start.ts';
import type { IncidentLog } from '../steps/incidents.ts';

export interface TimerStartsParts extends PollSettings {
  readonly store: Store;
  readonly starts: Pick<Starts, 'startBy'>;
  readonly definitions: Pick<Definitions, 'load'>;
  readonly incidents: Pick<IncidentLog, 'record'>;
  readonly startSettings: StartSettings;
  readonly leaseMs: number;
  readonly backoff: Backoff;
  /** Id of the holder of the leases. */
  readonly owner: string;
  readonly telemetry: Telemetry;
}

/** Starts per round; the next round follows at once. */
const BATCH = 50;

const OF_START = { 'bpmn_bridge.timer.kind': 'start' } as const;

/**
 * Starts instances when the timers of start events are due, even months later and after restarts. An occurrence is
 * identified by process, start event and time, so it starts one instance however often it is tried, and also if a new
 * version of the process has the same time. Missed rounds of a finite cycle are all started, one after the other; those of
 * an endless cycle only once. A start that fails opens an incident and is retried with back-off; the next round waits.
 */
export function createTimerStarts({
  store,
  starts,
  definitions,
  incidents,
  startSettings,
  leaseMs,
  backoff,
  owner,
  telemetry,
  ...polling
}: TimerStartsParts): PollLoop {
  const { clock, onError } = polling;

  async function startDue(held: TimerStartRow): Promise<void> {
    const { processId, definitionId, startNodeId, dueAt, left } = held;
    if (dueAt === null) return;
    const { model } = await definitions.load(definitionId);
    const node = listEvents(model).find((each) => each.nodeId === startNodeId && each.trigger.kind === 'timer');
    const startKey = `timer.${processId}.${startNodeId}.${new Date(dueAt).toISOString()}`;
    await starts.startBy({ startNodeId, definitionId }, processId, { startKey });
    telemetry.record('bpmn_bridge.timer.lateness', Math.max(0, clock() - dueAt) / 1_000, OF_START);
    const roundsLeft = left === null || left === -1 ? left : left - 1;
    const isLast = roundsLeft === null || roundsLeft === 0 || node === undefined;
    const next = isLast ? NEVER : armStart(node, { from: dueAt, left: roundsLeft, now: clock() }, startSettings);
    if (!(await store.moveTimerStart(held, next, clock())))
      telemetry.count('bpmn_bridge.lease.lost', { 'bpmn_bridge.lease.kind': 'timer-start' });
  }

  function startInSpan(held: TimerStartRow): Promise<void> {
    const attributes = {
      ...OF_START,
      'bpmn_bridge.process.id': held.processId,
      'bpmn_bridge.attempt': held.attempts,
    };
    return telemetry.inSpan('bpmn_bridge.timer', { attributes, origins: [] }, () => startDue(held));
  }

  /** A start that fails must not affect the others. */
  async function tryStart(held: TimerStartRow): Promise<void> {
    try {
      await startInSpan(held).catch(async (error: unknown) => {
        if (!(error instanceof BridgeError) || error instanceof StoreError) throw error;
        const freeAt = clock() + backoffMs(backoff, held.attempts);
        const keep = (incident: IncidentRow) => store.retryTimerStart(held, freeAt, incident);
        await incidents.record(error, { instanceId: null, kind: 'start', subject: timerStartSubject(held) }, keep);
      });
    } catch (error) {
      onError(error);
    }
  }

  return createPollLoop(
    async () => {
      const due = await store.leaseTimerStarts({ now: clock(), limit: BATCH, leaseMs, owner });
      await Promise.all(due.map(tryStart));
      return due.length;
    },
    () => store.nextDueAt('timer-start'),
    polling,
  );
}
