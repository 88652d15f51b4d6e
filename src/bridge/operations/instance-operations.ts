import type { NameOf } from '../../host/person-names.ts';
import { PRESS_RIGHTS, type Right, refuseState } from '../../plugin/apply/press/press-rights.ts';
import { shownNameOf } from '../../plugin/apply/press/press-trigger.ts';
import { refuse, withUnreported } from '../../plugin/apply/press/verdicts.ts';
import type { Trigger } from '../../plugin/apply/trigger.ts';
import { statusText, type Wording } from '../../plugin/explain/wording.ts';
import type { Verdict } from '../../protocol/verdict.ts';
import type { InstanceRow, Store } from '../../store/port.ts';
import { fillText } from '../../texts/fill-text.ts';
import { pressedStateOf } from '../steps/instance-status.ts';
import type { InstanceSteps } from '../steps/instance-steps.ts';
import { type Authorize, judgeRight, type KnownGroups } from './authorize.ts';
import {
  type OperationOptions,
  readOperationOptions,
  readVariables,
  readVariablesOptions,
  type VariablesOptions,
} from './operation-options.ts';

/** Operations on an instance, called from code; equivalent to the buttons of the center. */
export interface InstanceOperations {
  suspend(instanceId: string, options?: OperationOptions): Promise<Verdict>;
  activate(instanceId: string, options?: OperationOptions): Promise<Verdict>;
  terminate(instanceId: string, options?: OperationOptions): Promise<Verdict>;
  revoke(instanceId: string, options?: OperationOptions): Promise<Verdict>;
  setVariables(
    instanceId: string,
    variables: Readonly<Record<string, unknown>>,
    options?: VariablesOptions,
  ): Promise<Verdict>;
}

interface InstanceOperation {
  readonly type: 'HANG_UP' | 'ACTIVE' | 'BREAK_UP' | 'REVOKE';
  /** Key of the answer's text. */
  readonly done: 'suspended' | 'activated' | 'terminated' | 'revoked';
  readonly triggerOf: (
    instance: InstanceRow,
    account: string | undefined,
    opinions: string | null,
    personName: string | null | undefined,
  ) => Trigger;
}

const SUSPEND: InstanceOperation = { type: 'HANG_UP', done: 'suspended', triggerOf: () => ({ kind: 'suspend' }) };
const ACTIVATE: InstanceOperation = { type: 'ACTIVE', done: 'activated', triggerOf: () => ({ kind: 'activate' }) };

export interface InstanceOperationsParts {
  readonly store: Pick<Store, 'getInstance' | 'listOpenTasks'>;
  readonly steps: Pick<InstanceSteps, 'apply'>;
  readonly authorize: Authorize;
  /** `systemHandler` is the account for what no person did. */
  readonly settings: Wording & { readonly nameOf: NameOf; readonly systemHandler: string | undefined };
}

export function createInstanceOperations({
  store,
  steps,
  authorize,
  settings,
}: InstanceOperationsParts): InstanceOperations {
  const { nameOf, texts, systemHandler, systemName } = settings;
  const readTasks = async ({ who }: Right, instanceId: string) =>
    who.includes('handler') ? store.listOpenTasks(instanceId) : [];

  async function askAbout(right: Right, account: string, instanceId: string, known: KnownGroups) {
    const instance = await store.getInstance(instanceId);
    if (!instance) return undefined;
    const found = { instance, tasks: await readTasks(right, instanceId) };
    await authorize(right, { account, ...found }, known);
    return found;
  }

  /** Without an account the host itself acts, which needs no right. */
  const operate =
    ({ type, done, triggerOf }: InstanceOperation) =>
    async (instanceId: string, options: OperationOptions = {}): Promise<Verdict> => {
      const { account, opinions = null } = readOperationOptions(instanceId, options);
      const right = PRESS_RIGHTS[type];
      const known: KnownGroups = new Map();
      const personName = account === undefined ? undefined : await nameOf(account);
      for (;;) {
        // The host's directory can be slow, and steps of the instance must not wait for it. So it is asked before the step,
        // which uses only known answers. If an answer is missing, the directory is asked and the step is tried again.
        const found = account === undefined ? undefined : await askAbout(right, account, instanceId, known);
        const outcome = await steps.apply<Verdict | 'ask first'>(
          instanceId,
          async (instance) => {
            if (account !== undefined) {
              const tasks = instance === found?.instance ? found.tasks : await readTasks(right, instanceId);
              const judged = judgeRight(right, { account, instance, tasks }, known);
              if (judged !== true) return { refuse: judged === false ? refuse(right.others, texts) : 'ask first' };
            }
            const state = { task: 'IN_PROGRESS', instance: pressedStateOf(instance) } as const;
            const refusal = refuseState(right, state);
            if (refusal) return { refuse: refuse(refusal, texts) };
            const action = {
              taskId: null,
              nodeId: null,
              key: null,
              type,
              account: account ?? systemHandler ?? null,
              opinions,
            };
            return { trigger: triggerOf(instance, account, opinions, personName), extras: { action } };
          },
          found?.instance,
        );
        const answer = { kind: 'applied', message: texts[`done.${done}`] } as const;
        if ('applied' in outcome) return withUnreported(answer, outcome.applied.changes.gone, texts);
        if (!('refused' in outcome)) return answer;
        if (outcome.refused !== 'ask first') return outcome.refused;
      }
    };

  const end = (
    type: InstanceOperation['type'],
    as: 'terminated' | 'revoked',
    status: 'terminate' | 'revoke',
  ): InstanceOperation => ({
    type,
    done: as,
    triggerOf: (instance, account, opinions, personName) => ({
      kind: 'end',
      as,
      account: account ?? systemHandler ?? instance.initiator,
      handlerName: account === undefined ? systemName : (shownNameOf(instance, account, personName) ?? systemName),
      opinions,
      handleStatus: statusText(settings, status),
      reported: true,
    }),
  });

  return {
    suspend: operate(SUSPEND),
    activate: operate(ACTIVATE),
    terminate: operate(end('BREAK_UP', 'terminated', 'terminate')),
    revoke: operate(end('REVOKE', 'revoked', 'revoke')),
    async setVariables(instanceId, given, options) {
      const variables = readVariables(instanceId, given);
      const { callId } = readVariablesOptions(instanceId, options);
      const place = callId === undefined ? {} : { callId };
      const outcome = await steps.apply<Verdict>(instanceId, async (instance) =>
        pressedStateOf(instance) === 'over'
          ? { refuse: refuse('processOver', texts) }
          : { trigger: { kind: 'set-variables', variables, ...place } },
      );
      if ('refused' in outcome) return outcome.refused;
      if (!('unmatched' in outcome)) return { kind: 'applied', message: texts['done.variablesSet'] };
      return { kind: 'unknown', message: fillText(texts, 'refused.callUnknown', { call: callId ?? '' }) };
    },
  };
}
