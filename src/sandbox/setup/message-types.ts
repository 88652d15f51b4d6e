import * as z from 'zod';
import { CHANNELS, type Channel } from '../../protocol/constants.ts';
import { noDuplicates, text } from './field-schemas.ts';

/** A message type as registered by an application: its channels, with one template for all or one for each. */
export type SandboxMessageType =
  | { readonly channels: readonly Channel[]; readonly template: string }
  | { readonly channels: readonly Channel[]; readonly templates: Readonly<Partial<Record<Channel, string>>> };

/** By their codes. */
export type SandboxMessageTypes = Readonly<Record<string, SandboxMessageType>>;

/** One type with a template for all its channels, and one with a template for each. */
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

/** The text of a channel of the type. */
export function templateOf(type: SandboxMessageType, channel: Channel): string {
  return 'templates' in type ? (type.templates[channel] ?? '') : type.template;
}

const channel = z.enum(CHANNELS);

const messageType = z
  .strictObject({
    channels: z
      .array(channel)
      .min(1, 'must contain at least one channel')
      .superRefine(noDuplicates((entry) => entry, '')),
    template: z.string().optional(),
    templates: z.partialRecord(channel, z.string()).optional(),
  })
  .refine(
    ({ channels, template, templates }) => {
      if (templates === undefined) return template !== undefined;
      const given = Object.keys(templates);
      return template === undefined && given.length === channels.length && channels.every((one) => given.includes(one));
    },
    { error: 'must have either template, or templates with one text for each of its channels and for no other' },
  );

export const messageTypes = z.record(text, messageType);
