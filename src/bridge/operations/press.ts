import { InputError } from '../../errors.ts';
import type { NameOf } from '../../host/person-names.ts';
import type { CountedButton } from '../../model/process-model.ts';
import { isToSamePerson } from '../../plugin/apply/hand-over-task.ts';
import { findButton } from '../../plugin/apply/press/find-button.ts';
import { hasSigned } from '../../plugin/apply/press/may-handle.ts';
import { PRESS_RIGHTS, refuseState } from '../../plugin/apply/press/press-rights.ts';
import type { AllowedPress } from '../../plugin/apply/press/press-task.ts';
import { triggerOf } from '../../plugin/apply/press/press-trigger.ts';
import {
  answerApplied,
  answerFailed,
  answerUnmatched,
  type PressRefusal,
  refuse,
  withUnreported,
} from '../../plugin/apply/press/verdicts.ts';
import type { Wording } from '../../plugin/explain/wording.ts';
import type { StepChanges } from '../../plugin/outcome/finish-step.ts';
import type { Verdict } from '../../protocol/verdict.ts';
import type { InstanceRow, Store, TaskRow } from '../../store/port.ts';
import type { Definitions } from '../definitions/definitions.ts';
import type { IncidentLog } from '../steps/incidents.ts';
import { pressedStateOf } from '../steps/instance-status.ts';
import type { InstanceSteps, StepPlan } from '../steps/instance-steps.ts';
import { type Authorize, actsForOthers, type KnownGroups } from './authorize.ts';
import type { ReplayKeys } from './replay-keys.ts';

/** A press from a callback, with its replay key, or from code; nothing about its task has been checked yet. */
export interface PressInput {
  readonly taskId: string;
  /** Key of the button. Default: the button that `nextNodeKey` names, or the only one. */
  readonly action?: string | undefined;
  readonly account: string;
  readonly opinions?: string | null | undefined;
  readonly nextNodeKey?: string | null | undefined;
  /** Epoch milliseconds, by the center's clock. */
  readonly pressedAt: number;
  readonly variables?: Readonly<Record<string, unknown>> | undefined;
  readonly replay?: { readonly uuid: string; readonly fingerprint: string } | undefined;
}

export type Press = (input: PressInput) => Promise<Verdict>;

export interface PressParts {
  readonly store: Store;
  readonly steps: Pick<InstanceSteps, 'apply'>;
  readonly definitions: Pick<Definitions, 'load'>;
  readonly authorize: Authorize;
  readonly replayKeys: ReplayKeys;
  readonly incidents: Pick<IncidentLog, 'record'>;
  readonly settings: PressSettings;
}

interface PressSettings extends Pick<Wording, 'texts' | 'systemName'> {
  /** Whether the center itself concludes a transaction after its own BREAK_UP and REVOKE buttons. */
  readonly concludesItself: boolean;
  readonly nameOf: NameOf;
  /** Whether the host listens to the event `action`. */
  readonly hostListens: () => boolean;
}

/**
 * Checks and applies presses. The press, its replay key, its verdict and the step are one commit; a repeat gets the same
 * verdict, even after a restart. A press is not stored, and can be repeated, if it failed, if the task was unknown, if the
 * process was suspended, or if it would transfer the task to the same person.
 */
