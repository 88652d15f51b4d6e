/**
 * The request and the answer of `messageSend` (spec, Resources and Endpoint 1).
 *
 * Only the shape; `messages/` checks recipients against channels, and values against templates. As in task handling,
 * unknown fields are refused in requests and ignored in answers.
 */
import * as z from 'zod';
import { CHANNELS } from '../constants.ts';
import {
  AnswerInteger,
  AnswerText,
  AnswerWords,
  type FieldsOf,
  isJsonObject,
  nullIsAbsent,
  WireTime,
} from '../fields.ts';
import { JsonObject } from '../json-object.ts';
import type { MessageData, MessageProblem, MessageSendRequest } from '../message-send.ts';

const required = z.string().min(1);
const text = z.string().optional();

const MessageDataSchema = z.preprocess(
  nullIsAbsent,
  z.strictObject({
    title: required,
    paramValueJson: JsonObject,
    handleKey: text,
    coverImageUrl: text,
    filesUrl: text,
    mobileUrl: text,
    url: text,
    signOff: text,
  } satisfies FieldsOf<MessageData>),
);

/** One message to its recipients. The names of a list are separated by commas. */
export const MessageSendRequestSchema = z.preprocess(
  nullIsAbsent,
  z.strictObject({
    appId: required,
    messageTypeCode: required,
    sendId: text,
    sendTime: WireTime.optional(),
    sendType: z.array(z.enum(CHANNELS)).optional(),
    promise: z.boolean().optional(),
    importantIdentity: z.boolean().optional(),
    toPersons: text,
    toDepts: text,
    toGroups: text,
    toPhones: text,
    toEmails: text,
    excludeUser: text,
    signOff: text,
    data: MessageDataSchema,
  } satisfies FieldsOf<MessageSendRequest>),
);

/** A recipient that the message did not reach (spec, errorList entry). */
const MessageProblemSchema = z.preprocess(
  nullIsAbsent,
  z.object({
    receiverKey: AnswerText.default(''),
    exceptionMessage: AnswerWords,
  } satisfies FieldsOf<MessageProblem>),
);

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
export const MessageSendResponseSchema = z.preprocess(
  readResponse,
  z.object({
    code: AnswerInteger,
    message: AnswerWords,
    data: z
      .preprocess(
        nullIsAbsent,
        z.object({ sendId: AnswerText.optional(), errorList: z.array(MessageProblemSchema).default([]) }),
      )
      .default({ errorList: [] })
      .catch(UNREADABLE),
  }),
);
