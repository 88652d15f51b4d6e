/** Probes of task states; in a real center somebody has to check its lists and status requests. */
import { fine, type Probe } from './probe.ts';

const TIME = '2025-06-01 10:00:00';
/** The same, as the spec shows times of a status answer. */
const SHORT_TIME = '25-06-01 10:00:00';

export const STATUS_PROBES: readonly Probe[] = [
  {
    name: 'suspended-list',
    question: 'Does a suspended task stay in the pending list?',
    sandboxSwitch: 'suspendedStaysListed',
    readings: {
      true: fine('yes: ACTIVE can be pressed there'),
      false: fine('no', 'nobody can press ACTIVE: call bridge.activate from a page of your own'),
    },
    async ask(center) {
      const { ACCOUNT } = center.variables;
      const taskId = await center.openOne();
      const look = `With the status address registered, ${taskId} answered SUSPENDED: whether ${ACCOUNT} still finds it in the pending list.`;
      return { saw: [`a task to be suspended: ${taskId}`], look, made: taskId };
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
    async ask(center) {
      const taskId = await center.openOne();
      const look = `With the status address registered, ${taskId} answered SUSPENDED: whether the question of the next night names it again.`;
      return { saw: [`a task to be suspended: ${taskId}`], look, made: taskId };
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
    async ask(center) {
      const taskId = await center.openOne();
      const look = `With an address of yours registered for the status callback: the body that comes at 23:00:00, about ${taskId}.`;
      return { saw: [`a task to be asked about: ${taskId}`], look, made: taskId };
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
    async ask(center) {
      const [long = '', short = ''] = await center.open({}, {});
      const look = `With the status address registered, ${long} answered TERMINATED with handleTime ${TIME}, ${short} with ${SHORT_TIME}: which of them leaves the list.`;
      return { saw: [`two tasks: ${long}, ${short}`], look, made: [long, short] };
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
    async ask(center) {
      const { ACCOUNT } = center.variables;
      const [taskId, next] = [await center.openOne(), center.newId('next')];
      const look = `With the status address registered, ${taskId} answered FINISH next with ${next} for ${ACCOUNT}: whether it is handled, and ${next} pending.`;
      return { saw: [`a task to be asked about: ${taskId}`], look, made: { taskId, next } };
    },
  },
  {
    name: 'status-hours',
    question: 'After how many hours is the status of an opened task requested?',
    readings: { day: fine('after a day at the latest'), later: fine('later', 'the nightly request comes first') },
    async ask(center) {
      const { ACCOUNT } = center.variables;
      const taskId = await center.openOne();
      const look = `With the status address registered, ${ACCOUNT} opens ${taskId} tomorrow: whether a question about it comes.`;
      return { saw: [`a task to be opened tomorrow: ${taskId}`], look, made: taskId };
    },
  },

  {
    name: 'turn',
    question: 'Who has a task with the status TURN: does the center itself assign it to turnHandler?',
    sandboxSwitch: 'turnMovesTask',
    readings: {
      false: fine('nobody: it is removed, and next names the new handlers'),
      'without-next': fine('turnHandler, if the answer has no next task', 'the bridge always sends it'),
      true: {
        means: 'turnHandler, in addition to the tasks in next',
        bridge:
          'no option: if the center requests the status before the report of a transfer arrives, the new handler has the task twice, and the report of the transfer is parked; skip it',
      },
    },
    async ask(center) {
      const { ACCOUNT, SECOND_ACCOUNT } = center.variables;
      const [bare = '', named = ''] = await center.open({}, {});
      const after = center.newId('after');
      const look = `With the status address registered, ${bare} and ${named} of ${ACCOUNT} answered TURN with turnHandler ${SECOND_ACCOUNT}, the second with next ${after}: which of the two ${SECOND_ACCOUNT} has then.`;
      return { saw: [`two tasks to be handed over: ${bare}, ${named}`], look, made: { bare, named, after } };
    },
  },
];
