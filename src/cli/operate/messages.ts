import { listMessages } from '../../bridge/answers/continued-lists.ts';
import { InputError } from '../../errors.ts';
import type { MessageFilter, MessageRow, MessageState } from '../../store/port.ts';
import type { Action } from './action/action.ts';
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
import { bulkOf, messagesOf } from './action/operations-of.ts';
import { filterFrom, pageFlags, printList } from './action/page.ts';
import { fit, indent, plural, timeOf } from './print/layout.ts';

const STATES: readonly MessageState[] = ['pending', 'parked', 'partial', 'skipped', 'sent'];

const list: Action = {
  name: 'list',
  args: [],
  summary: 'messages in their order, with what the center said',
  flags: [
    { name: 'state', value: '<state>', text: 'only those in this state', oneOf: STATES },
    ...DELIVERY_FLAGS,
    ...pageFlags('<sendId>'),
  ],
  access: 'read',
  async run(call) {
    const filter = { ...deliveryChoiceOf(call), ...filterFrom(call, { state: 'state' }) } as MessageFilter;
    return printList(call, {
      list: async (page) => (await listMessages(call.store, { ...filter, ...page })).map(viewOf),
      count: () => call.store.countMessages(filter),
      none: 'There are no such messages.',
      lines: (shown) => shown.flatMap(describe),
      idOf: ({ sendId }) => sendId,
    });
  },
};

const retry: Action = {
  name: 'retry',
  args: ['[<sendId>]'],
  summary: 'sends a parked message again, or all parked ones that the options name',
  flags: [{ name: 'all', text: 'all parked messages' }, ...DELIVERY_FLAGS, YES, BY],
  access: 'operate',
  async run(call) {
    return operateRows(call, {
      ...{
        what: 'message',
        isBulk: choosesSeveral(call),
        choices: DELIVERY_CHOICES,
        state: 'parked',
        done: 'sent again',
      },
      async one(sendId) {
        const row = await messagesOf(call).retry(sendId, { by: call.by });
        call.print(viewOf(row), [`The message ${sendId} is sent again.`]);
        return undefined;
      },
      all: (options) => bulkOf(call).retryMessages(deliveryChoiceOf(call), options),
    });
  },
};

const skip: Action = {
  name: 'skip',
  args: ['[<sendId>]'],
  summary: 'never sends a message, or all that the options name',
  flags: [{ name: 'all', text: 'all that are parked' }, SKIPPED_STATE, ...DELIVERY_FLAGS, REASON, YES, BY],
  access: 'operate',
  async run(call) {
    const reason = call.needed('reason');
    const state = skippedStateOf(call);
    return operateRows(call, {
      ...{ what: 'message', isBulk: choosesSeveral(call), choices: DELIVERY_CHOICES, state, done: 'skipped' },
      async one(sendId) {
        const row = await call.store.getMessage(sendId);
        if (row === undefined) {
          const details = { sendId };
          throw new InputError('ERR_MESSAGE_UNKNOWN', `There is no message ${sendId}: messages list has them.`, {
            details,
          });
        }
        const refused = refuseWithoutYes(call, describe(viewOf(row)).join('\n'));
        if (refused !== undefined) return refused;
        const skipped = await messagesOf(call).skip(sendId, { reason, by: call.by });
        call.print(viewOf(skipped), [`The message ${sendId} is skipped.`]);
        return undefined;
      },
      all: (options) => bulkOf(call).skipMessages({ ...deliveryChoiceOf(call), state }, { ...options, reason }),
    });
  },
};

/** Operations on messages to people. */
export const messages = createOperateCommand({
  name: 'messages',
  about: `Messages to people, through the message center. Parked: the center refused it finally; partial: it did not reach
everybody. To correct a parked message, call bridge.messages.retry(sendId, { changes }) in the service.`,
  actions: [list, retry, skip],
});

type View = ReturnType<typeof viewOf>;

/** Without its recipients and its text. */
function viewOf({ request, original, problems, ...row }: MessageRow) {
  const { messageTypeCode } = request;
  return { ...row, messageTypeCode, isCorrected: original !== null, unreached: problems.length };
}

function describe({
  sendId,
  state,
  messageTypeCode,
  instanceId,
  nodeId,
  attempts,
  dueAt,
  createdAt,
  unreached,
  reason,
}: View): string[] {
  const next = state === 'pending' ? `, next ${timeOf(dueAt)}` : '';
  const missed = unreached === 0 ? '' : `, ${plural(unreached, 'recipient')} not reached`;
  const of = instanceId === null ? '' : `, of instance ${instanceId} at ${nodeId}`;
  return [
    fit(`${sendId}  ${state}  type ${messageTypeCode}${missed}`),
    indent(`of ${timeOf(createdAt)}, ${plural(attempts, 'attempt')}${next}${of}`),
    ...(reason === null ? [] : [indent(`reason: ${reason}`)]),
  ];
}
