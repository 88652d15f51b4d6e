import { InputError } from '../../errors.ts';
import type { CountedButton } from '../../model/nodes/button.ts';
import { isToSamePerson } from '../../plugin/apply/hand-over-task.ts';
import {
  answerPress,
  type FoundTask,
  type JudgedPress,
  judgePress,
  type PeopleChecks,
  type PressSettings,
  planPress,
  type RequestedPress,
} from '../../plugin/apply/press/judge-press.ts';
import { answerFailed, refuse } from '../../plugin/apply/press/verdicts.ts';
import type { StepChanges } from '../../plugin/outcome/finish-step.ts';
import type { Verdict } from '../../protocol/verdict.ts';
import type { InstanceRow, Store } from '../../store/store.ts';
import { secondsSince, type Telemetry } from '../../telemetry/telemetry.ts';
import type { Definitions } from '../definitions/definitions.ts';
import type { IncidentLog } from '../steps/incidents.ts';
import type { InstanceSteps, StepPlan } from '../steps/instance-steps.ts';
import type { ReplayKeys } from './replay-keys.ts';
import type { NoteUnknownTasks } from './unknown-tasks.ts';

/** A press from a callback, with its replay key, or from code; nothing about its task has been checked yet. */
export interface PressInput extends RequestedPress {
  readonly replay?: { readonly uuid: string; readonly fingerprint: string } | undefined;
}

export type Press = (input: PressInput) => Promise<Verdict>;

export interface PressParts {
  readonly store: Store;
  readonly steps: Pick<InstanceSteps, 'apply'>;
  readonly definitions: Pick<Definitions, 'load'>;
  readonly directory: PeopleChecks<InstanceRow>;
  readonly replayKeys: ReplayKeys;
  readonly incidents: Pick<IncidentLog, 'record'>;
  readonly noteUnknownTasks: NoteUnknownTasks;
  readonly settings: PressSettings;
  readonly telemetry: Telemetry;
}

/**
 * Checks and applies presses. The press, its replay key, its verdict and the step are one commit; a repeat gets the same
 * verdict, even after a restart. A press is not stored, and can be repeated, if it failed, if the task was unknown, if the
 * process was suspended, or if it would transfer the task to the same person.
 */
