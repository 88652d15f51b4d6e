import { LOG_EVENTS } from '../../support/inner/log-events.ts';

/** `docs/reference/log.md`: a row for each line of the log. */
export function renderLog(): string {
  const rows = Object.entries(LOG_EVENTS).map(
    ([event, { level, message, meaning }]) => `| \`${event}\` | ${level} | ${message} | ${meaning} |`,
  );
  return `# Log

What the library writes to the option \`logger\` (default: warnings and errors to the console). Every line has the stable name in its field \`event\`; its message may change. The field \`cause\` is what code of yours threw: name, message and stack, at most 2,000 characters. No line holds a variable, a token, a key or what the center sent, as long as your own errors do not.

\`console\`, winston and pino can be passed as they are; with pino the fields come first, as it wants them.

| event | level | message | when, and what to do |
|---|---|---|---|
${rows.join('\n')}
`;
}
