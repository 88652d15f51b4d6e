import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { InputError } from '../errors.ts';
import type { InstanceRow, Store } from '../store/port.ts';
import type { InstanceSteps } from './instance-steps.ts';

const text = z.string().min(1);

/** Everything of a start is optional: a process may start by itself. */
const StartOptionsSchema = z.strictObject({
  /** Account of the person the instance belongs to. Default: `defaults.systemHandler`. */
  initiator: text.optional(),
  initiatorName: text.optional(),
  /** The host's own name of the matter; the center shows it as serialNumber. */
  businessKey: text.optional(),
  /** Plain JSON, seen by every expression. */
  variables: z.record(z.string(), z.json()).optional(),
  /** Makes the start idempotent: the same key gives the same instance, whatever else is passed. */
  startKey: text.optional(),
  /** The task in the center this instance follows: it is reported `next` with the first tasks. */
  previousTaskId: text.optional(),
});
export type StartOptions = z.input<typeof StartOptionsSchema>;

export type Start = (processId: string, options?: StartOptions) => Promise<{ instanceId: string }>;

/**
 * Starts instances of the latest definition. When it resolves, instance, first tasks and their report are stored; a
 * start that rejects stored nothing. With a `startKey` it may be repeated, and raced: one instance comes of it.
 */
export function createStart(
  store: Store,
  steps: InstanceSteps,
  systemHandler: string | undefined,
  clock: () => number,
): Start {
  return async (processId, options = {}) => {
    const parsed = StartOptionsSchema.safeParse(options);
    if (!parsed.success) {
      throw new InputError('ERR_INPUT_INVALID', `start(${processId}) was given\n${z.prettifyError(parsed.error)}`);
    }
    const { startKey, businessKey, initiatorName, previousTaskId, variables } = parsed.data;
    const started = startKey === undefined ? undefined : await store.findInstanceByStartKey(startKey);
    if (started) return { instanceId: started.instanceId };

    const definition = await store.latestDefinition(processId);
    if (!definition) {
      throw new InputError('ERR_PROCESS_UNKNOWN', `No process ${processId} is deployed: deploy its file first.`);
    }
    const initiator = parsed.data.initiator ?? systemHandler;
    if (initiator === undefined) {
      throw new InputError(
        'ERR_INPUT_INVALID',
        `Somebody must have started ${processId}: pass initiator, or set defaults.systemHandler.`,
      );
    }
    const instance: InstanceRow = {
      instanceId: randomUUID(),
      definitionId: definition.definitionId,
      processId,
      status: 'running',
      initiator,
      initiatorName: initiatorName ?? null,
      businessKey: businessKey ?? null,
      startKey: startKey ?? null,
      snapshot: null,
      revision: 0,
      wakeAt: null,
      startedAt: clock(),
      endedAt: null,
    };
    const info = {
      instanceId: instance.instanceId,
      initiator,
      initiatorName: instance.initiatorName,
      businessKey: instance.businessKey,
      previousTaskId: previousTaskId ?? null,
    };
    if (await steps.start(instance, { kind: 'start', instance: info, variables: variables ?? {} })) {
      return { instanceId: instance.instanceId };
    }
    const winner = startKey === undefined ? undefined : await store.findInstanceByStartKey(startKey);
    if (winner) return { instanceId: winner.instanceId };
    throw new InputError('ERR_INPUT_INVALID', `The instance id ${instance.instanceId} is taken: start again.`);
  };
}
