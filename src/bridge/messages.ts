import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { BridgeError, InputError } from '../errors.ts';
import type { Logger } from '../logger.ts';
import { checkMessage } from '../messages/check-message.ts';
import type { MessageTypes } from '../messages/message-types.ts';
import { MessageSendRequest } from '../protocol/message-send.ts';
import type { MessageRow, Store } from '../store/port.ts';
import { type MessageRequest, readSendOptions, type SendOptions, toSendRequest } from './message-options.ts';

export interface Messages {
  send(request: MessageRequest, options?: SendOptions): Promise<MessageRow>;
  /** Called when an attempt is settled: whoever waits for the message looks at it. */
  look(sendId: string): void;
  /** Nobody waits any longer. */
  close(): void;
}

export interface MessageSettings {
  readonly appId: string;
  /** IANA name. */
  readonly timeZone: string;
  readonly messageTypes: MessageTypes;
}

/** Somebody who waits for the center's answer to a message. */
interface Waiter {
  readonly sendId: string;
  look(): void;
  giveUp(): void;
}

/** Takes messages of the host: what is accepted is stored before the call resolves, and sent by the sender. */
export function createMessages(
  store: Pick<Store, 'putMessage' | 'getMessage'>,
  settings: MessageSettings,
  wake: () => void,
  clock: () => number,
  logger: Pick<Logger, 'warn'>,
): Messages {
  const waiters = new Set<Waiter>();
  let isClosed = false;

  async function accept(given: MessageRequest): Promise<MessageRow> {
    const composed = toSendRequest(given, settings.appId, randomUUID(), settings.timeZone);
    const sendId = String(composed.sendId);
    const { problems, warnings } = checkMessage(composed, settings.messageTypes);
    if (problems.length > 0) {
      const lines = problems.map((problem) => `- ${problem}`);
      const text = [`the message ${sendId} was not sent:`, ...lines].join('\n');
      throw new InputError('ERR_MESSAGE_INVALID', text, { details: { sendId, problems } });
    }
    if (warnings.length > 0) logger.warn('a message holds what nothing reads', { sendId, warnings });
    const request = MessageSendRequest.parse(composed);
    const row = await store.putMessage(newRow(sendId, request, clock()));
    if (!isDeepStrictEqual({ ...row.request, sendId }, request)) {
      throw new InputError(
        'ERR_SEND_ID_TAKEN',
        `another message stands under the sendId ${sendId}: give this one an id of its own, or none`,
        { details: { sendId } },
      );
    }
    return row;
  }

  /** Resolves when the message is not pending any more. */
  function settled(sendId: string): Promise<MessageRow> {
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        sendId,
        look() {
          store.getMessage(sendId).then((row) => {
            if (row === undefined || row.state === 'pending') return;
            waiters.delete(waiter);
            resolve(row);
          }, fail);
        },
        giveUp: () =>
          fail(
            new BridgeError('ERR_CLOSED', `The bridge is closed: the message ${sendId} is stored and goes out later.`),
          ),
      };
      const fail = (error: unknown) => {
        waiters.delete(waiter);
        reject(error);
      };
      if (isClosed) return waiter.giveUp();
      waiters.add(waiter);
      // It may have been settled before anybody waited.
      waiter.look();
    });
  }

  return {
    async send(given, options = {}) {
      const { wait } = readSendOptions(options);
      const row = await accept(given);
      wake();
      return wait ? await settled(row.sendId) : row;
    },
    look(sendId) {
      for (const waiter of waiters) if (waiter.sendId === sendId) waiter.look();
    },
    close() {
      isClosed = true;
      for (const waiter of waiters) waiter.giveUp();
    },
  };
}

function newRow(sendId: string, request: MessageSendRequest, now: number): MessageRow {
  return {
    sendId,
    instanceId: null,
    nodeId: null,
    request,
    original: null,
    state: 'pending',
    attempts: 0,
    refusals: 0,
    dueAt: now,
    createdAt: now,
    sentAt: null,
    problems: [],
    reason: null,
  };
}
