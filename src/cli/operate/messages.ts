import { listMessages } from '../../bridge/answers/continued-lists.ts';
import { createMessages, type Messages } from '../../bridge/delivery/messages.ts';
import { InputError } from '../../errors.ts';
import type { MessageFilter, MessageRow, MessageState } from '../../store/port.ts';
import type { Action, Call } from './action.ts';
import { refuseWithoutYes } from './confirm.ts';
import { BY, INSTANCE, REASON, YES } from './flags.ts';
import { fit, indent, plural, timeOf } from './layout.ts';
import { createOperateCommand } from './operate-command.ts';
import { filterFrom, pageFlags, printList } from './page.ts';
import { retryParked } from './retry-parked.ts';

const STATES: readonly MessageState[] = ['pending', 'parked', 'partial', 'skipped', 'sent'];

const list: Action = {
  name: 'list',
  args: [],
  summary: 'messages in their order, with what the center said',
  flags: [
    { name: 'state', value: '<state>', text: 'only those in this state', oneOf: STATES },
    INSTANCE,
    ...pageFlags('<sendId>'),
  ],
  access: 'read',
  async run(call) {
    const filter = filterFrom(call, { state: 'state', instanceId: 'instance' }) as MessageFilter;
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
  flags: [{ name: 'all', text: 'all parked messages' }, INSTANCE, YES, BY],
  access: 'operate',
  async run(call) {
    const instanceId = call.text('instance');
    const operations = operationsOf(call);
    return retryParked(call, {
      what: 'message',
      isBulk: call.has('all') || instanceId !== undefined,
      list: async () => {
        const limit = Number.MAX_SAFE_INTEGER;
        const filter = { state: 'parked' as const, limit, ...(instanceId !== undefined && { instanceId }) };
        return (await call.store.listMessages(filter)).map(({ sendId }) => sendId);
      },
      retry: (sendId) => operations.retry(sendId, { by: call.by }).then(viewOf),
    });
  },
};

const skip: Action = {
  name: 'skip',
  args: ['<sendId>'],
  summary: 'never sends this message',
  flags: [REASON, YES, BY],
  access: 'operate',
  async run(call) {
    const [sendId = ''] = call.args;
    const reason = call.needed('reason');
    const row = await call.store.getMessage(sendId);
    if (row === undefined) {
      const details = { sendId };
      throw new InputError('ERR_MESSAGE_UNKNOWN', `There is no message ${sendId}: messages list has them.`, {
        details,
      });
    }
    const refused = refuseWithoutYes(call, describe(viewOf(row)).join('\n'));
    if (refused !== undefined) return refused;
    const skipped = await operationsOf(call).skip(sendId, { reason, by: call.by });
    call.print(viewOf(skipped), [`The message ${sendId} is skipped.`]);
    return undefined;
  },
};

/** Operations on messages to people. */
export const messages = createOperateCommand({
  name: 'messages',
  about: `Messages to people, through the message center. Parked: the center refused it finally; partial: it did not reach
everybody. To correct a parked message, call bridge.messages.retry(sendId, { changes }) in the service.`,
  actions: [list, retry, skip],
});

/** Without the message types of the service: the center itself judges whether a message is right. */
function operationsOf({ store, clock }: Call): Messages {
  return createMessages({
    store,
    // A stored message has its own application and time.
    settings: { appId: '', timeZone: 'UTC', messageTypes: {} },
    waiters: { settled: () => Promise.reject(new TypeError('The command line does not wait for messages.')) },
    wake: () => undefined,
    clock,
    log: () => undefined,
  });
}

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
