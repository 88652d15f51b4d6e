import type { Channel, RECIPIENT_FIELDS } from '../protocol/constants.ts';
import type { MessageSendRequest } from '../protocol/message-send.ts';
import type { Expression } from './expressions/expression.ts';

/** Fields of a message that name people, departments, numbers or addresses. */
export type RecipientField = (typeof RECIPIENT_FIELDS)[number] | 'excludeUser';

/** Fields of a message with a single text. */
export const MESSAGE_TEXTS = [
  'sendTime',
  'signOff',
  'handleKey',
  'coverImageUrl',
  'filesUrl',
  'mobileUrl',
  'url',
] as const;
export type MessageText = (typeof MESSAGE_TEXTS)[number];

/** A message for the message center, defined by `ttc:message` or `ttc:notify`. */
export interface MessageTemplate {
  readonly messageTypeCode: Expression;
  readonly title: Expression;
  /**
   * Each evaluates to one name, a comma-separated string of names, or an array; `toPersons` and `excludeUser` also accept
   * {@link PERSON_WORDS}.
   */
  readonly recipients: Readonly<Partial<Record<RecipientField, Expression>>>;
  /** Empty: the channels of the message type. */
  readonly channels: readonly Channel[];
  /** Values for the template of the message type; for the template of one channel, if a channel is named. */
  readonly parameters: readonly MessageParameter[];
  readonly texts: Readonly<Partial<Record<MessageText, Expression>>>;
  readonly promise?: boolean;
  readonly importantIdentity?: boolean;
}

export interface MessageParameter {
  readonly name: string;
  readonly channel?: Channel;
  readonly value: Expression;
}

/**
 * Words for people in `toPersons` and `excludeUser`: the handlers of the task (for a message about no task, the handlers
 * of all open tasks), the initiator, the people who have handled a task so far (for a notice about a handled task, its
 * handler), and the people to whom a task is circulated.
 */
export const PERSON_WORDS = ['handlers', 'initiator', 'handled', 'circulated'] as const;
export type PersonWord = (typeof PERSON_WORDS)[number];

/** When a `ttc:notify` sends its message; `end` only on a process. */
export const NOTICE_MOMENTS = ['created', 'handled', 'timeout', 'circulated', 'end'] as const;
export type NoticeMoment = (typeof NOTICE_MOMENTS)[number];

/** A message that a task or process sends at a certain moment, without an event in the diagram. */
export interface Notice {
  readonly on: NoticeMoment;
  readonly message: MessageTemplate;
}

export type MessageParameters = MessageSendRequest['data']['paramValueJson'];

/**
 * The parameters of a message as they are sent: by name or, if any parameter is for one channel, by channel and name;
 * parameters without a channel are included in each (spec, Template rules).
 */
export function parametersOf(
  { parameters, channels }: Pick<MessageTemplate, 'parameters' | 'channels'>,
  evaluate: (value: Expression) => unknown,
): MessageParameters {
  const values = parameters.map(({ name, channel, value }) => ({ name, channel, value: jsonOf(evaluate(value)) }));
  const named = values.flatMap(({ channel }) => channel ?? []);
  const pick = (wanted: (channel: string | undefined) => boolean): MessageParameters =>
    Object.fromEntries(values.filter(({ channel }) => wanted(channel)).map(({ name, value }) => [name, value]));
  if (named.length === 0) return pick(() => true);
  const all = new Set([...channels, ...named]);
  return Object.fromEntries(
    [...all].map((each) => [each, pick((channel) => channel === undefined || channel === each)]),
  );
}

/** Undefined becomes null, so that the check of the message reports the missing value. */
function jsonOf(value: unknown): MessageParameters[string] {
  return (value ?? null) as MessageParameters[string];
}
