/** What is open about the tasks that a report creates. */
import { describeEntries, fine, type Probe } from './probe.ts';

export const CREATION_PROBES: readonly Probe[] = [
  {
    name: 'duplicate-task-id',
    question: 'What becomes of a next task whose taskId is there already, as in a repeat after a lost answer?',
    sandboxSwitch: 'duplicateTaskId',
    readings: {
      refuse: fine(
        'it is refused, by an entry with its id',
        'a repeat is listed as unconfirmed, since nobody has seen that the first attempt was done',
      ),
      ignore: fine('nothing is said, and the first one stays as it is'),
      twice: {
        means: 'nothing is said, and it is there twice',
        bridge:
          'no option: a repeat after a lost answer doubles the task. Whoever presses on the second one is refused, and it stays in the list until the center asks for its state: register the address of bridge.statusUrl(), and tell the people who run the center',
      },
    },
    async ask(center) {
      const { ACCOUNT, SECOND_ACCOUNT } = center.variables;
      const taskId = await center.openOne();
      const parent = await center.openOne();
      const again = center.next(taskId, { handlers: SECOND_ACCOUNT });
      const entries = await center.report(center.item(parent, 'next', { next: [again] }));
      const saw = [`the same taskId for somebody else: ${describeEntries(entries)}`];
      if (entries.length > 0) return { reading: 'refuse', saw };
      // A second task of that id would be in the hands of the second person.
      const state = await center.tryTask(taskId, { handler: SECOND_ACCOUNT });
      saw.push(`the second person handles it: ${state}`);
      const look = `That ${taskId} is pending for ${ACCOUNT} once, and not for ${SECOND_ACCOUNT}.`;
      return { reading: state === 'refused' ? 'ignore' : 'twice', saw, look };
    },
  },
  {
    name: 'transaction-types',
    question: 'Must a transaction type be there before a task of it is created?',
    readings: {
      any: fine('no'),
      registered: {
        means: 'yes',
        bridge: 'register the codes that bridge.deploy returns as transTypeCodes, or set defaults.autoCreateTransType',
      },
    },
    async ask(center) {
      const unknown = center.next(center.newId('task'), { transTypeCode: center.newId('type') });
      const entries = await center.report(center.item(await center.openOne(), 'next', { next: [unknown] }));
      return {
        reading: entries.length > 0 ? 'registered' : 'any',
        saw: [`a task of an unknown type: ${describeEntries(entries)}`],
      };
    },
  },
  {
    name: 'unknown-handlers',
    question: 'What becomes of a next task for somebody whom the center does not know?',
    sandboxSwitch: 'unknownHandlers',
    readings: {
      take: fine(
        'it is created, and nobody has it',
        'nothing on the wire tells it; compare what evaluates to handlers with the accounts of the center before you go live',
      ),
      refuse: fine(
        'it is refused, by an entry with its id',
        'after outbox.maxItemAttempts the report is parked with the words of the center; bridge.outbox.retry(…, { handlers }) names somebody else',
      ),
    },
    async ask(center) {
      const creates = async (people: Readonly<Record<string, unknown>>) => {
        const next = [center.next(center.newId('task'), people)];
        return center.report(center.item(await center.openOne(), 'next', { next }));
      };
      const account = await creates({ handlers: center.newId('nobody') });
      const group = await creates({ handlers: undefined, handlingGroup: center.newId('no-group') });
      const saw = [
        `a task for an account that there is not: ${describeEntries(account)}`,
        `a task for a group that there is not: ${describeEntries(group)}`,
      ];
      return { reading: account.length > 0 || group.length > 0 ? 'refuse' : 'take', saw };
    },
  },
];
