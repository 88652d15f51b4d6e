import type { Rule } from '../rule.ts';

export const messageNotSent: Rule = {
  name: 'message-not-sent',
  check: ({ messages, options }) =>
    options.messages !== false
      ? []
      : messages.map(({ elementId }) => ({
          severity: 'error',
          elementId,
          reason: 'A message should be sent here, but the host has no function that sends messages.',
          remedy: 'Pass onMessages to createPlugin, or run the process in a bridge.',
        })),
};
