import type { MessageTemplate } from '../../message-template.ts';
import type { Rule } from '../rule.ts';

/**
 * A parameter without a channel applies to all known channels: those that `sendType` or another parameter names. If
 * `sendType` is missing, the other channels do not get it.
 */
export const messageParameterUnplaced: Rule = {
  name: 'message-parameter-unplaced',
  check: ({ messages }) =>
    messages.flatMap(({ elementId, message, notices }) =>
      [...(message ? [message] : []), ...notices.map((notice) => notice.message)].flatMap((template) => {
        const unplaced = unplacedIn(template);
        if (unplaced.length === 0) return [];
        const named = [...new Set(template.parameters.flatMap(({ channel }) => channel ?? []))];
        return [
          {
            severity: 'warning' as const,
            guess: true as const,
            elementId,
            reason: `The parameter ${unplaced.join(', ')} of a message goes only to ${named.join(', ')}: no other channel is named.`,
            remedy: 'Name every channel of the message in sendType, or give each parameter its channel.',
          },
        ];
      }),
    ),
};

function unplacedIn({ channels, parameters }: MessageTemplate): string[] {
  if (channels.length > 0 || parameters.every(({ channel }) => channel === undefined)) return [];
  return parameters.flatMap(({ name, channel }) => (channel === undefined ? [name] : []));
}