export function createPress({
  store,
  steps,
  definitions,
  authorize,
  replayKeys,
  incidents,
  settings,
}: PressParts): Press {
  const { hostListens, nameOf, texts } = settings;

  async function decideAndApply(input: PressInput, { task, instance }: Found): Promise<Verdict> {
    const { model } = await definitions.load(instance.definitionId);
    const button = findButton(model.userTasks.get(task.nodeId), input);
    if (typeof button === 'string') return replayKeys.storeRefusal(input, refuse(button, texts));
    const right = PRESS_RIGHTS[button.type];
    const known: KnownGroups = new Map();
    const isStale = right.task === 'open' && hasSigned(task, input.account);
    if (!isStale && !(await authorize(right, { account: input.account, instance, tasks: [task] }, known))) {
      return replayKeys.storeRefusal(input, refuse(right.others, texts));
    }

    const person = { personName: await nameOf(input.account), actsForOthers: actsForOthers(known, task) };
    const verdict = answerApplied(button, texts);
    const outcome = await steps.apply<Verdict>(
      task.instanceId,
      async (current) => {
        const isUnchanged = current === instance;
        const earlier = isUnchanged ? undefined : await replayKeys.findEarlier(input);
        if (earlier) return { refuse: earlier };
        const now = isUnchanged ? task : ((await store.getTask(task.taskId)) ?? task);
        const refusal = refuseNow(button, input, now, current);
        return refusal
          ? { refuse: refuse(refusal, texts) }
          : planOf({ button, input: { ...input, ...person }, task: now, instance: current, verdict });
      },
      instance,
    );
    if ('applied' in outcome) {
      const { matched, changes } = outcome.applied;
      return matched || hostListens() ? answerEnd(button, verdict, changes) : answerUnmatched(button, texts);
    }
    if (!('refused' in outcome)) return verdict;
    return outcome.refused.kind === 'stale' ? replayKeys.storeRefusal(input, outcome.refused) : outcome.refused;
  }

  /** The answer to a press that ends the instance names tasks that stay in people's lists. */
  function answerEnd({ type }: CountedButton, done: Verdict, { gone }: StepChanges): Verdict {
    return type === 'BREAK_UP' || type === 'REVOKE' ? withUnreported(done, gone, texts) : done;
  }

  function planOf({ button, input, task, instance, verdict }: PlannedPress): StepPlan {
    const { taskId, nodeId, actionUses } = task;
    const { account, personName, actsForOthers: isForOthers = false, pressedAt, opinions = null } = input;
    const { variables = {} } = input;
    const person = { account, personName, actsForOthers: isForOthers };
    const press = replayKeys.rowOf(input, button.key, verdict);
    const unmatchedPress = replayKeys.rowOf(input, button.key, answerUnmatched(button, texts));
    const uses = { ...actionUses, [button.key]: (actionUses[button.key] ?? 0) + 1 };
    return {
      trigger: triggerOf({ taskId, button, ...person, opinions, pressedAt, variables }, instance, settings),
      extras: {
        ...(press && { press, answerOf: (changes) => answerEnd(button, verdict, changes) }),
        pressedAt,
        ...(button.times !== undefined && { taskChanges: [{ taskId, actionUses: uses }] }),
        ...(!hostListens() && { unmatched: { ...(unmatchedPress && { press: unmatchedPress }), taskChanges: [] } }),
        ...(button.type !== 'HANDLE' && {
          action: { taskId, nodeId, key: button.key, type: button.type, account, opinions },
        }),
      },
    };
  }

  return async (input) => {
    // The instance is read first: if a row that is read later is newer, the step loses the race and is repeated.
    const instance = await store.getInstanceOfTask(input.taskId);
    const earlier = await replayKeys.findEarlier(input);
    if (earlier) return earlier;
    const task = instance && (await store.getTask(input.taskId));
    if (!task) return refuse('taskUnknown', texts);
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
  };
}

/** The rows of a press, read once; read again only if another step was faster. */
interface Found {
  readonly task: TaskRow;
  readonly instance: InstanceRow;
}

/** A press that passed all checks, with the rows that its step changes. */
interface PlannedPress {
  readonly button: CountedButton;
  readonly input: PressInput & Pick<AllowedPress, 'personName' | 'actsForOthers'>;
  readonly task: TaskRow;
  readonly instance: InstanceRow;
  /** The answer after it is applied. */
  readonly verdict: Verdict;
}

function refuseNow(
  { type, key, times }: CountedButton,
  { account }: PressInput,
  task: TaskRow,
  instance: InstanceRow,
): PressRefusal | undefined {
  const right = PRESS_RIGHTS[type];
  if (right.task === 'open' && hasSigned(task, account)) return 'taskFinished';
  const refusal = refuseState(right, { task: task.state, instance: pressedStateOf(instance) });
  if (refusal) return refusal;
  return times !== undefined && (task.actionUses[key] ?? 0) >= times ? 'usedUp' : undefined;
}
