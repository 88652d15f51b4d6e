import { InputError } from '../../errors.ts';
import { buttonKeys } from '../../plugin/apply/press/find-button.ts';
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
import { answerFailed, refusalOfStep, refuse } from '../../plugin/apply/press/verdicts.ts';
import { buttonsOfTask } from '../../plugin/outcome/system-task.ts';
import type { StepResult } from '../../plugin/step.ts';
import type { Verdict } from '../../protocol/verdict.ts';
import type { InstanceRow, PressRow } from '../../store/store.ts';
import { secondsSince } from '../../telemetry/telemetry.ts';
import type { BridgeContext } from '../context/context.ts';
import type { Definitions } from '../definitions/definitions.ts';
import { recordIncident } from '../steps/incidents.ts';
import type { InstanceSteps, StepPlan } from '../steps/instance-steps.ts';
import type { ConfirmTasks } from './confirm-tasks.ts';
import type { NoteUnknownTasks } from './restore.ts';

/** A press about whose task nothing has been checked yet. */
export interface PressInput extends RequestedPress {
  /** Of a press from a callback: with the task and the button its replay key. */
  readonly uuid?: string;
  /** Of a press from a callback: a repeat must have the same one. */
  readonly fingerprint?: string;
}

export type Press = (input: PressInput) => Promise<Verdict>;

/** Called with what is known of a press, again once more is known. */
type NoteFound = (found: InstanceRow, nodeId?: string, key?: string) => void;

export interface PressParts {
  readonly steps: Pick<InstanceSteps, 'apply'>;
  readonly definitions: Pick<Definitions, 'load'>;
  readonly directory: PeopleChecks<InstanceRow>;
  readonly noteUnknownTasks: NoteUnknownTasks;
  readonly confirmTasks: ConfirmTasks;
  readonly settings: PressSettings;
}

/**
 * Checks and applies presses. The press, its replay key, its verdict and the step are one commit; a repeat gets the same
 * verdict, even after a restart. A press is not stored, and can be repeated, if it failed, if the task was unknown, if the
 * process was suspended, or if its step refused it: it would transfer the task to the same person, or be a second vote.
 */
