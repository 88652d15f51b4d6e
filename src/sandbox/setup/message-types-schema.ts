import * as z from 'zod';
import { CHANNELS } from '../../protocol/constants.ts';
import { noDuplicates, text } from './field-schemas.ts';

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
