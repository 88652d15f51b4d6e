import type { Channel, RECIPIENT_FIELDS } from '../protocol/constants.ts';
import type { Expression } from './expressions/expression.ts';

/** Fields of a message that name people, departments, numbers or addresses. */
export type RecipientField = (typeof RECIPIENT_FIELDS)[number] | 'excludeUser';

/** Fields of a message that are one text. */
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

/** A message for the message center as it is drawn: `ttc:message`, or what a `ttc:notify` sends. */
export interface MessageTemplate {
  readonly messageTypeCode: Expression;
  readonly title: Expression;
  /**
   * Each gives one name, a comma-separated string of them, or an array; `toPersons` and `excludeUser` take the
   * {@link PERSON_WORDS} too.
   */
  readonly recipients: Readonly<Partial<Record<RecipientField, Expression>>>;
  /** Empty: the message type's own. */
  readonly channels: readonly Channel[];
  /** Values of the variables of the message type's template; of one channel's, where a channel is named. */
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
 * What may stand for people among the `toPersons` of a diagram, and among those it leaves out: the handlers of the task
 * (of a message that is about no task, those of all open ones), the initiator, those who have handled a task so far (of
 * a notice of a handled task, the one who did), and those a task is circulated to.
 */
export const PERSON_WORDS = ['handlers', 'initiator', 'handled', 'circulated'] as const;
export type PersonWord = (typeof PERSON_WORDS)[number];

/** When a `ttc:notify` sends: on a user task all but `end`, on a process all of them. */
export const NOTICE_MOMENTS = ['created', 'handled', 'timeout', 'circulated', 'end'] as const;
export type NoticeMoment = (typeof NOTICE_MOMENTS)[number];

/** A message that a task or a process sends without a shape of its own. */
export interface Notice {
  readonly on: NoticeMoment;
  readonly message: MessageTemplate;
}
