/** Timers that are due, of instances and of starts; an instance also wakes up for reports that were held back long enough. */
import { BridgeError, StoreError } from '../../errors.ts';
import { listEvents } from '../../model/nodes/event-node.ts';
import { backoffMs } from '../../queue/backoff.ts';
import { createPollLoop, type PollLoop, type PollSettings } from '../../queue/poll-loop.ts';
import { timerStartSubject, UNARMED } from '../../store/rows/timer-start.ts';
import type { IncidentRow, Lease, TimerStartRow, WakeUp } from '../../store/store.ts';
import type { SpanStart } from '../../telemetry/telemetry.ts';
import type { Starts } from '../calls/start.ts';
import type { BridgeContext } from '../context/context.ts';
import type { Definitions } from '../definitions/definitions.ts';
import { armStart, NEVER, type StartSettings, timerStartsOf } from '../definitions/start-events.ts';
import { recordIncident } from '../steps/incidents.ts';
import type { InstanceSteps } from '../steps/instance-steps.ts';
import { createRepeatedAttempts, stepNeverCameBack } from './repeated-attempts.ts';

export interface TimerSettings extends PollSettings {
  /** Id of the holder of the leases. */
  readonly owner: string;
}

/** Timers per round; the next round follows at once. */
const BATCH = 50;

/** Each attempt of a step that takes too long holds up everything else of its bridge for `limits.stepMs`. */
const MAX_TOO_LONG = 3;

/** Almost all wake-ups need no more than one attempt. */
const FIRST_IS_NOT_COUNTED = 1;

const OF_INSTANCE = { 'bpmn_bridge.timer.kind': 'instance' } as const;
const OF_START = { 'bpmn_bridge.timer.kind': 'start' } as const;

/**
 * Wakes instances when `wakeAt` is reached, even months later and after restarts. Each wake-up happens once: the step moves
 * `wakeAt`, and its commit checks the revision. A wake-up that fails opens one incident and is retried with back-off, or
 * at once if another step has moved the instance; from the third attempt on, one that takes too long is not repeated until
 * an operator retries it or another step moves the instance. Neither is one whose process ended in it three times.
 */
export function createWakeUps(
  context: BridgeContext,
  steps: Pick<InstanceSteps, 'apply'>,
  settings: TimerSettings,
): PollLoop {
  const { store, clock, config, telemetry } = context;
  const repeated = createRepeatedAttempts();

  async function applyWake(instanceId: string): Promise<void> {
    let lateMs = 0;
    const outcome = await steps.apply(instanceId, async ({ wakeAt }) => {
      lateMs = wakeAt === null ? -1 : clock() - wakeAt;
      return lateMs >= 0 ? { trigger: { kind: 'wake' } } : { refuse: 'not due' };
    });
    if ('applied' in outcome) telemetry.record('bpmn_bridge.timer.lateness', lateMs / 1_000, OF_INSTANCE);
  }

  return createTimerLoop<WakeUp>(context, settings, {
    kind: 'wake-up',
    lease: store.leaseWakeUps,
    attributesOf: ({ instanceId, attempts }) => ({
      ...OF_INSTANCE,
      'bpmn_bridge.instance.id': instanceId,
      'bpmn_bridge.attempt': attempts,
    }),
    async fire(due) {
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
    },
    async failed(due, error) {
      const { instanceId, attempts } = due;
      const isSetAside =
        attempts >= MAX_TOO_LONG && (error as { readonly code?: unknown }).code === 'ERR_STEP_TOO_LONG';
      const freeAt = isSetAside ? null : clock() + backoffMs(config.jobs, attempts);
      const keep = (incident: IncidentRow) => store.retryWakeUp(due, freeAt, incident);
      await recordIncident(context, error, { instanceId, kind: 'wake', subject: instanceId }, keep);
    },
  });
}

export interface TimerStartsParts {
  readonly starts: Pick<Starts, 'startBy'>;
  readonly definitions: Pick<Definitions, 'load'>;
  readonly startSettings: StartSettings;
}

