/** Probes of a transferred task; in a real center somebody has to check its lists. */
import type { Center } from '../center.ts';
import type { SandboxAccess } from '../sandbox-access.ts';
import { fine, type Probe } from './probe.ts';

const TIME = '2025-06-01 10:00:00';

/** Lets the center request the status of all open tasks, and returns TURN for this one. */
async function hand(
  access: SandboxAccess,
  { variables }: Center,
  taskId: string,
  next: readonly object[],
): Promise<boolean> {
  const { ACCOUNT, SECOND_ACCOUNT } = variables;
  const taskData = { handleTime: TIME, handler: ACCOUNT, turnHandler: SECOND_ACCOUNT };
  access.system.say(taskId, 'TURN', next.length === 0 ? taskData : { ...taskData, next });
  await access.runNightly();
  access.system.say(taskId, 'IN_PROGRESS', {});
  return access.pending(SECOND_ACCOUNT).some((task) => task.taskId === taskId);
}

export const TURN_PROBES: readonly Probe[] = [
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
    async ask(center, access) {
      const { ACCOUNT, SECOND_ACCOUNT, APP_ID, TRANS_TYPE_CODE } = center.variables;
      const [bare = '', named = ''] = await center.open({}, {});
      const after = center.newId('after');
      const look = `With the status address registered, ${bare} and ${named} of ${ACCOUNT} answered TURN with turnHandler ${SECOND_ACCOUNT}, the second with next ${after}: which of the two ${SECOND_ACCOUNT} has then.`;
      if (access === undefined) return { saw: [`two tasks to be handed over: ${bare}, ${named}`], look };
      const task = { appId: APP_ID, taskId: after, nodeId: 'n', nodeName: 'N', handlers: SECOND_ACCOUNT };
      const next = [{ ...task, transTypeCode: TRANS_TYPE_CODE }];
      const [isBare, isNamed] = [await hand(access, center, bare, []), await hand(access, center, named, next)];
      const word = (isThere: boolean) => (isThere ? 'has it' : 'has it not');
      const saw = [`turnHandler ${word(isBare)} without next, and ${word(isNamed)} with next`];
      return { reading: isNamed ? 'true' : isBare ? 'without-next' : 'false', saw, look };
    },
  },
];
