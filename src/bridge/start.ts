import { randomUUID } from 'node:crypto';
import { InputError } from '../errors.ts';
import type { InstanceRow, Store } from '../store/port.ts';
import type { InstanceSteps } from './instance-steps.ts';
import { readStartOptions, type StartOptions } from './start-options.ts';

/** @param startNodeId the start event that a message came to; the plain one without it */
export type Start = (
  processId: string,
  options?: StartOptions,
  startNodeId?: string,
) => Promise<{ instanceId: string }>;

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
  return async (processId, options = {}, startNodeId = undefined) => {
    const parsed = readStartOptions(processId, options);
    const { startKey, businessKey, initiatorName, previousTaskId, variables } = parsed;
    const started = startKey === undefined ? undefined : await store.findInstanceByStartKey(startKey);
    if (started) return { instanceId: started.instanceId };

    const definition = await store.latestDefinition(processId);
    if (!definition) {
      throw new InputError('ERR_PROCESS_UNKNOWN', `No process ${processId} is deployed: deploy its file first.`);
    }
    const initiator = parsed.initiator ?? systemHandler;
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
    const trigger = { kind: 'start', instance: info, variables: variables ?? {} } as const;
    if (await steps.start(instance, startNodeId === undefined ? trigger : { ...trigger, startNodeId })) {
      return { instanceId: instance.instanceId };
    }
    const winner = startKey === undefined ? undefined : await store.findInstanceByStartKey(startKey);
    if (winner) return { instanceId: winner.instanceId };
    throw new InputError('ERR_INPUT_INVALID', `The instance id ${instance.instanceId} is taken: start again.`);
  };
}
