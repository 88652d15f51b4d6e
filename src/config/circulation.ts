import { z } from 'zod';
import { BridgeError } from '../errors.ts';
import { compileExpression } from '../model/expressions/compile-expression.ts';
import type { MessageTemplate } from '../model/message-template.ts';
import { Channel } from '../protocol/message-send.ts';
import { text } from './fields.ts';

const expression = text.transform((value, context) => {
  try {
    return compileExpression(value);
  } catch (error) {
    if (!(error instanceof BridgeError)) throw error;
    context.addIssue({ code: 'custom', message: `is no expression: ${error.message}` });
    return z.NEVER;
  }
});

/** Option `circulation`: what people are told a task is circulated to, where the drawing does not say it. */
export const circulation = z
  .strictObject({
    messageTypeCode: text,
    title: expression.prefault('=nodeName'),
    sendType: z.array(Channel).default([]),
    parameters: z.record(text, expression).default({}),
  })
  .transform(
    ({ messageTypeCode, title, sendType, parameters }): MessageTemplate => ({
      messageTypeCode: compileExpression(messageTypeCode),
      title,
      recipients: { toPersons: compileExpression('circulated') },
      channels: sendType,
      parameters: Object.entries(parameters).map(([name, value]) => ({ name, value })),
      texts: {},
    }),
  );
