/**
 * The request and the answer of `messageSend` (spec, Resources and Endpoint 1).
 *
 * Shapes only: which recipients go with which channels, and what a template needs, is judged by `messages/`. As in task
 * handling, unknown fields are refused in what we write and dropped in what we read.
 */
import { z } from 'zod';
import { CHANNELS } from './constants.ts';
import { AnswerInteger, AnswerText, AnswerWords, isJsonObject, nullIsAbsent, WireTime } from './fields.ts';

const required = z.string().min(1);
const text = z.string().optional();

const MessageData = z.preprocess(
  nullIsAbsent,
  z.strictObject({
    /** Title of the message. */
    title: required,
    /** The variables of the template by their names, or one such object for each channel; empty where it has none. */
    paramValueJson: z.record(z.string(), z.json()),
    /** A preset key or an address that the recipient processes. */
    handleKey: text,
    /** Address of a picture. */
    coverImageUrl: text,
    /** Separated by commas. */
    filesUrl: text,
    /** Where it leads on a phone. */
    mobileUrl: text,
    /** Where it leads on a PC. */
    url: text,
    /** One sample of the spec has it here. */
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
    /** Made by the center when it is left out or empty; then a repeat is another message. */
    sendId: text,
    /** At once when it is left out. */
    sendTime: WireTime.optional(),
    /** The channels of the message type when it is left out or empty. */
    sendType: z.array(z.enum(CHANNELS)).optional(),
    /** True: the center validates more strictly. False when it is left out. */
    promise: z.boolean().optional(),
    /** Marks it as important. False when it is left out. */
    importantIdentity: z.boolean().optional(),
    /** Accounts. */
    toPersons: text,
    /** Ids of departments. */
    toDepts: text,
    /** Ids of user groups. */
    toGroups: text,
    /** For SMS alone. */
    toPhones: text,
    /** For MAIL alone. */
    toEmails: text,
    /** Accounts that are left out. */
    excludeUser: text,
    /** Closing signature. */
    signOff: text,
    /** What it says. */
    data: MessageData,
  }),
);
export type MessageSendRequest = z.infer<typeof MessageSendRequest>;

/** A recipient whom the message did not reach (spec, errorList entry). */
export const MessageProblem = z.preprocess(
  nullIsAbsent,
  z.object({
    /** An account, a phone number or an e-mail address. */
    receiverKey: AnswerText.default(''),
    /** What was wrong with it. */
    exceptionMessage: AnswerWords,
  }),
);
export type MessageProblem = z.infer<typeof MessageProblem>;

function readResponse(value: unknown): unknown {
  const response = nullIsAbsent(value);
  if (!isJsonObject(response) || AnswerInteger.safeParse(response.code).data === 0) return response;
  // The whole call failed: data is null by the spec, and whatever stands there says nothing.
  const { data: _ignored, ...rest } = response;
  return rest;
}

/** Code 0 says that it was sent: for a list that nobody can read it must not be sent again. */
const UNREADABLE: { sendId?: string; errorList: MessageProblem[] } = {
  errorList: [
    { receiverKey: '', exceptionMessage: 'the center answered with recipients in a form the interface does not know' },
  ],
};

/** The answer of `messageSend`. Without `data`, or with `errorList` null, it reached everybody. `timestamp` is not read. */
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
