/** Probes of a transferred task; in a real center somebody has to check its lists. */
import { fine, type Probe } from './probe.ts';

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
    async ask(center) {
      const { ACCOUNT, SECOND_ACCOUNT } = center.variables;
      const [bare = '', named = ''] = await center.open({}, {});
      const after = center.newId('after');
      const look = `With the status address registered, ${bare} and ${named} of ${ACCOUNT} answered TURN with turnHandler ${SECOND_ACCOUNT}, the second with next ${after}: which of the two ${SECOND_ACCOUNT} has then.`;
      return { saw: [`two tasks to be handed over: ${bare}, ${named}`], look, made: { bare, named, after } };
    },
  },
];
