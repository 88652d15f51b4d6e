import { BridgeError, StepError, StoreError } from '../../errors.ts';
import type { Trigger } from '../../plugin/apply/trigger.ts';
import { pressedStateOf } from '../../plugin/state/instance-status.ts';
import type { JobRow } from '../../store/store.ts';
import type { BridgeContext } from '../context/context.ts';
import type { FindStarts } from '../definitions/start-events.ts';
import type { InstanceSteps } from '../steps/instance-steps.ts';
import { MessageJobInput, newJob, SignalJobInput } from '../steps/new-rows.ts';
import {
  type BroadcastOptions,
  type BroadcastOutcome,
  type EventOutcome,
  type MessageOptions,
  readBroadcastOptions,
  readMessageOptions,
  readSignalOptions,
  type SignalOptions,
} from './event-options.ts';
import type { Starts } from './start.ts';
import type { StartOptions } from './start-options.ts';

export interface EventDelivery {
  signal(instanceId: string, options: SignalOptions): Promise<EventOutcome>;
  broadcast(options: BroadcastOptions): Promise<BroadcastOutcome>;
  message(options: MessageOptions): Promise<EventOutcome>;
  /**
   * Delivers a message that an instance threw to another instance, or to the process that it starts. Exactly once, even if
   * repeated or called concurrently: the receiver closes the job in the same commit.
   * @throws {StepError} `ERR_MESSAGE_UNMATCHED`: no instance waits for it yet
   */
  sendThrown(job: JobRow): Promise<void>;
}

export interface EventDeliveryParts {
  readonly steps: Pick<InstanceSteps, 'apply'>;
  readonly starts: Starts;
  readonly findStarts: FindStarts;
}

export function createEventDelivery(
  { store }: BridgeContext,
  { steps, starts, findStarts }: EventDeliveryParts,
): EventDelivery {
  async function isOver(jobId: string): Promise<boolean> {
    return (await store.getJob(jobId))?.state !== 'queued';
  }

  /**
   * Delivers a message to the first running instance that waits for it, or to the process that it starts.
   * @throws {StepError} `ERR_SUSPENDED`: only suspended instances wait for it; send it again after one is activated
   */
  async function deliverMessage(
    { name, key, payload, closes }: MessageForAny,
    sender: string | undefined,
    startOptions: StartOptions,
  ): Promise<EventOutcome> {
    const trigger = { kind: 'message', name, correlationKey: key, ...(payload && { payload }) } as const;
    const extras = closes === undefined ? {} : { jobsClosed: [{ jobId: closes, state: 'done' as const }] };
    let isHeld = false;
    for (const instanceId of await store.findSubscribers(name, key)) {
      if (instanceId === sender) continue;
      const outcome = await steps.apply(instanceId, async ({ status }) => {
        const state = pressedStateOf({ status });
        if (state !== 'running') return { refuse: state };
        if (closes !== undefined && (await isOver(closes))) return { refuse: 'delivered' };
        return { trigger, extras };
      });
      if ('applied' in outcome) return { matched: true, instanceId };
      if ('refused' in outcome && outcome.refused === 'delivered') return TAKEN;
      isHeld ||= 'refused' in outcome && outcome.refused === 'suspended';
    }
    if (closes !== undefined && (await isOver(closes))) return TAKEN;
    // A suspended instance waits for it, so it must not start another process instead.
    if (isHeld) throw new StepError('ERR_SUSPENDED', `The instances that wait for the message ${name} are suspended.`);
    const [start] = await findStarts('message', name);
    if (!start) return UNMATCHED;
    const started = await starts.startBy(
      {
        startNodeId: start.startNodeId,
        ...(closes !== undefined && { closes }),
        ...(sender !== undefined && { thrownBy: sender }),
      },
      start.processId,
      { businessKey: key, ...startOptions, ...(payload && { variables: payload }) },
    );
    return started ? { matched: true, ...started } : TAKEN;
  }

  async function deliverTo(instanceId: string, trigger: Extract<Trigger, { kind: 'message' | 'signal' | 'receive' }>) {
    const outcome = await steps.apply(instanceId, async ({ status }) =>
      pressedStateOf({ status }) === 'over' ? { refuse: 'ended' } : { trigger },
    );
    return 'applied' in outcome ? { matched: true, instanceId } : UNMATCHED;
  }

  return {
    async signal(instanceId, options) {
      const { name = '', nodeId, payload } = readSignalOptions(options, instanceId);
      const content = payload && { payload };
      if (nodeId !== undefined) return deliverTo(instanceId, { kind: 'receive', nodeId, ...content });
      return deliverTo(instanceId, { kind: 'signal', name, ...content });
    },
    async broadcast(options) {
      const { name, initiator, payload } = readBroadcastOptions(options);
      const trigger = { kind: 'signal', name, ...(payload && { payload }) } as const;
      const startOptions = { ...(initiator !== undefined && { initiator }), ...(payload && { variables: payload }) };
      const outcome: BroadcastOutcome = { instanceIds: [], failures: [] };
      /** A receiver that fails must not affect the others. */
      const deliver = async (subject: string, send: () => Promise<{ instanceId: string | null } | undefined>) => {
        try {
          const receiver = await send();
          if (receiver?.instanceId) outcome.instanceIds.push(receiver.instanceId);
        } catch (error) {
          if (!(error instanceof BridgeError) || error instanceof StoreError) throw error;
          outcome.failures.push({ subject, code: error.code, reason: error.message });
        }
      };
      for (const instanceId of await store.findSignalCatchers(name)) {
        await deliver(instanceId, () => deliverTo(instanceId, trigger));
      }
      for (const { processId, startNodeId } of await findStarts('signal', name)) {
        await deliver(processId, () => starts.startBy({ startNodeId }, processId, startOptions));
      }
      return outcome;
    },
    async message(options) {
      const parsed = readMessageOptions(options);
      const { name, instanceId, businessKey, correlationKey, initiator, payload } = parsed;
      if (instanceId !== undefined)
        return deliverTo(instanceId, { kind: 'message', name, ...(payload && { payload }) });
      const key = correlationKey ?? businessKey ?? '';
      return deliverMessage({ name, key, payload }, undefined, initiator === undefined ? {} : { initiator });
    },
    async sendThrown({ jobId, instanceId, service: name, input }) {
      const { correlationKey: key, initiator, initiatorName } = MessageJobInput.parse(input);
      const startOptions = { startKey: jobId, initiator, ...(initiatorName !== null && { initiatorName }) };
      const outcome =
        key === null ? UNMATCHED : await deliverMessage({ name, key, closes: jobId }, instanceId, startOptions);
      if (!outcome.matched) {
        throw new StepError(
          'ERR_MESSAGE_UNMATCHED',
          `No instance waits for the message ${name} that ${instanceId} threw.`,
          {
            details: { instanceId, name },
          },
        );
      }
    },
  };
}

