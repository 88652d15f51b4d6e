import { InputError } from '../../errors.ts';
import type { OutboxFilter, OutboxRow, OutboxState } from '../../store/port.ts';
import { UsageError } from '../command.ts';
import type { Action, Call } from './action/action.ts';
import { refuseWithoutYes } from './action/confirm.ts';
import {
  choosesSeveral,
  DELIVERY_CHOICES,
  DELIVERY_FLAGS,
  deliveryChoiceOf,
  SKIPPED_STATE,
  skippedStateOf,
} from './action/delivery-choice.ts';
import { BY, REASON, YES } from './action/flags.ts';
import { createOperateCommand } from './action/operate-command.ts';
import { operateRows } from './action/operate-rows.ts';
import { bulkOf, outboxOf } from './action/operations-of.ts';
import { filterFrom, pageFlags, printList } from './action/page.ts';
import { fit, indent, plural, timeOf } from './print/layout.ts';

const STATES: readonly OutboxState[] = ['pending', 'parked', 'unconfirmed', 'acknowledged', 'skipped', 'delivered'];

const list: Action = {
  name: 'list',
  args: [],
  summary: 'reports in their order, with what the center said',
  flags: [
    { name: 'state', value: '<state>', text: 'only those in this state', oneOf: STATES },
    ...DELIVERY_FLAGS,
    ...pageFlags('<seq>'),
  ],
  access: 'read',
  async run(call) {
    const filter = { ...deliveryChoiceOf(call), ...filterFrom(call, { state: 'state' }) } as OutboxFilter;
    const after = call.number('after');
    return printList(call, {
      list: async ({ limit }) => {
        const rows = await call.store.listOutbox({ ...filter, limit, ...(after !== undefined && { after }) });
        return rows.map(viewOf);
      },
      count: () => call.store.countOutbox(filter),
      none: 'There are no such reports.',
      lines: (shown) => shown.flatMap(describe),
      idOf: ({ seq }) => seq,
    });
  },
};

const retry: Action = {
  name: 'retry',
  args: ['[<seq>]'],
  summary: 'sends a parked report again, or all parked ones that the options name; those behind it follow',
  flags: [
    { name: 'all', text: 'all parked reports' },
    ...DELIVERY_FLAGS,
    {
      name: 'handler',
      value: '<account>',
      text: 'with <seq>: the account that it names as the one who handled the task',
    },
    YES,
    BY,
  ],
  access: 'operate',
  async run(call) {
    const handler = call.text('handler');
    const [id] = call.args;
    if (handler !== undefined && id === undefined) throw new UsageError('--handler is for one report: name its seq.');
    return operateRows(call, {
      ...{
        what: 'report',
        isBulk: choosesSeveral(call),
        choices: DELIVERY_CHOICES,
        state: 'parked',
        done: 'sent again',
      },
      async one(seq) {
        const row = await outboxOf(call).retry(seqOf(seq), {
          by: call.by,
          ...(handler !== undefined && { handler }),
        });
        call.print(viewOf(row), [`The report ${seq} is sent again.`]);
        return undefined;
      },
      all: (options) => bulkOf(call).retryReports(deliveryChoiceOf(call), options),
    });
  },
};

const skip: Action = {
  name: 'skip',
  args: ['[<seq>]'],
  summary: 'never sends a report, or all that the options name; those behind it go on',
  flags: [{ name: 'all', text: 'all that are parked' }, SKIPPED_STATE, ...DELIVERY_FLAGS, REASON, YES, BY],
  access: 'operate',
  async run(call) {
    const reason = call.needed('reason');
    const state = skippedStateOf(call);
    return operateRows(call, {
      ...{ what: 'report', isBulk: choosesSeveral(call), choices: DELIVERY_CHOICES, state, done: 'skipped' },
      async one(id) {
        const seq = seqOf(id);
        const row = await find(call, seq);
        const preview = [
          ...describe(viewOf(row)),
          'The center would not get it: tasks that it creates never appear there.',
        ].join('\n');
        const refused = refuseWithoutYes(call, preview);
        if (refused !== undefined) return refused;
        const skipped = await outboxOf(call).skip(seq, { reason, by: call.by });
        call.print(viewOf(skipped), [`Report ${seq} is skipped.`]);
        return undefined;
      },
      all: (options) => bulkOf(call).skipReports({ ...deliveryChoiceOf(call), state }, { ...options, reason }),
    });
  },
};

const acknowledge: Action = {
  name: 'acknowledge',
  args: ['<seq>'],
  summary: 'marks an unconfirmed report as checked: you have looked at its tasks in the center',
  flags: [{ ...REASON, text: 'what you found in the center, for the record; required' }, BY],
  access: 'operate',
  async run(call) {
    const seq = seqOf(call.args[0]);
    const reason = call.needed('reason');
    const row = await outboxOf(call).acknowledge(seq, { reason, by: call.by });
    call.print(viewOf(row), [`Report ${seq} is acknowledged; status no longer counts it.`]);
    return undefined;
  },
};

const now: Action = {
  name: 'now',
  args: ['[<seq>]'],
  summary: 'sends at once what waits for its next attempt, when the center is there again',
  flags: [BY],
  access: 'operate',
  async run(call) {
    const [id] = call.args;
    const which = id === undefined ? {} : { seq: seqOf(id) };
    const count = await outboxOf(call).now({ ...which, by: call.by });
    call.print({ count }, [
      count === 0
        ? 'Nothing waits for its next attempt: what is pending is being sent, or waits behind another report of its instance.'
        : `${plural(count, 'report')} due now. A running service tries the oldest within about a second, then the others.`,
    ]);
    return undefined;
  },
};

/** Operations on reports to the center. */
export const outbox = createOperateCommand({
  name: 'outbox',
  about: `Reports tell the center what happened to tasks, for each instance in order. Parked: the center refused it finally,
and later ones of the instance wait. Unconfirmed: it may or may not have arrived, and later ones went on. To give other
handlers to tasks that a parked report creates, call bridge.outbox.retry(seq, { handlers }) in the service.`,
  actions: [list, retry, skip, acknowledge, now],
});

function seqOf(text = ''): number {
  const seq = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(seq)) return seq;
  throw new UsageError(`${text}: the seq of a report is a number; outbox list has them.`);
}

async function find({ store }: Call, seq: number): Promise<OutboxRow> {
  const row = await store.getOutboxEntry(seq);
  if (row !== undefined) return row;
  throw new InputError('ERR_REPORT_UNKNOWN', `There is no report ${seq}: outbox list has them.`, { details: { seq } });
}

type View = ReturnType<typeof viewOf>;

/** Without what the report says of people and matters. */
function viewOf({ report, refusedIds, ...row }: OutboxRow) {
  const { status, previousTaskId, next = [] } = report.item;
  return {
    ...row,
    refusedIds,
    status,
    previousTaskId,
    next: next.map(({ taskId }) => taskId),
    explanation: report.reason,
  };
}

function describe({
  seq,
  instanceId,
  state,
  status,
  previousTaskId,
  attempts,
  dueAt,
  reason,
  explanation,
  createdAt,
}: View): string[] {
  const next = state === 'pending' ? `, next ${timeOf(dueAt)}` : '';
  return [
    fit(`${seq}  ${state}  ${instanceId}  ${status} after ${previousTaskId}`),
    indent(`of ${timeOf(createdAt)}, ${plural(attempts, 'attempt')}${next}`),
    indent(explanation),
    ...(reason === null ? [] : [indent(`reason: ${reason}`)]),
  ];
}
