/** What is open about task handling. */
import { TASK_PATH } from '../center.ts';
import { describeEntries, fine, type Probe } from './probe.ts';

export const TASK_PROBES: readonly Probe[] = [
  {
    name: 'bootstrap',
    question: 'Is a transaction opened behind a previous task that the center has never seen, and one for each id?',
    sandboxSwitch: 'unknownPreviousTask',
    readings: {
      'transaction-per-id': fine('the tasks are created, in one transaction for each unknown id'),
      'transaction-per-report': {
        means: 'the tasks are created, but each report opens a transaction of its own',
        bridge:
          'no option: what a timer or a parallel branch adds before the first task is handled stands in a second transaction, which nothing concludes; let such processes begin with one task',
      },
      'create-nothing': {
        means: 'nothing is created, and the answer does not say so: it is that of a center that creates',
        bridge:
          'no option, and no warning at run time, since nothing on the wire tells it: every start looks delivered, nobody has a task, and the first report behind it is parked with 2004; start only from a task of the center, with start(…, { previousTaskId })',
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
      saw.push(`the first node again behind the same id, under another name: ${isRefused ? 'refused' : 'taken'}`);
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
    question: 'Is a task created behind one that is handled already?',
    sandboxSwitch: 'handledPreviousTask',
    readings: {
      create: fine('handling fails with 2005, and the task is created'),
      'create-nothing': {
        means: 'nothing is created',
        bridge: 'no option: what follows a timer, a message or a slow service is never created; do not go live with it',
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
        means: 'none hands the task in',
        bridge:
          'no option: draw countersigns as one task for each signer (the default), not as ttc:countersign="shared"; an end that comes after a none is listed as unconfirmed',
      },
      true: fine('the task stays pending until next or end', 'who has signed is refused by the bridge'),
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
    question: 'Does end on a task that is handled conclude the transaction?',
    sandboxSwitch: 'endOnHandledTask',
    readings: {
      refuse: {
        means: 'it does not',
        bridge:
          'no option: where the process ends behind a timer or a slow service and none handed the task in, the report is listed as unconfirmed; somebody concludes it in the center',
      },
      conclude: fine('2005, but concluded', 'such reports are listed as unconfirmed all the same; skip them'),
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
    question: 'What becomes of a field that the interface does not name?',
    sandboxSwitch: 'unknownFields',
    readings: {
      refuse: fine('the item is refused', 'the bridge sends none; defaults.bothMobileSpellings stays false'),
      ignore: fine('it is passed over', 'a misspelled field is lost in silence'),
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
    question: 'How many items may one call hold?',
    sandboxSwitch: 'itemsPerCall',
    readings: {
      any: fine('fifty at least, as many as the bridge sends', 'outbox.batchSize is 50'),
      25: { means: '25, and not fifty', bridge: 'outbox.batchSize: 25, which saves the calls that are refused' },
      10: { means: 'ten, and not 25', bridge: 'outbox.batchSize: 10, which saves the calls that are refused' },
      1: {
        means: 'less than ten',
        bridge: 'outbox.batchSize: 1, or the number that the center names; it saves the calls that are refused',
      },
    },
    async ask(center) {
      const counts = [50, 25, 10, 1];
      const taken: number[] = [];
      for (const count of counts) {
        const items = Array.from({ length: count }, () => center.item(center.newId('nobody'), 'none'));
        const { body } = await center.call(TASK_PATH, items);
        const entries = (body as { data?: { errorIds?: unknown[] } } | undefined)?.data?.errorIds;
        if (entries?.length === count) taken.push(count);
      }
      const saw = [
        `of calls of ${counts.join(', ')} items with an unknown task each, answered in full: ${taken.join(', ')}`,
      ];
      const [most] = taken;
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
      'not-always': fine('some name none', 'then the items of that call go again, each in a call of its own'),
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
