import * as z from 'zod';
import type { MessageType } from '../messages/message-types.ts';
import { CHANNELS } from '../protocol/constants.ts';
import { text, whenObject } from './fields.ts';

const template = text.refine((value) => !/\{\{|\}\}/.test(value.replaceAll(/\{\{\s*[^{}\s][^{}]*\}\}/g, '')), {
  error: 'has braces without a variable; write {{name}}',
});

/** One of `messageTypes`: one template for all channels, or one per channel. */
export const messageType = z
  .strictObject({
    channels: z.array(z.enum(CHANNELS)).min(1, 'must contain at least one channel'),
    template: template.optional(),
    templates: z.partialRecord(z.enum(CHANNELS), template).optional(),
  })
  .refine(({ template, templates }) => template === undefined || templates === undefined, {
    path: ['templates'],
    error: 'must have either template or templates',
    when: whenObject,
  })
  .superRefine(({ channels, templates }, context) => {
    if (templates === undefined) return;
    for (const channel of CHANNELS) {
      const isDefined = channels.includes(channel);
      if (isDefined === (templates[channel] !== undefined)) continue;
      const message = isDefined ? 'is required: every channel has its template' : 'is no channel of this message type';
      context.addIssue({ code: 'custom', path: ['templates', channel], message });
    }
  })
  .transform(({ channels, template, templates }): MessageType => {
    if (templates !== undefined) return { channels, templates };
    return template === undefined ? { channels } : { channels, template };
  });
