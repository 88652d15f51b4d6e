import * as z from 'zod';
import type { TerminateOptions } from '../../operations/options.ts';
import {
  answerInstanceOperation,
  answerSetVariables,
  dependsOnTasks,
  type InstanceOperation,
  type InstanceOperationKind,
  instanceOperationOf,
  planInstanceOperation,
  setVariablesOf,
} from '../../plugin/apply/operations/instance-operation.ts';
import {
  type OperationOptions,
  operationShape,
  readVariablesOptions,
  type VariablesOptions,
} from '../../plugin/apply/operations/operation-options.ts';
import type { KnownGroups } from '../../plugin/apply/press/authorize.ts';
import { PRESS_RIGHTS } from '../../plugin/apply/press/press-rights.ts';
import { refuse } from '../../plugin/apply/press/verdicts.ts';
import { pressedStateOf } from '../../plugin/state/instance-status.ts';
import type { Verdict } from '../../protocol/verdict.ts';
import { reader, type ShapeOf } from '../../read-options.ts';
import type { BridgeContext } from '../context/context.ts';
import type { StepExtras } from '../steps/commit-step.ts';
import type { OperationParts } from './task-operations.ts';

export const readTerminateOptions = reader(
  z.strictObject({ ...operationShape, force: z.boolean().optional() } satisfies ShapeOf<TerminateOptions>),
  'terminate',
);

/** Operations on an instance, called from code; equivalent to the buttons of the center. */
export interface InstanceOperations {
  suspend(instanceId: string, options?: OperationOptions): Promise<Verdict>;
  activate(instanceId: string, options?: OperationOptions): Promise<Verdict>;
  terminate(instanceId: string, options?: TerminateOptions): Promise<Verdict>;
  revoke(instanceId: string, options?: OperationOptions): Promise<Verdict>;
  setVariables(
    instanceId: string,
    variables: Readonly<Record<string, unknown>>,
    options?: VariablesOptions,
  ): Promise<Verdict>;
}

/** How the step of an operation is done, beside what the operation is. */
interface How {
  readonly onRows?: boolean;
  readonly extras?: Pick<StepExtras, 'endedFor'>;
}

export function createInstanceOperations(
  { store }: BridgeContext,
  { steps, directory, settings }: OperationParts,
): InstanceOperations {
  const { authorize, nameOf } = directory;
  const { texts } = settings;
  const readTasks = async (operation: InstanceOperation, instanceId: string) =>
    dependsOnTasks(operation) ? store.listOpenTasks(instanceId) : [];

  async function askAbout(operation: InstanceOperation, account: string, instanceId: string, known: KnownGroups) {
    const instance = await store.getInstance(instanceId);
    if (!instance) return undefined;
    const found = { instance, tasks: await readTasks(operation, instanceId) };
    await authorize(PRESS_RIGHTS[operation.type], { account, ...found }, known);
    return found;
  }

  const operate =
    (kind: InstanceOperationKind) =>
    async (instanceId: string, options: OperationOptions = {}, how: How = {}): Promise<Verdict> => {
      const { onRows = false, extras } = how;
      const operation = instanceOperationOf(kind, instanceId, options);
      const { account } = operation;
      const known: KnownGroups = new Map();
      const personName = account === undefined ? undefined : await nameOf(account);
      for (;;) {
        // The host's directory can be slow, and steps of the instance must not wait for it. So it is asked before the step,
        // which uses only known answers. If an answer is missing, the directory is asked and the step is tried again.
        const found = account === undefined ? undefined : await askAbout(operation, account, instanceId, known);
        const outcome = await steps.apply(
          instanceId,
          async (instance) => {
            const isRead = account === undefined || instance === found?.instance;
            const tasks = isRead ? (found?.tasks ?? []) : await readTasks(operation, instanceId);
            const plan = planInstanceOperation(operation, { instance, tasks, known, personName }, settings);
            if ('refuse' in plan) return plan;
            return { trigger: plan.trigger, extras: { ...extras, action: plan.action }, onRows };
          },
          found?.instance,
        );
        if (!('refused' in outcome)) {
          const gone = 'applied' in outcome ? outcome.applied.changes.gone : [];
          return answerInstanceOperation(operation, gone, settings);
        }
        if (outcome.refused !== 'rights unknown') return refuse(outcome.refused, texts);
      }
    };

  return {
    suspend: operate('suspend'),
    activate: operate('activate'),
    async terminate(instanceId, options = {}) {
      const { force = false, ...operation } = readTerminateOptions(options, instanceId);
      const { by } = operation;
      const extras = { endedFor: { ...(by !== undefined && { by }), ...(force && { force }) } };
      return operate('terminate')(instanceId, operation, { onRows: force, extras });
    },
    revoke: operate('revoke'),
    async setVariables(instanceId, given, options) {
      const trigger = setVariablesOf(instanceId, given, options);
      const { by } = readVariablesOptions(options);
      const extras = by === undefined ? {} : { variablesSet: { names: Object.keys(trigger.variables), by } };
      const outcome = await steps.apply<Verdict>(instanceId, async (instance) =>
        pressedStateOf(instance) === 'over' ? { refuse: refuse('processOver', texts) } : { trigger, extras },
      );
      if ('refused' in outcome) return outcome.refused;
      return answerSetVariables(trigger, 'applied' in outcome, settings);
    },
  };
}