export function createPress(parts: PressParts): Press {
  const { store, steps, definitions, directory, replayKeys, incidents, noteUnknownTasks, settings, telemetry } = parts;
  const { hostListens, texts } = settings;

  async function decideAndApply(input: PressInput, found: FoundTask<InstanceRow>): Promise<Verdict> {
    const { task, instance } = found;
    const { model } = await definitions.load(instance.definitionId);
    const judged = await judgePress(input, found, model.userTasks.get(task.nodeId), directory);
    if (typeof judged === 'string') return replayKeys.storeRefusal(input, refuse(judged, texts));
    const outcome = await steps.apply<Verdict | typeof MIGRATED>(
      task.instanceId,
      async (current) => {
        if (current.definitionId !== instance.definitionId) return { refuse: MIGRATED };
        const isUnchanged = current === instance;
        const earlier = isUnchanged ? undefined : await replayKeys.findEarlier(input);
        if (earlier) return { refuse: earlier };
        const now = isUnchanged ? task : ((await store.getTask(task.taskId)) ?? task);
        return planStep(input, judged, { task: now, instance: current });
      },
      instance,
    );
    const { button } = judged;
    if ('applied' in outcome) {
      const { matched, changes } = outcome.applied;
      return answerPress(button, { matched, gone: changes.gone }, settings);
    }
    // A press waits for nothing: only messages and signals can be without a receiver.
    if (!('refused' in outcome)) throw new TypeError('A press was applied to nothing.');
    if (outcome.refused === MIGRATED) return pressAgain(input);
    return outcome.refused.kind === 'stale' ? replayKeys.storeRefusal(input, outcome.refused) : outcome.refused;
  }

  /** The button was found in the definition that the instance ran before: what it does may have changed. */
  async function pressAgain(input: PressInput): Promise<Verdict> {
    const instance = await store.getInstanceOfTask(input.taskId);
    const task = instance && (await store.getTask(input.taskId));
    return task ? decideAndApply(input, { task, instance }) : refuse('taskUnknown', texts);
  }

  function answerMatched(button: CountedButton, { gone }: Pick<StepChanges, 'gone'>): Verdict {
    return answerPress(button, { matched: true, gone }, settings);
  }

  function planStep(
    input: PressInput,
    judged: JudgedPress,
    found: FoundTask<InstanceRow>,
  ): StepPlan | { readonly refuse: Verdict } {
    const plan = planPress(judged, found, settings);
    if ('refuse' in plan) return { refuse: refuse(plan.refuse, texts) };
    const { button, taskId, pressedAt } = judged;
    const { trigger, actionUses, action } = plan;
    const press = replayKeys.rowOf(input, button.key, answerMatched(button, NOBODY_GONE));
    const unmatched = answerPress(button, { matched: false, gone: [] }, settings);
    const unmatchedPress = replayKeys.rowOf(input, button.key, unmatched);
    return {
      trigger,
      extras: {
        ...(press && { press, answerOf: (changes) => answerMatched(button, changes) }),
        pressedAt,
        ...(actionUses && { taskChanges: [{ taskId, actionUses }] }),
        ...(!hostListens() && { unmatched: { ...(unmatchedPress && { press: unmatchedPress }), taskChanges: [] } }),
        ...(action && { action }),
      },
    };
  }

  async function press(input: PressInput, noteFound: (found: InstanceRow, nodeId?: string) => void): Promise<Verdict> {
    // The instance is read first: if a row that is read later is newer, the step loses the race and is repeated.
    const instance = await store.getInstanceOfTask(input.taskId);
    if (instance) noteFound(instance);
    const earlier = await replayKeys.findEarlier(input);
    if (earlier) return earlier;
    const task = instance && (await store.getTask(input.taskId));
    if (!task) {
      // Only the center can know a task that the database does not.
      if (input.replay) await noteUnknownTasks([input.taskId]);
      return refuse('taskUnknown', texts);
    }
    noteFound(instance, task.nodeId);
    try {
      return await decideAndApply(input, { task, instance });
    } catch (error) {
      // Not stored: the button may name somebody else when the same call is repeated.
      if (isToSamePerson(error)) return refuse('samePerson', texts);
      // Retention has deleted the instance since its task was read.
      if (error instanceof InputError && error.code === 'ERR_INSTANCE_UNKNOWN') return refuse('taskUnknown', texts);
      const { instanceId, taskId: subject } = task;
      const failure = await incidents.record(error, { instanceId, kind: 'press', subject }, store.failPress);
      return answerFailed(failure, texts);
    }
  }

  return (input) => {
    const { taskId, action } = input;
    const startedAt = performance.now();
    const attributes = { 'bpmn_bridge.task.id': taskId, 'bpmn_bridge.action.key': action };
    return telemetry.inSpan('bpmn_bridge.press', { attributes }, async (span) => {
      let processId: string | undefined;
      let verdict = 'error';
      try {
        const answer = await press(input, (found, nodeId) => {
          processId = found.processId;
          span.set({
            'bpmn_bridge.process.id': processId,
            'bpmn_bridge.instance.id': found.instanceId,
            'bpmn_bridge.node.id': nodeId,
          });
        });
        verdict = answer.kind;
        return answer;
      } finally {
        const named = { 'bpmn_bridge.process.id': processId, 'bpmn_bridge.press.verdict': verdict };
        span.set({ 'bpmn_bridge.press.verdict': verdict });
        telemetry.record('bpmn_bridge.press.duration', secondsSince(startedAt), named);
      }
    });
  };
}

/** The instance went on in another definition between the reading of its rows and the step. */
const MIGRATED = Symbol('migrated');

const NOBODY_GONE: Pick<StepChanges, 'gone'> = { gone: [] };
