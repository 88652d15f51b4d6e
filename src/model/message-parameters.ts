import type { MessageSendRequest } from '../protocol/message-send.ts';
import type { Expression } from './expressions/expression.ts';
import type { MessageTemplate } from './message-template.ts';

export type MessageParameters = MessageSendRequest['data']['paramValueJson'];

/**
 * The parameters of a message as they are sent: by name or, if any parameter is for one channel, by channel and name;
 * parameters without a channel are included in each (spec, Template rules).
 */
export function parametersOf(
  { parameters, channels }: Pick<MessageTemplate, 'parameters' | 'channels'>,
  evaluate: (value: Expression) => unknown,
): MessageParameters {
  const values = parameters.map(({ name, channel, value }) => ({ name, channel, value: jsonOf(evaluate(value)) }));
  const named = values.flatMap(({ channel }) => channel ?? []);
  const pick = (wanted: (channel: string | undefined) => boolean): MessageParameters =>
    Object.fromEntries(values.filter(({ channel }) => wanted(channel)).map(({ name, value }) => [name, value]));
  if (named.length === 0) return pick(() => true);
  const all = new Set([...channels, ...named]);
  return Object.fromEntries(
    [...all].map((each) => [each, pick((channel) => channel === undefined || channel === each)]),
  );
}

/** Undefined becomes null, so that the check of the message reports the missing value. */
function jsonOf(value: unknown): MessageParameters[string] {
  return (value ?? null) as MessageParameters[string];
}
