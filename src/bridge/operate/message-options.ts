import * as z from 'zod';
import { toJsonValue } from '../../messages/to-json-value.ts';
import type { OperatorOptions, SkipMessageOptions } from '../../operations/options.ts';
import type { Channel } from '../../protocol/constants.ts';
import { isJsonObject } from '../../protocol/fields.ts';
import type { MessageSendRequest } from '../../protocol/message-send.ts';
import { formatWireTime } from '../../protocol/wire-time.ts';
import { type AccountNames, by, reader, reason, type ShapeOf } from '../../read-options.ts';

/** A message to people (spec, Message send request); its recipients may be lists. */
export interface MessageRequest
  extends Omit<
    MessageSendRequest,
    'appId' | 'sendTime' | 'sendType' | 'toPersons' | 'toDepts' | 'toGroups' | 'toPhones' | 'toEmails' | 'excludeUser'
  > {
  /** Default: `center.appId`. */
  readonly appId?: string;
  /** Epoch milliseconds, or `yyyy-MM-dd HH:mm:ss` in the time zone of the center. Default: at once. */
  readonly sendTime?: number | string;
  /** Default: the channels of the message type in the center. */
  readonly sendType?: readonly Channel[];
  /** Account names. */
  readonly toPersons?: AccountNames;
  /** Ids of departments. */
  readonly toDepts?: AccountNames;
  /** Ids of user groups. */
  readonly toGroups?: AccountNames;
  /** Only for SMS. */
  readonly toPhones?: AccountNames;
  /** Only for MAIL. */
  readonly toEmails?: AccountNames;
  /** Accounts that do not get the message. */
  readonly excludeUser?: AccountNames;
}

/** Corrections of a message by an operator. Each field of `data` is changed separately; null removes a field. */
export type MessageChanges = {
  readonly [Field in Exclude<keyof MessageRequest, 'sendId' | 'data'>]?: MessageRequest[Field] | null;
} & {
  readonly data?: { readonly [Field in keyof MessageRequest['data']]?: MessageRequest['data'][Field] | null };
};

/** Options of `messages.retry`. */
export interface RetryMessageOptions extends OperatorOptions {
  /** Changed fields, such as the recipients. The whole message is checked like a new one. */
  readonly changes?: MessageChanges;
}

const RetryShape = {
  changes: z
    .custom<MessageChanges>((value) => isJsonObject(value) && (value.data === undefined || isJsonObject(value.data)), {
      error: 'must be an object of the fields that change',
    })
    .refine((value) => !('sendId' in value), 'must not hold a sendId: the message keeps its own')
    .optional(),
  by,
} satisfies ShapeOf<RetryMessageOptions>;

/** Each throws {@link InputError} `ERR_INPUT_INVALID` with the path of every problem. */
export const readRetryMessageOptions = reader(z.strictObject(RetryShape), 'messages.retry');
export const readSkipMessageOptions = reader(
  z.strictObject({ reason, by } satisfies ShapeOf<SkipMessageOptions>),
  'messages.skip',
);

const NAME_FIELDS = ['toPersons', 'toDepts', 'toGroups', 'toPhones', 'toEmails', 'excludeUser'] as const;

/**
 * Converts a request to its wire format. Invalid values are left unchanged; `checkMessage` reports them.
 * @param given the unvalidated value of the host
 * @param timeZone IANA name
 */
export function toSendRequest(
  given: MessageRequest,
  appId: string,
  sendId: string,
  timeZone: string,
): MessageSendRequest {
  const request: Record<string, unknown> = isJsonObject(given) ? { ...given } : {};
  request.appId ??= appId;
  // For an empty sendId the center would create its own, and could not recognise a repeat.
  if (isNone(request.sendId)) request.sendId = sendId;
  for (const field of NAME_FIELDS) request[field] = joinNames(request[field]);
  if (typeof request.sendTime === 'number') request.sendTime = writeTime(request.sendTime, timeZone);
  return toJsonValue(request) as MessageSendRequest;
}

function isNone(sendId: unknown): boolean {
  return sendId === undefined || sendId === null || (typeof sendId === 'string' && sendId.trim() === '');
}

function joinNames(names: unknown): unknown {
  return Array.isArray(names) && names.every((name) => typeof name === 'string') ? names.join(',') : names;
}

function writeTime(epochMs: number, timeZone: string): unknown {
  try {
    return formatWireTime(epochMs, timeZone);
  } catch {
    return String(epochMs);
  }
}