/**
 * Starts instances when the timers of start events are due, even months later and after restarts. An occurrence is
 * identified by process, start event and time, so it starts one instance however often it is tried, and also if a new
 * version of the process has the same time. Missed rounds of a finite cycle are all started, one after the other; those of
 * an endless cycle only once. A start that fails opens an incident and is retried with back-off; the next round waits.
 */
export function createTimerStarts(
  context: BridgeContext,
  { starts, definitions, startSettings }: TimerStartsParts,
  settings: TimerSettings,
): PollLoop {
  const { store, clock, config, telemetry } = context;
  return createTimerLoop<TimerStartRow>(context, settings, {
    kind: 'timer-start',
    lease: store.leaseTimerStarts,
    attributesOf: ({ processId, attempts }) => ({
      ...OF_START,
      'bpmn_bridge.process.id': processId,
      'bpmn_bridge.attempt': attempts,
    }),
    async fire(due) {
      const { processId, definitionId, startNodeId, dueAt, left } = due;
      if (dueAt === null) return;
      const { model } = await definitions.load(definitionId);
      if (startNodeId === UNARMED) {
        await store.armTimerStarts(due, timerStartsOf(model, dueAt, startSettings), clock());
        return;
      }
      const node = listEvents(model).find((each) => each.nodeId === startNodeId && each.trigger.kind === 'timer');
      const startKey = `timer.${processId}.${startNodeId}.${new Date(dueAt).toISOString()}`;
      await starts.startBy({ startNodeId, definitionId }, processId, { startKey });
      telemetry.record('bpmn_bridge.timer.lateness', Math.max(0, clock() - dueAt) / 1_000, OF_START);
      const roundsLeft = left === null || left === -1 ? left : left - 1;
      const isLast = roundsLeft === null || roundsLeft === 0 || node === undefined;
      const next = isLast ? NEVER : armStart(node, { from: dueAt, left: roundsLeft, now: clock() }, startSettings);
      if (!(await store.moveTimerStart(due, next, clock())))
        telemetry.count('bpmn_bridge.lease.lost', { 'bpmn_bridge.lease.kind': 'timer-start' });
    },
    async failed(due, error) {
      if (!(error instanceof BridgeError) || error instanceof StoreError) throw error;
      const freeAt = clock() + backoffMs(config.jobs, due.attempts);
      const keep = (incident: IncidentRow) => store.retryTimerStart(due, freeAt, incident);
      await recordIncident(context, error, { instanceId: null, kind: 'start', subject: timerStartSubject(due) }, keep);
    },
  });
}

interface Timers<Row> {
  readonly kind: 'wake-up' | 'timer-start';
  readonly lease: (lease: Lease) => Promise<readonly Row[]>;
  readonly attributesOf: (due: Row) => NonNullable<SpanStart<'bpmn_bridge.timer'>['attributes']>;
  readonly fire: (due: Row) => Promise<void>;
  /** Settles one that failed; rejects if the error is none of the process. */
  readonly failed: (due: Row, error: unknown) => Promise<void>;
}

/** Leases timers that are due and fires them together, each in a span; one that fails does not affect the others. */
function createTimerLoop<Row>(
  { store, clock, config, telemetry }: BridgeContext,
  { owner, ...polling }: TimerSettings,
  { kind, lease, attributesOf, fire, failed }: Timers<Row>,
): PollLoop {
  async function attempt(due: Row): Promise<void> {
    const start = { attributes: attributesOf(due), origins: [] };
    await telemetry
      .inSpan('bpmn_bridge.timer', start, () => fire(due))
      .catch((error: unknown) => failed(due, error))
      .catch(polling.onError);
  }

  return createPollLoop(
    async () => {
      const due = await lease({ now: clock(), limit: BATCH, leaseMs: config.jobs.leaseMs, owner });
      await Promise.all(due.map(attempt));
      return due.length;
    },
    () => store.nextDueAt(kind),
    polling,
  );
}
