import { StepError } from '../../errors.ts';
import type { Scope } from '../../model/expressions/expression.ts';
import { type MessageTemplate, PERSON_WORDS, type PersonWord, parametersOf } from '../../model/message-template.ts';
import { readDueTime } from '../../model/timers/due-time.ts';
import { RECIPIENT_FIELDS } from '../../protocol/constants.ts';
import type { MessageSendRequest } from '../../protocol/message-send.ts';
import { formatWireTime } from '../../protocol/wire-time.ts';
import type { RunSettings } from '../state/run-settings.ts';
import type { Assignment } from './resolve-assignment.ts';
import { namesOf } from './resolve-assignment.ts';

/** The people that the words in a diagram, such as `handlers`, currently stand for. */
export interface MessagePeople {
  /** Handlers of the task that the message is about; without a task, those of all open tasks. */
  readonly handlers: Assignment;
  readonly initiator: string;
  readonly handled: readonly string[];
  readonly circulated: readonly string[];
}

/** Which message it is, and where, when and to whom it is sent. */
export interface MessagePlace {
  readonly sendId: string;
  readonly nodeId: string;
  /** Epoch milliseconds; a time that is a duration counts from here. */
  readonly now: number;
  readonly people: MessagePeople;
}

/**
 * A message of the diagram with all its expressions evaluated (spec, Message send request).
 * @throws {ModelError} `ERR_EXPRESSION_FAILED`; @throws {StepError} `ERR_EXPRESSION_FAILED`: its time is not a valid time
 */
export function composeMessage(
  template: MessageTemplate,
  place: MessagePlace,
  scope: Scope,
  settings: Pick<RunSettings, 'appId' | 'timeZone'>,
): MessageSendRequest {
  const { sendId, people } = place;
  const { channels, promise, importantIdentity } = template;
  const text = (name: keyof MessageTemplate['texts']) => textOf(template.texts[name]?.evaluate(scope));
  const optional = <Name extends string>(name: Name, value: string) =>
    (value === '' ? {} : { [name]: value }) as { readonly [Key in Name]?: string };
  const sendTime: unknown = template.texts.sendTime?.evaluate(scope);
  return {
    appId: settings.appId,
    messageTypeCode: textOf(template.messageTypeCode.evaluate(scope)),
    sendId,
    ...(textOf(sendTime) !== '' && { sendTime: writeTime(sendTime, place, settings.timeZone) }),
    ...(channels.length > 0 && { sendType: [...channels] }),
    ...(promise !== undefined && { promise }),
    ...(importantIdentity !== undefined && { importantIdentity }),
    ...resolveRecipients(template, scope, people),
    ...optional('signOff', text('signOff')),
    data: {
      title: textOf(template.title.evaluate(scope)),
      paramValueJson: parametersOf(template, (value) => value.evaluate(withOpinions(scope))),
      ...optional('handleKey', text('handleKey')),
      ...optional('coverImageUrl', text('coverImageUrl')),
      ...optional('filesUrl', text('filesUrl')),
      ...optional('mobileUrl', text('mobileUrl')),
      ...optional('url', text('url')),
    },
  };
}

function resolveRecipients(
  { recipients }: MessageTemplate,
  scope: Scope,
  people: MessagePeople,
): Partial<MessageSendRequest> {
  const names = (field: keyof typeof recipients) => namesOf(recipients[field]?.evaluate(scope));
  const persons = names('toPersons');
  const accounts = (all: readonly string[]) =>
    all.flatMap((name) => (isWord(name) ? accountsOf(name, people) : [name]));
  const groups = [...names('toGroups'), ...(persons.includes('handlers') ? people.handlers.handlingGroups : [])];
  const lists = {
    toPersons: accounts(persons),
    toGroups: groups,
    toDepts: names('toDepts'),
    toPhones: names('toPhones'),
    toEmails: names('toEmails'),
    excludeUser: accounts(names('excludeUser')),
  };
  return Object.fromEntries(
    Object.entries(lists).flatMap(([field, list]) =>
      list.length === 0 ? [] : [[field, [...new Set(list)].join(',')]],
    ),
  );
}

function isWord(name: string): name is PersonWord {
  return PERSON_WORDS.some((word) => word === name);
}

function accountsOf(word: PersonWord, people: MessagePeople): readonly string[] {
  switch (word) {
    case 'handlers':
      return people.handlers.handlers;
    case 'initiator':
      return [people.initiator];
    case 'handled':
      return people.handled;
    case 'circulated':
      return people.circulated;
  }
}

/**
 * Whether a message currently has no recipients: it is addressed only to words such as `handled`, and these stand for
 * nobody (for example if only timers have ended tasks) or only for excluded people. If an expression addresses it, an
 * empty result is an error instead.
 */
export function hasNoRecipients({ recipients }: MessageTemplate, request: MessageSendRequest): boolean {
  const { toPersons, ...others } = recipients;
  const isByWords = toPersons?.constant === true && namesOf(toPersons.text).every(isWord);
  const leftOut = namesOf(request.excludeUser);
  const isNamed = namesOf(request.toPersons).some((name) => !leftOut.includes(name)) || request.toGroups !== undefined;
  return isByWords && !isNamed && RECIPIENT_FIELDS.every((field) => !(field in others));
}

/** A press without an opinion leaves an empty opinion; the message is still complete. */
function withOpinions(scope: Scope): Scope {
  return scope.opinions === null ? { ...scope, opinions: '' } : scope;
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Converts a duration or a date to the time format of the spec, in the center's time zone. */
function writeTime(value: unknown, { nodeId, now }: MessagePlace, timeZone: string): string {
  const instant = readDueTime(value, now, timeZone);
  try {
    if (instant !== undefined) return formatWireTime(instant, timeZone);
  } catch {
    // A year that does not fit the format of the spec.
  }
  throw new StepError(
    'ERR_EXPRESSION_FAILED',
    `The sendTime of the message of ${nodeId} is neither a duration such as PT8H nor a date such as 2030-01-31 18:00:00. Set the variables it reads, and try again.`,
    { details: { nodeId } },
  );
}