const UNMATCHED: EventOutcome = { matched: false, instanceId: null };

/** Another holder of the job was faster; only it knows the receiver. */
const TAKEN: EventOutcome = { matched: true, instanceId: null };

interface MessageForAny {
  readonly name: string;
  readonly key: string;
  readonly payload?: StartOptions['variables'];
  /** The job that the receiver's step closes, so that there is no second receiver. */
  readonly closes?: string;
}

/**
 * Delivers a signal that an instance threw to all other instances that wait for it, and to every process that it starts;
 * the throwing instance received it in the same step. Exactly once for each receiver: first a job is stored for each
 * receiver, then each delivery closes its job in the same commit.
 */
export function createSignalDelivery(
  { store, clock }: BridgeContext,
  { steps, starts, findStarts }: EventDeliveryParts,
): (job: JobRow) => Promise<void> {
  async function findTargets({ instanceId, service: name }: JobRow): Promise<NonNullable<SignalJobInput['target']>[]> {
    const catchers = await store.findSignalCatchers(name);
    const others = catchers.filter((each) => each !== instanceId).map((each) => ({ instanceId: each }));
    return [...others, ...(await findStarts('signal', name))];
  }

  function toPart(job: JobRow, input: SignalJobInput, index: number): JobRow {
    const jobId = `${job.jobId}.${index}`;
    return newJob({ ...job, jobId, executionId: jobId, input }, clock(), job.traceparent);
  }

  async function deliverTo(instanceId: string, { jobId, service: name, leases }: JobRow): Promise<void> {
    const outcome = await steps.apply(instanceId, async ({ status }) => {
      if (pressedStateOf({ status }) === 'over') return { refuse: 'ended' };
      if ((await store.getJob(jobId))?.state !== 'queued') return { refuse: 'delivered' };
      return { trigger: { kind: 'signal', name }, extras: { jobsClosed: [{ jobId, state: 'done' }] } };
    });
    // The instance no longer waits for the signal.
    if (!('applied' in outcome)) await store.splitJob({ jobId, leases }, [], clock());
  }

  return async (job) => {
    const { jobId } = job;
    const thrown = SignalJobInput.parse(job.input);
    const { target, businessKey, initiator, initiatorName } = thrown;
    if (target === null) {
      const parts = (await findTargets(job)).map((each, index) => toPart(job, { ...thrown, target: each }, index));
      await store.splitJob(job, parts, clock());
    } else if ('instanceId' in target) {
      await deliverTo(target.instanceId, job);
    } else {
      await starts.startBy(
        { startNodeId: target.startNodeId, closes: jobId, thrownBy: job.instanceId },
        target.processId,
        {
          startKey: jobId,
          initiator,
          ...(initiatorName !== null && { initiatorName }),
          ...(businessKey !== null && { businessKey }),
        },
      );
    }
  };
}
