/** What the probes by hand show in our sandbox. */
import type { Center } from '../../support/inner/conformance.ts';
import type { SandboxAccess } from '../sandbox-access.ts';
import { answer, lastCall, lastQuestion, stateOf, TIME } from './calls.ts';

const DAY = 86_400_000;
/** The same, as the spec shows times of a status answer. */
const SHORT_TIME = '25-06-01 10:00:00';

/** The reading that each of these probes finds, by its name. */
export const PROBES_SEEN: Readonly<
  Record<string, (access: SandboxAccess, made: never, center: Center) => Promise<string> | string>
> = {
  async 'follow-up'(access, taskId: string, center) {
    await access.press(taskId, { action: 'Stop', account: center.variables.INITIATOR });
    return `${(await center.report(center.item(taskId, 'end'))).length > 0}`;
  },
  async 'suspend-by-press'(access, taskId: string, center) {
    await access.press(taskId, { action: 'Hold', account: center.variables.ACCOUNT });
    return `${stateOf(access, center, taskId) !== 'pending'}`;
  },
  async 'button-answer'(access, taskId: string, { variables: { ACCOUNT } }) {
    for (const [action, said] of [
      ['Refused', { code: 500, message: 'no' }],
      ['Silent', {}],
    ] as const) {
      access.system.answerButtons(said);
      await access.press(taskId, { action, account: ACCOUNT });
    }
    access.system.answerButtons(undefined);
    const task = access.handled(ACCOUNT).find((each) => each.taskId === taskId);
    const left = (task?.buttons ?? []).map(({ name }) => name);
    return left.includes('Silent') ? 'code-0' : left.includes('Refused') ? 'code-0-if-any' : 'any-2xx';
  },
  async 'batch-uuid'(access, ids: string[], { variables: { ACCOUNT } }) {
    await access.batch(ids, { account: ACCOUNT });
    const uuids = new Set(access.system.received.slice(-2).map(({ headers }) => headers.uuid));
    return uuids.size === 1 ? 'one-for-all' : 'per-call';
  },
  async 'button-call'(access, taskId: string, { variables: { ACCOUNT } }) {
    await access.press(taskId, { action: 'Go', account: ACCOUNT });
    return Object.keys(lastCall(access)?.body ?? {}).includes('accountName') ? 'plain' : 'sealed';
  },
  async 'suspended-list'(access, taskId: string, center) {
    await answer(access, taskId, 'SUSPENDED', { handleTime: TIME, endTime: TIME, handler: 'bo' });
    return `${stateOf(access, center, taskId) !== 'not pending'}`;
  },
  async 'suspended-asked-again'(access, taskId: string) {
    await answer(access, taskId, 'SUSPENDED', { handleTime: TIME, endTime: TIME, handler: 'bo' });
    const [run] = await access.runNightly();
    return `${run?.taskIds.includes(taskId) ?? false}`;
  },
  async 'status-question'(access) {
    await access.runNightly();
    return Array.isArray(lastQuestion(access)?.body) ? 'bare' : 'object';
  },
  async 'status-time-form'(access, taskIds: string[]) {
    const isTaken = [];
    for (const [index, handleTime] of [TIME, SHORT_TIME].entries()) {
      const wrong = await answer(access, taskIds[index] ?? '', 'TERMINATED', { handleTime, handler: 'bo' });
      isTaken.push(wrong.length === 0);
    }
    if (isTaken[0] && isTaken[1]) return 'either';
    return isTaken[0] ? 'yyyy-MM-dd HH:mm:ss' : 'yy-MM-dd hh:mm:ss';
  },
  async 'status-answer'(access, { taskId, next }: { taskId: string; next: string }, center) {
    const { ACCOUNT, APP_ID, TRANS_TYPE_CODE } = center.variables;
    const task = { appId: APP_ID, taskId: next, nodeId: 'n', nodeName: 'N', handlers: ACCOUNT };
    const given = { ...task, transTypeCode: TRANS_TYPE_CODE };
    await answer(access, taskId, 'FINISH', { handleTime: TIME, handler: ACCOUNT, status: 'next', next: [given] });
    return stateOf(access, center, next) === 'pending' ? 'as-report' : 'nothing';
  },
  async 'status-hours'(access, taskId: string, { variables: { ACCOUNT } }) {
    access.advanceClock(DAY + 1000);
    const { asked } = await access.open(taskId, ACCOUNT);
    access.advanceClock(-DAY - 1000);
    return asked ? 'day' : 'later';
  },
  async turn(access, { bare, named, after }: { bare: string; named: string; after: string }, center) {
    const { ACCOUNT, SECOND_ACCOUNT, APP_ID, TRANS_TYPE_CODE } = center.variables;
    const task = { appId: APP_ID, taskId: after, nodeId: 'n', nodeName: 'N', handlers: SECOND_ACCOUNT };
    const isMoved = async (taskId: string, next: readonly object[]) => {
      const turned = { handleTime: TIME, handler: ACCOUNT, turnHandler: SECOND_ACCOUNT };
      await answer(access, taskId, 'TURN', next.length === 0 ? turned : { ...turned, next });
      return access.pending(SECOND_ACCOUNT).some((each) => each.taskId === taskId);
    };
    const isBare = await isMoved(bare, []);
    if (await isMoved(named, [{ ...task, transTypeCode: TRANS_TYPE_CODE }])) return 'true';
    return isBare ? 'without-next' : 'false';
  },
  'sign-off'(access, ids: string[], { variables: { ACCOUNT } }) {
    const messages = access.messages(ACCOUNT);
    const [isTop, isData] = ids.map((id) => messages.find(({ sendId }) => sendId === id)?.signOff !== undefined);
    return isTop && isData ? 'either' : isData ? 'data' : 'top';
  },
  'time-zone'(access, sendId: string, { variables: { ACCOUNT } }) {
    const hasCome = () => access.messages(ACCOUNT).some((message) => message.sendId === sendId);
    const isEarly = hasCome();
    access.advanceClock(3_601_000);
    const isOnTime = !isEarly && hasCome();
    access.advanceClock(-3_601_000);
    return isOnTime ? 'own' : 'another';
  },
};
