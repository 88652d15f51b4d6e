/** What people see of the messages sent to them, and what a test looks up (spec, What the service does, 1). */
import { InputError } from '../../errors.ts';
import type { Channel } from '../../protocol/constants.ts';
import type { MessageProblem } from '../../protocol/message-send.ts';
import { centerTime } from '../center-time.ts';
import { namesIn } from '../setup/directory.ts';
import type { Switches } from '../setup/switches.ts';
import type { Ledger } from '../state/ledger.ts';
import { isObject, type RawObject } from '../tasks/check-fields.ts';
import type { CenterMessage, Delivery, MessageSide } from './center-message.ts';

/** A message as its recipient sees it. */
export interface ListedMessage {
  /** What the message task is named by. */
  readonly sendId: string;
  /** The application that sent it. */
  readonly appId: string;
  /** Its message type. */
  readonly messageTypeCode: string;
  /** That of the request. */
  readonly title: string;
  /** The template of the channel with its values. */
  readonly text: string;
  /** Closing signature, where the request has one. */
  readonly signOff?: string;
  /** Where a tap or click leads: `url` on a PC, `mobileUrl` on a phone. */
  readonly link?: string;
  /** The sendId where the message gives none. */
  readonly handleKey: string;
  /** That of the request. */
  readonly coverImageUrl?: string;
  /** Addresses of its attachments. */
  readonly files: readonly string[];
  /** The spec's importantIdentity. */
  readonly isImportant: boolean;
  /** `yyyy-MM-dd HH:mm:ss` */
  readonly sentAt: string;
}

/** A system message; its read state is the same on the PC and in the mobile app. */
export interface WebsiteMessage extends ListedMessage {
  /** Whether the account has read it, on either side. */
  readonly isRead: boolean;
  /** The first reading, and the side it was on. */
  readonly readAt?: string;
  /** The side it was read on first. */
  readonly readOn?: MessageSide;
}

/** A message task by its sendId. */
export interface SentMessage {
  /** The one given, else made by the center. */
  readonly sendId: string;
  /** The application that sent it. */
  readonly appId: string;
  /** Its message type. */
  readonly messageTypeCode: string;
  /** That of the request. */
  readonly title: string;
  /** `scheduled` until its sendTime has come. */
  readonly state: 'scheduled' | 'sent';
  /** `yyyy-MM-dd HH:mm:ss`: when it was sent, or will be. */
  readonly sentAt: string;
  /** Those of the request, else those of the message type. */
  readonly channels: readonly Channel[];
  /** What went out, by channel and receiver; nothing while it is scheduled. */
  readonly deliveries: readonly Delivery[];
  /** The recipients whom it cannot reach, as they were answered. */
  readonly errorList: readonly MessageProblem[];
  /** Accounts that have read it as a system message. */
  readonly readBy: readonly string[];
}

/** The system messages of an account, as one of the two sides shows them. */
export function listMessages(ledger: Ledger, account: string, side: MessageSide): WebsiteMessage[] {
  return messagesFor(ledger, 'WEBSITE', account).map(({ message, text }) => {
    const reading = message.readings.get(account);
    const readState = { isRead: reading !== undefined, ...(reading && { readAt: reading.at, readOn: reading.side }) };
    return { ...describe(ledger, message, text, side), ...readState };
  });
}

/** The notification-bar messages of an account. */
export function listNotifications(ledger: Ledger, account: string): ListedMessage[] {
  return messagesFor(ledger, 'SUPERAPP', account).map(({ message, text }) => describe(ledger, message, text, 'mobile'));
}

/** @throws {InputError} `ERR_INPUT_INVALID`: the account has no such system message */
export function readMessage(ledger: Ledger, sendId: string, account: string, side: MessageSide): void {
  const found = messagesFor(ledger, 'WEBSITE', account).filter(({ message }) => message.sendId === sendId);
  if (found.length === 0) {
    throw new InputError('ERR_INPUT_INVALID', `${account} has no system message ${sendId}`);
  }
  const at = centerTime(ledger.now(), ledger.timeZone);
  for (const { message } of found) {
    if (!message.readings.has(account)) ledger.write.addReading(message, account, { at, side });
  }
  ledger.write.save();
}

/** Every message task, in the order in which they were accepted. */
export function listSentMessages(ledger: Ledger): SentMessage[] {
  return ledger.messages.map((message) => {
    const isOut = isSent(ledger, message);
    const { sendId, appId, messageTypeCode, sentAt, channels, deliveries, errorList, readings } = message;
    return structuredClone({
      ...{ sendId, appId, messageTypeCode, title: String(dataOf(message).title) },
      ...{ state: isOut ? ('sent' as const) : ('scheduled' as const), sentAt, channels },
      ...{ deliveries: isOut ? deliveries : [], errorList, readBy: [...readings.keys()] },
    });
  });
}

/** How many messages have been sent by now; scheduled ones are not. */
export function countSentMessages(ledger: Ledger): number {
  return ledger.messages.filter((message) => isSent(ledger, message)).length;
}

/** What has been sent to an account on a channel, in the order in which it was sent. */
function messagesFor(
  ledger: Ledger,
  channel: Channel,
  account: string,
): { readonly message: CenterMessage; readonly text: string }[] {
  return ledger.messages
    .filter((message) => isSent(ledger, message))
    .flatMap((message) =>
      message.deliveries
        .filter((delivery) => delivery.channel === channel && delivery.receiver === account)
        .map(({ text }) => ({ message, text })),
    )
    .toSorted((one, other) => one.message.sentAt.localeCompare(other.message.sentAt));
}

/** By the clock of the center as it stands: nothing has to happen for a message to be sent. */
function isSent(ledger: Ledger, { dueTime }: CenterMessage): boolean {
  return dueTime === undefined || dueTime <= centerTime(ledger.now(), ledger.timeZone);
}

function describe({ switches }: Ledger, message: CenterMessage, text: string, side: MessageSide): ListedMessage {
  const data = dataOf(message);
  const signOff = readSignOff(switches.signOffIn, message);
  const link = filled(side === 'pc' ? data.url : data.mobileUrl);
  const coverImageUrl = filled(data.coverImageUrl);
  return {
    sendId: message.sendId,
    appId: message.appId,
    messageTypeCode: message.messageTypeCode,
    title: String(data.title),
    text,
    ...(signOff !== undefined && { signOff }),
    ...(link !== undefined && { link }),
    handleKey: filled(data.handleKey) ?? message.sendId,
    ...(coverImageUrl !== undefined && { coverImageUrl }),
    files: namesIn(filled(data.filesUrl)),
    isImportant: message.request.importantIdentity === true,
    sentAt: message.sentAt,
  };
}

function readSignOff(place: Switches['signOffIn'], message: CenterMessage): string | undefined {
  const atTop = place === 'data' ? undefined : filled(message.request.signOff);
  return atTop ?? (place === 'top' ? undefined : filled(dataOf(message).signOff));
}

function dataOf({ request }: CenterMessage): RawObject {
  return isObject(request.data) ? request.data : {};
}

function filled(field: unknown): string | undefined {
  return typeof field === 'string' && field !== '' ? field : undefined;
}
