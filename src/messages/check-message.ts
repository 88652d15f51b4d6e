import { CHANNELS, type Channel, RECIPIENT_FIELDS } from '../protocol/constants.ts';
import type { MessageSendRequest } from '../protocol/message-send.ts';
import { problemsOf } from '../protocol/problems.ts';
import { MessageSendRequestSchema } from '../protocol/schemas/message-send.ts';
import { splitNames } from '../protocol/split-names.ts';
import { checkVariables } from './check-variables.ts';
import { addRemedy, describeFormProblem } from './describe-form-problem.ts';
import type { MessageCheck } from './message-check.ts';
import type { MessageType, MessageTypes } from './message-types.ts';

/**
 * Checks a message before it is sent: its form, its recipients and channels, and the variables of its template if the host
 * has declared the message type. Pure; returns all problems.
 * Source: spec, Message send request, data object, Template rules, and Endpoint 1, rules 2 and 4.
 */
export function checkMessage(request: MessageSendRequest, messageTypes: MessageTypes): MessageCheck {
  const parsed = MessageSendRequestSchema.safeParse(request, { error: describeFormProblem });
  if (!parsed.success) {
    return { problems: problemsOf(parsed.error).map(addRemedy), warnings: [] };
  }
  const message = parsed.data;
  const type = Object.hasOwn(messageTypes, message.messageTypeCode) ? messageTypes[message.messageTypeCode] : undefined;
  const channels = channelsOf(message, type);
  const variables = type === undefined ? NOTHING : checkVariables(message, type, channels ?? []);
  return {
    problems: [...recipientProblems(message, channels), ...channelProblems(message, type), ...variables.problems],
    warnings: [...typeWarnings(message, type, messageTypes), ...variables.warnings],
  };
}

const NOTHING: MessageCheck = { problems: [], warnings: [] };

/** The channels of the message; undefined if only the center knows them. */
function channelsOf({ sendType = [] }: MessageSendRequest, type: MessageType | undefined): Channel[] | undefined {
  if (sendType.length > 0) return sendType;
  return type && [...type.channels];
}

function recipientProblems(message: MessageSendRequest, channels: readonly Channel[] | undefined): string[] {
  const named = RECIPIENT_FIELDS.filter((field) => splitNames(message[field] ?? '').length > 0);
  if (named.length === 0) {
    return [`toPersons: there is no recipient; name one in ${RECIPIENT_FIELDS.join(', ')}`];
  }
  return ONE_CHANNEL_FIELDS.flatMap(({ field, channel }) =>
    named.includes(field) && channels !== undefined && !channels.includes(channel)
      ? [
          `${field}: is for ${channel} only, but the message goes to ${channels.join(', ')}; add ${channel} or leave it out`,
        ]
      : [],
  );
}

const ONE_CHANNEL_FIELDS = [
  { field: 'toPhones', channel: 'SMS' },
  { field: 'toEmails', channel: 'MAIL' },
] as const;

function channelProblems(
  { sendType = [], messageTypeCode }: MessageSendRequest,
  type: MessageType | undefined,
): string[] {
  const foreign =
    type === undefined ? [] : CHANNELS.filter((each) => sendType.includes(each) && !type.channels.includes(each));
  if (type === undefined || foreign.length === 0) return [];
  return [
    `sendType: ${foreign.join(', ')} is not a channel of the message type ${messageTypeCode}; it has ${type.channels.join(', ')}`,
  ];
}

function typeWarnings(
  { messageTypeCode }: MessageSendRequest,
  type: MessageType | undefined,
  all: MessageTypes,
): string[] {
  if (type !== undefined || Object.keys(all).length === 0) return [];
  return [
    `messageTypeCode: ${messageTypeCode} is not among the declared messageTypes, so its variables were not checked`,
  ];
}
