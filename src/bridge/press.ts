import type { Button } from '../model/process-model.ts';
import type { CompiledDefinition } from '../plugin/definition.ts';
import { findButton } from '../plugin/find-button.ts';
import { hasSigned, type MayHandle } from '../plugin/may-handle.ts';
import { FORBIDDEN, KEY_REUSED, STALE, UNKNOWN } from '../plugin/press-verdicts.ts';
import type { Verdict } from '../protocol/verdict.ts';
import type { PressRow, Store, TaskRow } from '../store/port.ts';
import type { IncidentLog } from './incidents.ts';
import type { InstanceSteps } from './instance-steps.ts';

/** A press as it comes in: from a callback, with its replay key, or from code. */
export interface PressInput {
  readonly taskId: string;
  /** Key of the button; without it `nextNodeKey` says which, or the task has only one. */
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

/**
 * Decides and applies presses. The press, its replay key, its verdict and the step commit together; a repeat gets the
 * first verdict again, also after a restart. What failed or was unknown is not kept: the same press may come again.
 */
export function createPress(
  store: Store,
  steps: InstanceSteps,
  loadDefinition: (definitionId: string) => Promise<CompiledDefinition>,
  mayHandle: MayHandle,
  incidents: IncidentLog,
  clock: () => number,
): Press {
  async function decideAndApply(input: PressInput, task: TaskRow): Promise<Verdict> {
    const instance = await store.getInstance(task.instanceId);
    if (!instance) return UNKNOWN;
    const { model } = await loadDefinition(instance.definitionId);
    const button = findButton(model.userTasks.get(task.nodeId), input);
    if (typeof button === 'string') return refuse(input, { kind: 'invalid', message: button });
    if (hasSigned(task, input.account)) return refuse(input, STALE);
    if (!(await mayHandle(task, input.account))) return refuse(input, FORBIDDEN);

    const verdict: Verdict = { kind: 'applied', message: `${button.label}: done` };
    const outcome = await steps.apply(task.instanceId, async () => {
      const earlier = await findEarlier(input);
      if (earlier) return { refuse: earlier };
      const now = await store.getTask(task.taskId);
      if (now?.state !== 'IN_PROGRESS' || hasSigned(now, input.account)) return { refuse: STALE };
      return {
        trigger: {
          kind: 'press',
          taskId: task.taskId,
          button,
          account: input.account,
          opinions: input.opinions ?? null,
          pressedAt: input.pressedAt,
          variables: input.variables ?? {},
        },
        extras: pressExtras(input, button, verdict),
      };
    });
    if (!('refused' in outcome)) return verdict;
    return outcome.refused === STALE ? refuse(input, STALE) : outcome.refused;
  }

  /** The verdict of the same press before, or of another press under its key. */
  async function findEarlier({ replay, taskId, action }: PressInput): Promise<Verdict | undefined> {
    if (!replay || action === undefined) return undefined;
    const earlier = await store.getPress({ uuid: replay.uuid, taskId, actionKey: action });
    if (!earlier) return undefined;
    if (earlier.fingerprint !== replay.fingerprint) return KEY_REUSED;
    const { kind, message } = earlier.verdict;
    return { kind: kind === 'applied' ? 'duplicate' : kind, message };
  }

  /** Keeps a refusal under the replay key, so that a repeat hears the same. Of two presses that race the first counts. */
  async function refuse(input: PressInput, verdict: Verdict): Promise<Verdict> {
    const row = pressRow(input, input.action, verdict);
    if (!row) return verdict;
    await store.putPress(row);
    return (await findEarlier(input)) ?? verdict;
  }

  function pressExtras(input: PressInput, button: Button, verdict: Verdict): { press?: PressRow } {
    const press = pressRow(input, button.key, verdict);
    return press ? { press } : {};
  }

  function pressRow(
    { replay, taskId }: PressInput,
    actionKey: string | undefined,
    verdict: Verdict,
  ): PressRow | undefined {
    if (!replay || actionKey === undefined) return undefined;
    return { ...replay, taskId, actionKey, verdict, at: clock() };
  }

  return async (input) => {
    const earlier = await findEarlier(input);
    if (earlier) return earlier;
    const task = await store.getTask(input.taskId);
    if (!task) return UNKNOWN;
    try {
      return await decideAndApply(input, task);
    } catch (error) {
      const reason = await incidents.record(error, {
        instanceId: task.instanceId,
        kind: 'press',
        subject: task.taskId,
      });
      return { kind: 'failed', message: reason };
    }
  };
}
