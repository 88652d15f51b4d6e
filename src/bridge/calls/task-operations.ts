import {
  answerTaskOperation,
  judgeTaskOperation,
  type OperationSettings,
  planTaskOperation,
  type TaskOperation,
} from '../../plugin/apply/operations/task-operation.ts';
import { createTaskOperations, type TaskOperations } from '../../plugin/apply/operations/task-operations.ts';
import type { PeopleChecks } from '../../plugin/apply/press/judge-press.ts';
import { refusalOfStep, refuse } from '../../plugin/apply/press/verdicts.ts';
import type { Verdict } from '../../protocol/verdict.ts';
import type { InstanceRow } from '../../store/store.ts';
import type { BridgeContext } from '../context/context.ts';
import type { InstanceSteps } from '../steps/instance-steps.ts';

/** What the operations that need a step are made from. */
export interface OperationParts {
  readonly steps: Pick<InstanceSteps, 'apply'>;
  readonly directory: PeopleChecks<InstanceRow>;
  readonly settings: OperationSettings;
}

export function createBridgeTaskOperations(
  { store, clock }: BridgeContext,
  { steps, directory, settings }: OperationParts,
): TaskOperations {
  const { texts, systemHandler } = settings;

  async function operate(operation: TaskOperation): Promise<Verdict> {
    try {
      return await decideAndApply(operation);
    } catch (error) {
      const refusal = refusalOfStep(error);
      if (refusal) return refuse(refusal, texts);
      throw error;
    }
  }

  async function decideAndApply(operation: TaskOperation): Promise<Verdict> {
    const { taskId } = operation;
    // The instance is read first: if the task is newer, the step loses the race and is repeated.
    const instance = await store.getInstanceOfTask(taskId);
    const task = instance && (await store.getTask(taskId));
    if (!task) return refuse('taskUnknown', texts);
    const person = await judgeTaskOperation(operation, { task, instance }, directory);
    if (typeof person === 'string') return refuse(person, texts);
    const outcome = await steps.apply<Verdict>(
      task.instanceId,
      async (current) => {
        const now = current === instance ? task : ((await store.getTask(taskId)) ?? task);
        const found = { task: now, instance: current };
        const plan = planTaskOperation(operation, person, found, { systemHandler, now: clock() });
        if ('refuse' in plan) return { refuse: refuse(plan.refuse, texts) };
        return { trigger: plan.trigger, extras: { action: plan.action } };
      },
      instance,
    );
    return 'refused' in outcome ? outcome.refused : answerTaskOperation(operation, settings);
  }

  return createTaskOperations(operate, settings);
}
