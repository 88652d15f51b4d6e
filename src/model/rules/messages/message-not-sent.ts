import type { Rule } from '../rule.ts';

export const messageNotSent: Rule = {
  name: 'message-not-sent',
  check: ({ messages, options }) =>
    options.messages !== false
      ? []
      : messages.map(({ elementId }) => ({
          severity: 'error',
          elementId,
          reason: 'A message is to be sent here, and no function was given that sends any.',
          remedy: 'Pass onMessages to createPlugin, or run the process in a bridge.',
        })),
};
