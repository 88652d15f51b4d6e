import * as z from 'zod';
import { compileExpression } from '../model/expressions/compile-expression.ts';
import type { MessageParameter, MessageTemplate } from '../model/message-template.ts';
import { CHANNELS, type Channel } from '../protocol/constants.ts';
import { isJsonObject } from '../protocol/fields.ts';
import { expression } from './expressions.ts';
import { select, text } from './fields.ts';

/** The message to people to whom a task is circulated. */
export interface CirculationOptions {
  /** Code of a message type of the center. */
  readonly messageTypeCode: string;
  /** An expression over the variables, `nodeName`, `from` (the person who circulates) and `opinions`. Default: `=nodeName`. */
  readonly title?: string;
  /** The channels that it is sent by. Default: the channels of the message type. */
  readonly sendType?: readonly Channel[];
  /**
   * Values of the template's variables: expressions like the title. If each channel has its own template, group the values
   * by channel. Default: none.
   */
  readonly parameters?:
    | Readonly<Record<string, string>>
    | Readonly<Partial<Record<Channel, Readonly<Record<string, string>>>>>;
}

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
  } satisfies Record<keyof CirculationOptions, z.ZodType>)
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
