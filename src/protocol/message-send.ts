/**
 * The request and the answer of `messageSend` (spec, Resources and Endpoint 1).
 *
 * Only the shape; `messages/` checks recipients against channels, and values against templates. As in task handling,
 * unknown fields are refused in requests and ignored in answers.
 */
import * as z from 'zod';
import { CHANNELS } from './constants.ts';
import { AnswerInteger, AnswerText, AnswerWords, isJsonObject, nullIsAbsent, WireTime } from './fields.ts';
import { JsonObject } from './json-object.ts';

const required = z.string().min(1);
const text = z.string().optional();

const MessageData = z.preprocess(
  nullIsAbsent,
  z.strictObject({
    /** Title of the message. */
    title: required,
    /** The variables of the template by name, or one such object per channel; empty if it has none. */
    paramValueJson: JsonObject,
    /** A preset key or an address that the recipient processes. */
    handleKey: text,
    /** Address of an image. */
    coverImageUrl: text,
    /** Separated by commas. */
    filesUrl: text,
    /** Link target on a phone. */
    mobileUrl: text,
    /** Link target on a PC. */
    url: text,
    /** Closing signature; one sample of the spec has it here. */
    signOff: text,
  }),
);

/** One message to its recipients. The names of a list are separated by commas. */
export const MessageSendRequest = z.preprocess(
  nullIsAbsent,
  z.strictObject({
    /** Application id of the sender. */
    appId: required,
    /** The message type, which defines template and channels. */
    messageTypeCode: required,
    /** Default, also if empty: the center generates one; then a repeat is another message. */
    sendId: text,
    /** Default: at once. */
    sendTime: WireTime.optional(),
    /** Default, also if empty: the channels of the message type. */
    sendType: z.array(z.enum(CHANNELS)).optional(),
    /** True: the center validates more strictly. Default: false. */
    promise: z.boolean().optional(),
    /** Marks it as important. Default: false. */
    importantIdentity: z.boolean().optional(),
    /** Accounts. */
    toPersons: text,
    /** Ids of departments. */
    toDepts: text,
    /** Ids of user groups. */
    toGroups: text,
    /** Only for SMS. */
    toPhones: text,
    /** Only for MAIL. */
    toEmails: text,
    /** Accounts that do not get the message. */
    excludeUser: text,
    /** Closing signature. */
    signOff: text,
    /** Content of the message. */
    data: MessageData,
  }),
);
export type MessageSendRequest = z.infer<typeof MessageSendRequest>;

/** A recipient that the message did not reach (spec, errorList entry). */
export const MessageProblem = z.preprocess(
  nullIsAbsent,
  z.object({
    /** An account, a phone number or an e-mail address. */
    receiverKey: AnswerText.default(''),
    /** The reason. */
    exceptionMessage: AnswerWords,
  }),
);
export type MessageProblem = z.infer<typeof MessageProblem>;

function readResponse(value: unknown): unknown {
  const response = nullIsAbsent(value);
  if (!isJsonObject(response) || AnswerInteger.safeParse(response.code).data === 0) return response;
  // The whole call failed; according to the spec data is null, and any content is ignored.
  const { data: _ignored, ...rest } = response;
  return rest;
}

/** With code 0 the message was sent, so it must not be sent again even if the list cannot be read. */
const UNREADABLE: { sendId?: string; errorList: MessageProblem[] } = {
  errorList: [
    { receiverKey: '', exceptionMessage: 'the center answered with recipients in a form the interface does not know' },
  ],
};

/** The answer of `messageSend`. Without `data`, or with `errorList` null, it reached all recipients. `timestamp` is ignored. */
export const MessageSendResponse = z.preprocess(
  readResponse,
  z.object({
    code: AnswerInteger,
    message: AnswerWords,
    data: z
      .preprocess(
        nullIsAbsent,
        z.object({ sendId: AnswerText.optional(), errorList: z.array(MessageProblem).default([]) }),
      )
      .default({ errorList: [] })
      .catch(UNREADABLE),
  }),
);
export type MessageSendResponse = z.infer<typeof MessageSendResponse>;
