/** Probes of task states; in a real center somebody has to check its lists and status requests. */
import type { Center } from '../center.ts';
import type { SandboxAccess } from '../sandbox-access.ts';
import { describeEntries, fine, type Probe } from './probe.ts';

const DAY = 86_400_000;
const TIME = '2025-06-01 10:00:00';
/** The same, as the spec shows times of a status answer. */
const SHORT_TIME = '25-06-01 10:00:00';

const stateOf = (access: SandboxAccess, center: Center, taskId: string) =>
  access.pending(center.variables.ACCOUNT).find((task) => task.taskId === taskId)?.state;
const questions = (access: SandboxAccess) => access.system.received.filter(({ path }) => path === '/status');

/** Lets the center request the status of all open tasks, and returns this status for one of them. */
async function tell(
  access: SandboxAccess,
  taskId: string,
  taskStatus: string,
  taskData: object,
): Promise<readonly string[]> {
  access.system.say(taskId, taskStatus, taskData);
  const runs = await access.runNightly();
  access.system.say(taskId, 'IN_PROGRESS', {});
  return runs.flatMap(({ problems }) =>
    problems.filter((each) => each.taskId === taskId).map(({ message }) => message),
  );
}

export const STATUS_PROBES: readonly Probe[] = [
  {
    name: 'suspended-list',
    question: 'Does a suspended task stay in the pending list?',
    sandboxSwitch: 'suspendedStaysListed',
    readings: {
      true: fine('yes: ACTIVE can be pressed there'),
      false: fine('no', 'nobody can press ACTIVE: call bridge.activate from a page of your own'),
    },
    async ask(center, access) {
      const { ACCOUNT } = center.variables;
      const taskId = await center.openOne();
      const look = `With the status address registered, ${taskId} answered SUSPENDED: whether ${ACCOUNT} still finds it in the pending list.`;
      if (access === undefined) return { saw: [`a task to be suspended: ${taskId}`], look };
      await tell(access, taskId, 'SUSPENDED', { handleTime: TIME, endTime: TIME, handler: ACCOUNT });
      const state = stateOf(access, center, taskId);
      return { reading: `${state !== undefined}`, saw: [`told SUSPENDED: ${state ?? 'in no pending list'}`], look };
    },
  },
  {
    name: 'suspended-asked-again',
    question: 'Does the center request the status of a task again after the answer SUSPENDED?',
    sandboxSwitch: 'asksAboutSuspended',
    readings: {
      true: fine('yes'),
      false: fine('no', 'it never learns that the task was activated: use only the ACTIVE button of the center'),
    },
    async ask(center, access) {
      const taskId = await center.openOne();
      const look = `With the status address registered, ${taskId} answered SUSPENDED: whether the question of the next night names it again.`;
      if (access === undefined) return { saw: [`a task to be suspended: ${taskId}`], look };
      await tell(access, taskId, 'SUSPENDED', { handleTime: TIME, endTime: TIME, handler: 'bo' });
      const [run] = await access.runNightly();
      const isAsked = run?.taskIds.includes(taskId) ?? false;
      return { reading: `${isAsked}`, saw: [`the next question ${isAsked ? 'names' : 'omits'} it`], look };
    },
  },
  {
    name: 'status-question',
    question: 'What is the body of a status request?',
    sandboxSwitch: 'statusQuestion',
    readings: {
      object: fine('an object with taskIds, not encrypted'),
      bare: fine('only the list, not encrypted'),
      sealed: { means: 'it is encrypted', bridge: 'no option: the bridge cannot read encrypted status requests' },
    },
    async ask(center, access) {
      const taskId = await center.openOne();
      const look = `With an address of yours registered for the status callback: the body that comes at 23:00:00, about ${taskId}.`;
      if (access === undefined) return { saw: [`a task to be asked about: ${taskId}`], look };
      await access.runNightly();
      const body = questions(access).at(-1)?.body;
      const reading = Array.isArray(body) ? 'bare' : typeof body === 'object' ? 'object' : 'sealed';
      return { reading, saw: [`it is ${reading === 'bare' ? 'an array' : 'an object'}`], look };
    },
  },
  {
    name: 'status-time-form',
    question: 'Which format of times does the center accept in a status answer?',
    sandboxSwitch: 'statusTimeForm',
    readings: {
      either: fine('both'),
      'yyyy-MM-dd HH:mm:ss': fine('as everywhere else'),
      'yy-MM-dd hh:mm:ss': { means: 'the short one', bridge: "callback.statusTimeForm: 'yy-MM-dd hh:mm:ss'" },
    },
    async ask(center, access) {
      const [long = '', short = ''] = await center.open({}, {});
      const look = `With the status address registered, ${long} answered TERMINATED with handleTime ${TIME}, ${short} with ${SHORT_TIME}: which of them leaves the list.`;
      if (access === undefined) return { saw: [`two tasks: ${long}, ${short}`], look };
      const times = [TIME, SHORT_TIME];
      const wrong = [];
      for (const [index, taskId] of [long, short].entries()) {
        wrong.push(await tell(access, taskId, 'TERMINATED', { handleTime: times[index], handler: 'bo' }));
      }
      const [isLong, isShort] = wrong.map((problems) => problems.length === 0);
      const saw = [
        `${TIME} is ${isLong ? 'accepted' : 'refused'}, ${SHORT_TIME} is ${isShort ? 'accepted' : 'refused'}`,
      ];
      const one = isLong ? 'yyyy-MM-dd HH:mm:ss' : 'yy-MM-dd hh:mm:ss';
      return { reading: isLong && isShort ? 'either' : one, saw, look };
    },
  },
  {
    name: 'status-answer',
    question: 'What does the center do with a status answer, and with a later report of the same state?',
    readings: {
      'as-report': fine(
        'the same as with the report, and answers the later report with 2005',
        'the bridge expects this answer',
      ),
      nothing: fine('nothing', 'the report has the effect'),
    },
    async ask(center, access) {
      const { ACCOUNT, APP_ID, TRANS_TYPE_CODE } = center.variables;
      const [taskId, next] = [await center.openOne(), center.newId('next')];
      const look = `With the status address registered, ${taskId} answered FINISH next with ${next} for ${ACCOUNT}: whether it is handled, and ${next} pending.`;
      if (access === undefined) return { saw: [`a task to be asked about: ${taskId}`], look };
      const task = { appId: APP_ID, taskId: next, nodeId: 'n', nodeName: 'N', handlers: ACCOUNT };
      const given = { ...task, transTypeCode: TRANS_TYPE_CODE };
      await tell(access, taskId, 'FINISH', { handleTime: TIME, handler: ACCOUNT, status: 'next', next: [given] });
      const isThere = stateOf(access, center, next) !== undefined;
      const echo = await center.report(center.item(taskId, 'none'));
      const saw = [`the next task is ${isThere ? 'pending' : 'not there'}; then a report: ${describeEntries(echo)}`];
      return { reading: isThere ? 'as-report' : 'nothing', saw, look };
    },
  },
  {
    name: 'status-hours',
    question: 'After how many hours is the status of an opened task requested?',
    readings: { day: fine('after a day at the latest'), later: fine('later', 'the nightly request comes first') },
    async ask(center, access) {
      const { ACCOUNT } = center.variables;
      const taskId = await center.openOne();
      const look = `With the status address registered, ${ACCOUNT} opens ${taskId} tomorrow: whether a question about it comes.`;
      if (access === undefined) return { saw: [`a task to be opened tomorrow: ${taskId}`], look };
      access.advanceClock(DAY + 1000);
      const { asked } = await access.open(taskId, ACCOUNT);
      access.advanceClock(-DAY - 1000);
      return { reading: asked ? 'day' : 'later', saw: [`opened after a day: ${asked ? 'asked' : 'not asked'}`], look };
    },
  },
];
