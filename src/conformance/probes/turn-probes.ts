/** What is open about a task that was handed over: a real center shows it only to somebody who looks into its lists. */
import type { Center } from '../center.ts';
import type { Hands } from '../hands.ts';
import { fine, type Probe } from './probe.ts';

const TIME = '2025-06-01 10:00:00';

/** The center asks about all its open tasks, and is told that this one was handed over. */
async function hand(hands: Hands, { variables }: Center, taskId: string, next: readonly object[]): Promise<boolean> {
  const { ACCOUNT, SECOND_ACCOUNT } = variables;
  const taskData = { handleTime: TIME, handler: ACCOUNT, turnHandler: SECOND_ACCOUNT };
  hands.system.say(taskId, 'TURN', next.length === 0 ? taskData : { ...taskData, next });
  await hands.runNightly();
  hands.system.say(taskId, 'IN_PROGRESS', {});
  return hands.pending(SECOND_ACCOUNT).some((task) => task.taskId === taskId);
}

export const TURN_PROBES: readonly Probe[] = [
  {
    name: 'turn',
    question: 'Who has a task that was answered TURN: does the center hand it to turnHandler by itself?',
    sandboxSwitch: 'turnMovesTask',
    readings: {
      false: fine('nobody: it is gone, and next says who goes on'),
      'without-next': fine('turnHandler, where the answer names no next task', 'the bridge always names it'),
      true: {
        means: 'turnHandler, beside what next creates',
        bridge:
          'no option: where the center asks before the report of a transfer has arrived, the new handler finds the task twice, and the report of the transfer is parked; skip it',
      },
    },
    async ask(center, hands) {
      const { ACCOUNT, SECOND_ACCOUNT, APP_ID, TRANS_TYPE_CODE } = center.variables;
      const [bare = '', named = ''] = await center.open({}, {});
      const after = center.newId('after');
      const look = `With the status address registered, ${bare} and ${named} of ${ACCOUNT} answered TURN with turnHandler ${SECOND_ACCOUNT}, the second with next ${after}: which of the two ${SECOND_ACCOUNT} has then.`;
      if (hands === undefined) return { saw: [`two tasks to be handed over: ${bare}, ${named}`], look };
      const task = { appId: APP_ID, taskId: after, nodeId: 'n', nodeName: 'N', handlers: SECOND_ACCOUNT };
      const next = [{ ...task, transTypeCode: TRANS_TYPE_CODE }];
      const [isBare, isNamed] = [await hand(hands, center, bare, []), await hand(hands, center, named, next)];
      const word = (isThere: boolean) => (isThere ? 'has it' : 'has it not');
      const saw = [`turnHandler ${word(isBare)} without next, and ${word(isNamed)} with next`];
      return { reading: isNamed ? 'true' : isBare ? 'without-next' : 'false', saw, look };
    },
  },
];