export function createPress(context: BridgeContext, parts: PressParts): Press {
  const { store, clock, telemetry } = context;
  const { steps, definitions, directory, noteUnknownTasks, confirmTasks, settings } = parts;
  const { hostListens, texts } = settings;

  /** Returns the stored verdict of the same press; refuses another press with the same key. */
  async function findEarlier({ uuid, taskId, actionKey, fingerprint }: PressInput): Promise<Verdict | undefined> {
    if (uuid === undefined || actionKey === undefined) return undefined;
    const earlier = await store.getPress({ uuid, taskId, actionKey });
    if (!earlier) return undefined;
    if (earlier.fingerprint !== fingerprint) return refuse('keyReused', texts);
    const { kind, message } = earlier.verdict;
    return { kind: kind === 'applied' ? 'duplicate' : kind, message };
  }

  /** Stores a refusal, so that a repeat gets the same answer. Of two concurrent presses the first one counts. */
  async function storeRefusal(input: PressInput, verdict: Verdict): Promise<Verdict> {
    const row = rowOf(input, verdict);
    if (!row) return verdict;
    await store.putPress(row);
    return (await findEarlier(input)) ?? verdict;
  }

  /** The row that a step commits together with its changes; undefined for a press without a replay key. */
  function rowOf({ uuid, taskId, actionKey, fingerprint }: PressInput, verdict: Verdict): PressRow | undefined {
    if (uuid === undefined || fingerprint === undefined || actionKey === undefined) return undefined;
    return { uuid, taskId, actionKey, fingerprint, verdict, at: clock() };
  }

  async function decideAndApply(input: PressInput, found: FoundTask<InstanceRow>, note: NoteFound): Promise<Verdict> {
    const { task, instance } = found;
    const { model } = await definitions.load(instance.definitionId);
    const node = buttonsOfTask(model, task);
    const judged = await judgePress(input, found, node, directory);
    if (typeof judged === 'string') return storeRefusal(input, refuse(judged, texts, buttonKeys(node)));
    note(instance, task.nodeId, judged.button.key);
    const outcome = await steps.apply<Verdict | typeof MIGRATED>(
      task.instanceId,
      async (current) => {
        if (current.definitionId !== instance.definitionId) return { refuse: MIGRATED };
        const isUnchanged = current === instance;
        const earlier = isUnchanged ? undefined : await findEarlier(input);
        if (earlier) return { refuse: earlier };
        const now = isUnchanged ? task : ((await store.getTask(task.taskId)) ?? task);
        return planStep(input, judged, { task: now, instance: current });
      },
      instance,
    );
    if ('applied' in outcome) return verdictOf(judged, outcome.applied);
    // A press waits for nothing: only messages and signals can be without a receiver.
    if (!('refused' in outcome)) throw new TypeError('A press was applied to nothing.');
    if (outcome.refused === MIGRATED) return pressAgain(input, note);
    return outcome.refused.kind === 'stale' ? storeRefusal(input, outcome.refused) : outcome.refused;
  }

  /** The button was found in the definition that the instance ran before: what it does may have changed. */
  async function pressAgain(input: PressInput, note: NoteFound): Promise<Verdict> {
    const instance = await store.getInstanceOfTask(input.taskId);
    const task = instance && (await store.getTask(input.taskId));
    return task ? decideAndApply(input, { task, instance }, note) : refuse('taskUnknown', texts);
  }

  function verdictOf({ button }: JudgedPress, { matched, changes }: StepResult): Verdict {
    return answerPress(button, { matched, gone: changes.gone }, settings);
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
    return {
      trigger,
      extras: {
        pressedAt,
        ...(action && { action }),
        byResult(result) {
          const press = rowOf({ ...input, actionKey: button.key }, verdictOf(judged, result));
          // A use counts if somebody heard of it.
          const counts = actionUses && (result.matched || hostListens());
          return { ...(press && { press }), ...(counts && { taskChanges: [{ taskId, actionUses }] }) };
        },
      },
    };
  }

  async function press(input: PressInput, noteFound: NoteFound): Promise<Verdict> {
    // The instance is read first: if a row that is read later is newer, the step loses the race and is repeated.
    const instance = await store.getInstanceOfTask(input.taskId);
    if (instance) noteFound(instance);
    const earlier = await findEarlier(input);
    if (earlier) return earlier;
    const task = instance && (await store.getTask(input.taskId));
    if (!task) {
      // Only the center can know a task that the database does not.
      if (input.uuid !== undefined) await noteUnknownTasks([input.taskId]);
      return refuse('taskUnknown', texts);
    }
    noteFound(instance, task.nodeId);
    try {
      // Only the center has a replay key, and it calls for what it has. Before the press is stored: a repeat is not looked at.
      if (input.uuid !== undefined) await confirmTasks([task]);
      return await decideAndApply(input, { task, instance }, noteFound);
    } catch (error) {
      // Not stored: the button may name somebody else when the same call is repeated.
      const refusal = refusalOfStep(error);
      if (refusal) return refuse(refusal, texts);
      // Retention has deleted the instance since its task was read.
      if (error instanceof InputError && error.code === 'ERR_INSTANCE_UNKNOWN') return refuse('taskUnknown', texts);
      if (isMistake(error)) throw error;
      const { instanceId, taskId: subject } = task;
      const failure = await recordIncident(context, error, { instanceId, kind: 'press', subject }, store.failPress);
      return answerFailed(failure, texts);
    }
  }

  return (input) => {
    const { taskId, actionKey } = input;
    const startedAt = performance.now();
    const attributes = { 'bpmn_bridge.task.id': taskId, 'bpmn_bridge.action.key': actionKey };
    return telemetry.inSpan('bpmn_bridge.press', { attributes }, async (span) => {
      let processId: string | undefined;
      let verdict = 'error';
      try {
        const answer = await press(input, (found, nodeId, key = actionKey) => {
          processId = found.processId;
          span.set({
            'bpmn_bridge.process.id': processId,
            'bpmn_bridge.instance.id': found.instanceId,
            'bpmn_bridge.node.id': nodeId,
            'bpmn_bridge.action.key': key,
          });
        });
        verdict = answer.kind;
        return answer;
      } catch (error) {
        if (isMistake(error)) verdict = 'invalid';
        throw error;
      } finally {
        const named = { 'bpmn_bridge.process.id': processId, 'bpmn_bridge.press.verdict': verdict };
        span.set({ 'bpmn_bridge.press.verdict': verdict });
        telemetry.record('bpmn_bridge.press.duration', secondsSince(startedAt), named);
      }
    });
  };
}

/** Of the caller, and none of the process: no incident, and nothing to alert operators of. */
function isMistake(error: unknown): boolean {
  return error instanceof InputError && error.code === 'ERR_BUTTON_UNKNOWN';
}

/** The instance went on in another definition between the reading of its rows and the step. */
const MIGRATED = Symbol('migrated');
