import { CHANNELS, type Channel, RECIPIENT_FIELDS } from '../../../protocol/constants.ts';
import { splitNames } from '../../../protocol/split-names.ts';
import type { Expression } from '../../expressions/expression.ts';
import {
  MESSAGE_TEXTS,
  type MessageParameter,
  type MessageTemplate,
  NOTICE_MOMENTS,
  type Notice,
} from '../../message-template.ts';
import type { Extension } from '../../moddle/extension.ts';
import type { ModdleElement } from '../../moddle/moddle-element.ts';
import { readDueTime } from '../../timers/due-time.ts';
import { MESSAGE_PARTS, NOTICE_PARTS, PARAMETER_PARTS } from '../../ttc/message-parts.ts';
import type { TtcValue } from '../../ttc/ttc-setting.ts';
import type { ExpressionReader } from '../expression-reader.ts';
import { readTtcElements } from '../read-ttc.ts';

/** The messages of one element, and what is wrong with them. */
export interface MessageReading {
  readonly elementId: string;
  /** `ttc:message`. */
  readonly message?: MessageTemplate;
  /** `ttc:notify`. */
  readonly notices: readonly Notice[];
  /** Each describes one fault. */
  readonly faults: readonly string[];
}

/** Whether an element sends a message to the message center when a token reaches it. */
export function sendsToCenter(element: ModdleElement): boolean {
  return readTtcElements(element, 'message').length > 0;
}

/**
 * Reads `<ttc:message messageTypeCode title toPersons …><ttc:param name value channel?/></ttc:message>` and
 * `<ttc:notify on="created" …/>` with the same content.
 */
export function readMessages(element: ModdleElement, elementId: string, expressions: ExpressionReader): MessageReading {
  const faults: string[] = [];
  const read = (extension: Extension, parts: Readonly<Record<string, TtcValue>>) =>
    readTemplate(extension, parts, faults, (text, from) => expressions.readText(text, elementId, from));
  const [written, ...others] = readTtcElements(element, 'message');
  if (others.length > 0) faults.push('it has several ttc:message elements: put each on a separate event');
  const message = written && read(written, MESSAGE_PARTS);
  const notices = readTtcElements(element, 'notify').flatMap((extension): Notice[] => {
    const on = NOTICE_MOMENTS.find((moment) => moment === extension.attributes.on);
    if (on === undefined) faults.push(`a ttc:notify needs on="${NOTICE_MOMENTS.join(' | ')}"`);
    const template = read(extension, { ...NOTICE_PARTS, ...MESSAGE_PARTS });
    return on && template ? [{ on, message: template }] : [];
  });
  return { elementId, notices, faults, ...(message && { message }) };
}

type ReadText = (text: string, from: string) => Expression;

function readTemplate(
  { name, attributes, children }: Extension,
  parts: Readonly<Record<string, TtcValue>>,
  faults: string[],
  read: ReadText,
): MessageTemplate | undefined {
  const { messageTypeCode, title } = attributes;
  for (const unknown of Object.keys(attributes).filter((field) => !Object.hasOwn(parts, field))) {
    faults.push(`ttc:${name} has no field ${unknown}`);
  }
  if (!messageTypeCode) faults.push(`a ttc:${name} needs a messageTypeCode`);
  if (!title) faults.push(`a ttc:${name} needs a title`);
  const recipients = pick([...RECIPIENT_FIELDS, 'excludeUser'] as const, attributes, read);
  if (!RECIPIENT_FIELDS.some((field) => recipients[field] !== undefined)) {
    faults.push(`a ttc:${name} needs a recipient: one of ${RECIPIENT_FIELDS.join(', ')}`);
  }
  const channels = readChannels(attributes.sendType, faults);
  const texts = pick(MESSAGE_TEXTS, attributes, read);
  const { sendTime } = texts;
  if (sendTime?.constant && readDueTime(sendTime.text, 0, 'UTC') === undefined) {
    faults.push(
      `sendTime "${sendTime.text}" is neither a duration such as PT8H nor a date such as 2030-01-31 18:00:00`,
    );
  }
  for (const [field, channel] of [
    ['toPhones', 'SMS'],
    ['toEmails', 'MAIL'],
  ] as const) {
    if (recipients[field] && channels.length > 0 && !channels.includes(channel)) {
      faults.push(`${field} is for ${channel} only, which sendType does not name`);
    }
  }
  if (!messageTypeCode || !title) return undefined;
  return {
    messageTypeCode: read(messageTypeCode, 'messageTypeCode'),
    title: read(title, 'the title of a message'),
    recipients,
    channels,
    parameters: children.flatMap((child) => readParameter(child, faults, read)),
    texts,
    ...readFlag('promise', attributes, faults),
    ...readFlag('importantIdentity', attributes, faults),
  };
}

function pick<Field extends string>(
  fields: readonly Field[],
  attributes: Extension['attributes'],
  read: ReadText,
): Partial<Record<Field, Expression>> {
  const picked: Partial<Record<Field, Expression>> = {};
  for (const field of fields) {
    const text = attributes[field]?.trim();
    if (text) picked[field] = read(text, field);
  }
  return picked;
}

function readChannels(text: string | undefined, faults: string[]): readonly Channel[] {
  const names = splitNames(text ?? '');
  const unknown = names.filter((name) => !CHANNELS.some((channel) => channel === name));
  if (unknown.length > 0) faults.push(`sendType ${unknown.join(', ')} is not one of ${CHANNELS.join(', ')}`);
  return CHANNELS.filter((channel) => names.includes(channel));
}

function readParameter({ name: tag, attributes }: Extension, faults: string[], read: ReadText): MessageParameter[] {
  const { name, value, channel: channelName } = attributes;
  const channel = CHANNELS.find((known) => known === channelName);
  if (tag !== 'param' || !name || value === undefined) {
    faults.push('a message may only contain ttc:param elements with a name and a value');
    return [];
  }
  for (const unknown of Object.keys(attributes).filter((field) => !Object.hasOwn(PARAMETER_PARTS, field))) {
    faults.push(`the parameter ${name} has no field ${unknown}`);
  }
  if (channelName !== undefined && channel === undefined) {
    faults.push(`the parameter ${name} is for the channel ${channelName}, which is not one of ${CHANNELS.join(', ')}`);
  }
  return [{ name, value: read(value, `the parameter ${name}`), ...(channel && { channel }) }];
}

function readFlag<Field extends 'promise' | 'importantIdentity'>(
  field: Field,
  attributes: Extension['attributes'],
  faults: string[],
): { readonly [Name in Field]?: boolean } {
  const text = attributes[field];
  if (text === undefined) return {};
  if (text !== 'true' && text !== 'false') faults.push(`${field} must be true or false`);
  return { [field]: text === 'true' } as { readonly [Name in Field]?: boolean };
}
