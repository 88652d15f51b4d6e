/** Probes of the tasks that a report creates. */
import { describeEntries, fine, type Probe } from './probe.ts';

export const CREATION_PROBES: readonly Probe[] = [
  {
    name: 'duplicate-task-id',
    question: 'What happens to a next task whose taskId already exists, as in a repeat after a lost answer?',
    sandboxSwitch: 'duplicateTaskId',
    readings: {
      refuse: fine(
        'it is refused, by an entry with its id',
        'a repeat is listed as unconfirmed, because it is not known whether the first attempt succeeded',
      ),
      ignore: fine('no error, and the first task is unchanged'),
      twice: {
        means: 'no error, and the task exists twice',
        bridge:
          'no option: a repeat after a lost answer creates the task twice. A press on the second one is refused, and it stays in the list until the center requests its status: register the address of bridge.statusUrl(), and inform the operators of the center',
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
      // A second task of that id would belong to the second person.
      const state = await center.tryTask(taskId, { handler: SECOND_ACCOUNT });
      saw.push(`the second person handles it: ${state}`);
      const look = `That ${taskId} is pending for ${ACCOUNT} once, and not for ${SECOND_ACCOUNT}.`;
      return { reading: state === 'refused' ? 'ignore' : 'twice', saw, look };
    },
  },
  {
    name: 'transaction-types',
    question: 'Must a transaction type be registered before a task of this type is created?',
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
    question: 'What happens to a next task for a person whom the center does not know?',
    sandboxSwitch: 'unknownHandlers',
    readings: {
      take: fine(
        'it is created, and nobody has it',
        'the answers do not show it; compare the handlers of your processes with the accounts of the center before you go live',
      ),
      refuse: fine(
        'it is refused, by an entry with its id',
        'after outbox.maxItemAttempts the report is parked with the message of the center; call bridge.outbox.retry(…, { handlers }) with other handlers',
      ),
    },
    async ask(center) {
      const creates = async (handlers: Readonly<Record<string, unknown>>) => {
        const next = [center.next(center.newId('task'), handlers)];
        return center.report(center.item(await center.openOne(), 'next', { next }));
      };
      const account = await creates({ handlers: center.newId('nobody') });
      const group = await creates({ handlers: undefined, handlingGroup: center.newId('no-group') });
      const saw = [
        `a task for an unknown account: ${describeEntries(account)}`,
        `a task for an unknown group: ${describeEntries(group)}`,
      ];
      return { reading: account.length > 0 || group.length > 0 ? 'refuse' : 'take', saw };
    },
  },
];
