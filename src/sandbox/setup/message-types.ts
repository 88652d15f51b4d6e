import { InputError } from '../../errors.ts';
import type { Channel } from '../../protocol/message-send.ts';
import { isObject } from '../check-fields.ts';

/** A message type as an application has applied for it: its channels, with one template for all or one for each. */
export type SandboxMessageType =
  | { readonly channels: readonly Channel[]; readonly template: string }
  | { readonly channels: readonly Channel[]; readonly templates: Readonly<Partial<Record<Channel, string>>> };

/** By their codes. */
export type SandboxMessageTypes = Readonly<Record<string, SandboxMessageType>>;

/** One with a template for all its channels, and one with a template for each. */
export const DEFAULT_MESSAGE_TYPES = {
  NOTICE: { channels: ['WEBSITE', 'SUPERAPP'], template: '{{text}}' },
  OUTCOME: {
    channels: ['SMS', 'MAIL', 'WEBSITE', 'SUPERAPP'],
    templates: {
      SMS: '{{subject}}: {{outcome}}',
      MAIL: 'Dear {{name}}, {{subject}} was decided: {{outcome}}. {{remark}}',
      WEBSITE: '{{subject}} was decided by {{by}}: {{outcome}}',
      SUPERAPP: '{{subject}}: {{outcome}}',
    },
  },
} as const satisfies SandboxMessageTypes;

/** @throws {InputError} `ERR_CONFIG_INVALID`: a type lacks a template, or has one for a channel it has not */
export function readMessageTypes(types: SandboxMessageTypes): SandboxMessageTypes {
  for (const [code, type] of Object.entries(types)) {
    if (templatesOf(type).length === type.channels.length) continue;
    const text = `messageTypes.${code}: give template, or templates with a text for each of its channels and for no other`;
    throw new InputError('ERR_CONFIG_INVALID', text);
  }
  return types;
}

function templatesOf(type: SandboxMessageType): string[] {
  const texts: Readonly<Record<string, unknown>> =
    'templates' in type && isObject(type.templates)
      ? type.templates
      : Object.fromEntries(type.channels.map((channel) => [channel, 'template' in type ? type.template : undefined]));
  const isComplete = Object.keys(texts).length === type.channels.length;
  return isComplete ? type.channels.map((channel) => texts[channel]).filter((text) => typeof text === 'string') : [];
}

/** The text of a channel of the type. */
export function templateOf(type: SandboxMessageType, channel: Channel): string {
  return 'templates' in type ? (type.templates[channel] ?? '') : type.template;
}
