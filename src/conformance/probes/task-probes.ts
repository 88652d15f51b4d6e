/** Probes of task handling. */
import { TASK_PATH } from '../center.ts';
import { describeEntries, fine, type Probe } from './probe.ts';

export const TASK_PROBES: readonly Probe[] = [
  {
    name: 'bootstrap',
    question: 'Is a transaction opened after a previous task that the center does not know, and one for each id?',
    sandboxSwitch: 'unknownPreviousTask',
    readings: {
      'transaction-per-id': fine('the tasks are created, in one transaction for each unknown id'),
      'transaction-per-report': {
        means: 'the tasks are created, but each report opens a separate transaction',
        bridge:
          'no option: tasks that a timer or a parallel branch adds before the first task is handled are in a second transaction, which is never concluded; let such processes begin with one task',
      },
      'create-nothing': {
        means: 'nothing is created, but the answer is the same as that of a center that creates the tasks',
        bridge:
          'no option, and no warning at run time, because the answers do not show it: every start counts as delivered, nobody has a task, and the first report after it is parked with 2004; start only from a task of the center, with start(…, { previousTaskId })',
      },
    },
    async ask(center) {
      const [start, one, two] = [center.newId('start'), center.newId('one'), center.newId('two')];
      const { INITIATOR } = center.variables;
      const begin = (taskId: string, more = {}) =>
        center.report(center.item(start, 'next', { handler: INITIATOR, next: [center.next(taskId, more)] }));
      const saw = [`next behind an unknown task: ${describeEntries(await begin(one))}`];
      await begin(two, { nodeId: 'second', nodeName: 'Second' });
      const state = await center.tryTask(two);
      saw.push(`the task created so is ${state}`);
      if (state !== 'open') return { reading: 'create-nothing', saw };
      // In one transaction a node has one name, and nothing is created behind the end.
      const renamed = await begin(center.newId('three'), { nodeName: 'Another name' });
      const isRefused = renamed.some(({ taskId }) => taskId !== start);
      saw.push(`the first node again behind the same id, under another name: ${isRefused ? 'refused' : 'accepted'}`);
      if (isRefused) return { reading: 'transaction-per-id', saw };
      const alone = await center.openOne();
      const control = await center.report(
        center.item(alone, 'next', { next: [center.next(center.newId('four'), { nodeName: 'Another name' })] }),
      );
      saw.push(`the same behind a task of a transaction: ${describeEntries(control)}`);
      const look = `Whether ${one} and ${two} stand in one transaction in the initiated list of ${INITIATOR}, or in two.`;
      return control.length > 0 ? { reading: 'transaction-per-report', saw } : { saw, look };
    },
  },
  {
    name: 'continuation',
    question: 'Is a task created after a task that is already handled?',
    sandboxSwitch: 'handledPreviousTask',
    readings: {
      create: fine('handling fails with 2005, and the task is created'),
      'create-nothing': {
        means: 'nothing is created',
        bridge:
          'no option: tasks after a timer, a message or a slow service are never created; do not go live with this center',
      },
    },
    async ask(center) {
      const taskId = await center.openOne();
      const [first, later] = [center.newId('first'), center.newId('later')];
      await center.report(center.item(taskId, 'next', { next: [center.next(first)] }));
      const entries = await center.report(center.item(taskId, 'next', { next: [center.next(later)] }));
      const state = await center.tryTask(later);
      const saw = [`next behind a handled task: ${describeEntries(entries)}`, `the task created so is ${state}`];
      return { reading: state === 'open' ? 'create' : 'create-nothing', saw };
    },
  },
  {
    name: 'none',
    question: 'What does none leave pending?',
    sandboxSwitch: 'noneKeepsPending',
    readings: {
      false: {
        means: 'none removes the task from all lists',
        bridge:
          'no option: model countersigns with one task per signer (the default), not as ttc:countersign="shared"; an end that comes after a none is listed as unconfirmed',
      },
      true: fine('the task stays pending until next or end', 'the bridge refuses a second press of a signer'),
      'for-others': fine('the task stays pending for those of its handlers who have not handled it'),
    },
    async ask(center) {
      const { ACCOUNT, SECOND_ACCOUNT } = center.variables;
      const taskId = await center.openOne({ handlers: `${ACCOUNT},${SECOND_ACCOUNT}` });
      const states = [];
      for (const handler of [ACCOUNT, ACCOUNT, SECOND_ACCOUNT]) states.push(await center.tryTask(taskId, { handler }));
      const saw = [`a task of two people; none by the first, the first again, the second: ${states.join(', ')}`];
      const [, again, other] = states;
      const reading = again === 'open' ? 'true' : other === 'open' ? 'for-others' : 'false';
      return { reading, saw };
    },
  },
  {
    name: 'end-on-handled',
    question: 'Does end on a handled task conclude the transaction?',
    sandboxSwitch: 'endOnHandledTask',
    readings: {
      refuse: {
        means: 'it does not',
        bridge:
          'no option: if a process ends after a timer or a slow service, and none has removed the task, the report is listed as unconfirmed; conclude the transaction in the center',
      },
      conclude: fine('2005, but concluded', 'such reports are nevertheless listed as unconfirmed; skip them'),
    },
    async ask(center) {
      /** Ends a transaction with such a task, and says what becomes of a task behind it. */
      const tryEnd = async (isHandled: boolean) => {
        const [task = '', beside = ''] = await center.open({}, {});
        if (isHandled) {
          await center.report(center.item(task, 'next', { next: [center.next(center.newId('next'))] }));
        }
        const entries = await center.report(center.item(task, 'end'));
        const late = center.newId('late');
        await center.report(center.item(beside, 'next', { next: [center.next(late)] }));
        return { entries, beside, isOpen: (await center.tryTask(late)) === 'open' };
      };
      const control = await tryEnd(false);
      const { entries, isOpen, beside } = await tryEnd(true);
      const saw = [
        `end on a pending task, then a task in that transaction: ${control.isOpen ? 'created' : 'refused'}`,
        `end on a handled task: ${describeEntries(entries)}`,
        `then a task in that transaction: ${isOpen ? 'created' : 'refused'}`,
      ];
      if (!control.isOpen) return { reading: isOpen ? 'refuse' : 'conclude', saw };
      const look = `Whether the transaction of ${beside} is concluded in the initiated list of ${center.variables.INITIATOR}.`;
      return { saw, look };
    },
  },
  {
    name: 'unknown-fields',
    question: 'What happens to a field that the interface does not define?',
    sandboxSwitch: 'unknownFields',
    readings: {
      refuse: fine('the item is refused', 'the bridge sends none; defaults.bothMobileSpellings stays false'),
      ignore: fine('it is ignored', 'a misspelled field is silently lost'),
    },
    async ask(center) {
      const entries = await center.report(center.item(await center.openOne(), 'none', { conformance: 'unknown' }));
      return {
        reading: entries.length > 0 ? 'refuse' : 'ignore',
        saw: [`a field called "conformance": ${describeEntries(entries)}`],
      };
    },
  },
  {
    name: 'batch-size',
    question: 'How many items can one call contain?',
    sandboxSwitch: 'itemsPerCall',
    readings: {
      any: fine('at least 50, as many as the bridge sends', 'outbox.batchSize is 50'),
      25: { means: '25, but not 50', bridge: 'outbox.batchSize: 25, to avoid refused calls' },
      10: { means: '10, but not 25', bridge: 'outbox.batchSize: 10, to avoid refused calls' },
      1: {
        means: 'fewer than 10',
        bridge: 'outbox.batchSize: 1, or the number that the center names, to avoid refused calls',
      },
    },
    async ask(center) {
      const counts = [50, 25, 10, 1];
      const answered: number[] = [];
      for (const count of counts) {
        const items = Array.from({ length: count }, () => center.item(center.newId('nobody'), 'none'));
        const { body } = await center.call(TASK_PATH, items);
        const entries = (body as { data?: { errorIds?: unknown[] } } | undefined)?.data?.errorIds;
        if (entries?.length === count) answered.push(count);
      }
      const saw = [
        `of calls of ${counts.join(', ')} items with an unknown task each, answered in full: ${answered.join(', ')}`,
      ];
      const [most] = answered;
      if (most === undefined)
        return { saw, look: 'Why a call of one item with an unknown task is not answered with one entry.' };
      return { reading: most === 50 ? 'any' : `${most}`, saw };
    },
  },
  {
    name: 'entry-ids',
    question: 'Does every entry of errorIds name an id of the call?',
    readings: {
      always: fine('it does'),
      'not-always': fine('some name none', 'then each item of that call is sent again in a separate call'),
    },
    async ask(center) {
      const [previous, next] = [await center.openOne(), center.newId('next')];
      const wrong = [
        center.item('', 'none'),
        center.item(previous, 'next', { next: [center.next(next, { nodeId: '' })] }),
      ];
      const entries = await center.report(...wrong);
      const known = entries.filter(({ taskId }) => [previous, next].includes(taskId));
      const saw = [
        `an item without previousTaskId, a next task without nodeId: ${entries.map(({ taskId }) => `"${taskId}"`).join(', ')}`,
      ];
      return { reading: known.length === entries.length ? 'always' : 'not-always', saw };
    },
  },
];
