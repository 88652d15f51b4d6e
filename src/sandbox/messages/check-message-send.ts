/**
 * Validates requests to send a message: the tables and rules of the spec (Message send request, data object, Template
 * rules, Endpoint 1), on raw JSON and deliberately without the schemas that the bridge's client uses.
 */
import { type Channel, RECIPIENT_FIELDS } from '../../protocol/constants.ts';
import { MESSAGE_SEND_CODES } from '../../protocol/error-codes.ts';
import { isCenterTime } from '../center-time.ts';
import { namesIn } from '../setup/directory.ts';
import { type SandboxMessageType, type SandboxMessageTypes, templateOf } from '../setup/message-types.ts';
import {
  checkFields,
  type FieldRule,
  flag,
  isObject,
  listOf,
  type RawObject,
  text,
  textThat,
  type UnknownFields,
} from '../tasks/check-fields.ts';

/** What is wrong with a message, and the code of the refusal. */
export interface MessageRefusal {
  readonly code: (typeof MESSAGE_SEND_CODES)['refused' | 'failed'];
  readonly message: string;
}

type Rules = Readonly<Record<string, FieldRule>>;

const DATA: Rules = {
  title: { required: true, check: text },
  paramValueJson: { required: true, check: (value, path) => (isObject(value) ? [] : [notAnObject(path)]) },
  handleKey: { check: text },
  coverImageUrl: { check: text },
  filesUrl: { check: text },
  mobileUrl: { check: text },
  url: { check: text },
  signOff: { check: text },
};

const REQUEST: Rules = {
  appId: { required: true, check: text },
  messageTypeCode: { required: true, check: text },
  sendId: { check: text },
  sendTime: { check: textThat('a time of the form yyyy-MM-dd HH:mm:ss', isCenterTime) },
  sendType: { check: listOf(text) },
  promise: { check: flag },
  importantIdentity: { check: flag },
  ...Object.fromEntries(RECIPIENT_FIELDS.map((field) => [field, { check: text }])),
  excludeUser: { check: text },
  signOff: { check: text },
};

/**
 * The message type of a valid message, or why the message is refused. Invalid fields are reported first, then channels
 * that the type does not define, then everything else.
 */
export function checkMessageSend(
  raw: RawObject,
  messageTypes: SandboxMessageTypes,
  unknownFields: UnknownFields,
): SandboxMessageType | MessageRefusal {
  const data: FieldRule = {
    required: true,
    check: (value, path) =>
      isObject(value) ? checkFields(value, DATA, `${path}.`, unknownFields) : [notAnObject(path)],
  };
  const problems = checkFields(raw, { ...REQUEST, data }, '', unknownFields);
  if (problems.length > 0) return failed(problems);
  const code = String(raw.messageTypeCode);
  const type = Object.hasOwn(messageTypes, code) ? messageTypes[code] : undefined;
  if (type === undefined) return failed([`messageTypeCode is invalid: there is no message type ${code}`]);
  const foreign = [...new Set(sendTypeOf(raw))].filter((channel) => !type.channels.some((each) => each === channel));
  if (foreign.length > 0) {
    const message = `sendType is invalid: the message type ${code} does not define ${foreign.join(', ')}`;
    return { code: MESSAGE_SEND_CODES.refused, message };
  }
  const channels = channelsOf(raw, type);
  const late = [...recipientProblems(raw, channels), ...valueProblems(raw, type, channels)];
  return late.length === 0 ? type : failed(late);
}

/** The channels of a message: those it names, otherwise those of its type (spec, sendType). */
export function channelsOf(raw: RawObject, type: SandboxMessageType): Channel[] {
  const asked = sendTypeOf(raw);
  return type.channels.filter((channel) => asked.length === 0 || asked.includes(channel));
}

/** The template values for a channel: under the code of the channel when each channel has its own template. */
export function valuesFor(raw: RawObject, type: SandboxMessageType, channel: Channel): unknown {
  const values = isObject(raw.data) && isObject(raw.data.paramValueJson) ? raw.data.paramValueJson : {};
  if (!('templates' in type)) return values;
  return Object.hasOwn(values, channel) ? values[channel] : {};
}

function sendTypeOf(raw: RawObject): unknown[] {
  return Array.isArray(raw.sendType) ? raw.sendType : [];
}

function recipientProblems(raw: RawObject, channels: readonly Channel[]): string[] {
  const names = (field: string) => {
    const list = raw[field];
    return typeof list === 'string' && namesIn(list).length > 0;
  };
  if (!RECIPIENT_FIELDS.some(names)) return [`toPersons is null: give one of ${RECIPIENT_FIELDS.join(', ')}`];
  return (
    [
      ['toPhones', 'SMS'],
      ['toEmails', 'MAIL'],
    ] as const
  ).flatMap(([field, channel]) =>
    names(field) && !channels.includes(channel)
      ? [`${field} is invalid: it is for ${channel} only, and the message goes to ${channels.join(', ')}`]
      : [],
  );
}

function valueProblems(raw: RawObject, type: SandboxMessageType, channels: readonly Channel[]): string[] {
  const perChannel = channels.flatMap((channel) => {
    const isOwn = 'templates' in type;
    const path = isOwn ? `data.paramValueJson.${channel}` : 'data.paramValueJson';
    const values = valuesFor(raw, type, channel);
    if (!isObject(values)) return [notAnObject(path)];
    return variablesIn(templateOf(type, channel))
      .filter((name) => !Object.hasOwn(values, name) || values[name] === null)
      .map((name) => `${path}.${name} is null: the template${isOwn ? ` of ${channel}` : ''} has {{${name}}}`);
  });
  // With one template for all channels, each channel would report the same problem.
  return [...new Set(perChannel)];
}

function notAnObject(path: string): string {
  return `${path} is invalid: must be a JSON object`;
}

function failed(problems: readonly string[]): MessageRefusal {
  return { code: MESSAGE_SEND_CODES.failed, message: problems.join('; ') };
}

/** A name between double curly braces (spec, Template rules). */
const VARIABLE = /\{\{\s*([^{}\s][^{}]*)\}\}/g;

/** The variables of a template, without duplicates. */
function variablesIn(template: string): string[] {
  return [...new Set(Array.from(template.matchAll(VARIABLE), (match) => (match[1] ?? '').trimEnd()))];
}

/** Fills in a template; values other than strings are written as JSON. Values are not treated as templates. */
export function renderTemplate(template: string, values: RawObject): string {
  return template.replaceAll(VARIABLE, (_all, found: string) => {
    const name = found.trimEnd();
    const value = Object.hasOwn(values, name) ? values[name] : '';
    return typeof value === 'string' ? value : JSON.stringify(value);
  });
}
