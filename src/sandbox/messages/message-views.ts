/** The messages as people see them, and as tests look them up (spec, What the service does, 1). */
import { InputError } from '../../errors.ts';
import type { Channel } from '../../protocol/constants.ts';
import type { MessageProblem } from '../../protocol/message-send.ts';
import { centerTime } from '../center-time.ts';
import { namesIn } from '../setup/directory.ts';
import type { Switches } from '../setup/switches.ts';
import type { CenterState } from '../state/center-state.ts';
import { isObject, type RawObject } from '../tasks/check-fields.ts';
import type { CenterMessage, Delivery, MessageSide } from './center-message.ts';

/** A message as its recipient sees it. */
export interface ListedMessage {
  /** Id of the message. */
  readonly sendId: string;
  /** The application that sent it. */
  readonly appId: string;
  /** Its message type. */
  readonly messageTypeCode: string;
  /** Title of the message. */
  readonly title: string;
  /** The template of the channel, filled in. */
  readonly text: string;
  /** Closing signature, if the request has one. */
  readonly signOff?: string;
  /** Where a click leads: `url` on a PC, `mobileUrl` on a phone. */
  readonly link?: string;
  /** The sendId when the request gives none. */
  readonly handleKey: string;
  /** Address of its cover image, if the request has one. */
  readonly coverImageUrl?: string;
  /** Addresses of its attachments. */
  readonly files: readonly string[];
  /** The spec's importantIdentity. */
  readonly isImportant: boolean;
  /** `yyyy-MM-dd HH:mm:ss` */
  readonly sentAt: string;
}

/** A system message; the PC and the mobile app share its read state. */
export interface WebsiteMessage extends ListedMessage {
  /** Whether the account has read it, on either side. */
  readonly isRead: boolean;
  /** When it was first read. */
  readonly readAt?: string;
  /** The side on which it was first read. */
  readonly readOn?: MessageSide;
}

/** A message with its deliveries, by sendId. */
export interface SentMessage {
  /** The one in the request, otherwise made by the center. */
  readonly sendId: string;
  /** The application that sent it. */
  readonly appId: string;
  /** Its message type. */
  readonly messageTypeCode: string;
  /** Title of the message. */
  readonly title: string;
  /** `scheduled` until its sendTime has come. */
  readonly state: 'scheduled' | 'sent';
  /** `yyyy-MM-dd HH:mm:ss`: when it was sent, or will be. */
  readonly sentAt: string;
  /** The channels of the request, otherwise those of the message type. */
  readonly channels: readonly Channel[];
  /** What was sent, by channel and receiver; empty while it is scheduled. */
  readonly deliveries: readonly Delivery[];
  /** The recipients who were not reached, as in the answer to the request. */
  readonly errorList: readonly MessageProblem[];
  /** Accounts that have read it as a system message. */
  readonly readBy: readonly string[];
}

/** The system messages of an account, as shown on one of the two sides. */
export function listMessages(center: CenterState, account: string, side: MessageSide): WebsiteMessage[] {
  return messagesFor(center, 'WEBSITE', account).map(({ message, text }) => {
    const reading = message.readings.get(account);
    const readState = { isRead: reading !== undefined, ...(reading && { readAt: reading.at, readOn: reading.side }) };
    return { ...describe(center, message, text, side), ...readState };
  });
}

/** The notification-bar messages of an account. */
export function listNotifications(center: CenterState, account: string): ListedMessage[] {
  return messagesFor(center, 'SUPERAPP', account).map(({ message, text }) => describe(center, message, text, 'mobile'));
}

/** @throws {InputError} `ERR_INPUT_INVALID`: the account has no such system message */
export function readMessage(center: CenterState, sendId: string, account: string, side: MessageSide): void {
  const found = messagesFor(center, 'WEBSITE', account).filter(({ message }) => message.sendId === sendId);
  if (found.length === 0) {
    throw new InputError('ERR_INPUT_INVALID', `${account} has no system message ${sendId}`);
  }
  const at = centerTime(center.now(), center.timeZone);
  for (const { message } of found) {
    if (!message.readings.has(account)) center.write.addReading(message, account, { at, side });
  }
  center.write.save();
}

/** Every accepted message, in the order of acceptance. */
export function listSentMessages(center: CenterState): SentMessage[] {
  return center.messages.map((message) => {
    const isOut = isSent(center, message);
    const { sendId, appId, messageTypeCode, sentAt, channels, deliveries, errorList, readings } = message;
    return structuredClone({
      ...{ sendId, appId, messageTypeCode, title: String(dataOf(message).title) },
      ...{ state: isOut ? ('sent' as const) : ('scheduled' as const), sentAt, channels },
      ...{ deliveries: isOut ? deliveries : [], errorList, readBy: [...readings.keys()] },
    });
  });
}

/** The number of messages sent so far, without scheduled ones. */
export function countSentMessages(center: CenterState): number {
  return center.messages.filter((message) => isSent(center, message)).length;
}

/** What was sent to an account on a channel, in the order in which it was sent. */
function messagesFor(
  center: CenterState,
  channel: Channel,
  account: string,
): { readonly message: CenterMessage; readonly text: string }[] {
  return center.messages
    .filter((message) => isSent(center, message))
    .flatMap((message) =>
      message.deliveries
        .filter((delivery) => delivery.channel === channel && delivery.receiver === account)
        .map(({ text }) => ({ message, text })),
    )
    .toSorted((one, other) => one.message.sentAt.localeCompare(other.message.sentAt));
}

/** Compares with the current clock: a message becomes sent without any event. */
function isSent(center: CenterState, { dueTime }: CenterMessage): boolean {
  return dueTime === undefined || dueTime <= centerTime(center.now(), center.timeZone);
}

function describe({ switches }: CenterState, message: CenterMessage, text: string, side: MessageSide): ListedMessage {
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
