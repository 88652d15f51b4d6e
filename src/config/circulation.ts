import { z } from 'zod';
import { compileExpression } from '../model/expressions/compile-expression.ts';
import type { MessageParameter, MessageTemplate } from '../model/message-template.ts';
import { CHANNELS } from '../protocol/constants.ts';
import { isJsonObject } from '../protocol/fields.ts';
import { expression } from './expressions.ts';
import { select, text } from './fields.ts';

const byName = z.record(text, expression);

/** The values of a template by name; if each channel has its own template, grouped by channel. */
const parameters = select<MessageParameter[]>((value) =>
  isJsonObject(value) && Object.values(value).some(isJsonObject)
    ? z
        .partialRecord(z.enum(CHANNELS), byName)
        .transform((given) => CHANNELS.flatMap((channel) => toParameters(given[channel] ?? {}, { channel })))
    : byName.transform((given) => toParameters(given)),
);

function toParameters(
  given: z.output<typeof byName>,
  place: Pick<MessageParameter, 'channel'> = {},
): MessageParameter[] {
  return Object.entries(given).map(([name, value]) => ({ name, value, ...place }));
}

/** Option `circulation`: the message to the people to whom a task is circulated, if the diagram defines none. */
export const circulation = z
  .strictObject({
    messageTypeCode: text,
    title: expression.prefault('=nodeName'),
    sendType: z.array(z.enum(CHANNELS)).default([]),
    parameters: parameters.prefault({}),
  })
  .transform(
    ({ messageTypeCode, title, sendType, parameters }): MessageTemplate => ({
      messageTypeCode: compileExpression(messageTypeCode),
      title,
      recipients: { toPersons: compileExpression('circulated') },
      channels: sendType,
      parameters,
      texts: {},
    }),
  );
