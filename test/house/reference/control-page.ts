import * as z from 'zod';
import { CONTROL_ERRORS, CONTROL_ROUTES, type ControlRoute } from '../../support/inner/sandbox.ts';

const ADDRESS = 'http://127.0.0.1:8484/sandbox';

/** Values of the parameters in the examples. */
const SAMPLES: Readonly<Record<string, string>> = {
  ...{ account: 'bo', taskId: 't-1', transactionId: 'x-1', sendId: 'm-1', appId: 'approvals', id: '0' },
};

export function renderControl(): string {
  const calls = CONTROL_ROUTES.map(
    (route) => `| ${route.title} | ${callOf(route)} | ${route.answers} | \`${exampleOf(route)}\` |`,
  );
  const errors = Object.entries(CONTROL_ERRORS).map(([code, { status, when }]) => `| ${code} | ${status} | ${when} |`);
  return `# Control API of the sandbox

What people do and see in the center, over HTTP: [the sandbox](../../src/sandbox/README.md#control-api) says how it is reached and who may use it. Bodies and answers are JSON. \`curl --json\` sends a body with its content type; ids in a path must be percent-encoded.

| operation | call | answer | example |
| --- | --- | --- | --- |
${calls.join('\n')}

A refusal is \`{ "error": { "code", "message", "problems" } }\`, and nothing was changed. If the business system refuses a press, that is not a refusal of the control API: the press was made, and \`taken\` is false.

| code | HTTP | when |
| --- | --- | --- |
${errors.join('\n')}
`;
}

function callOf({ method, path, query, body, takes }: ControlRoute): string {
  const { required = [], properties = {} } = z.toJSONSchema(body ?? query ?? z.strictObject({}), { io: 'input' });
  const optional = Object.keys(properties).filter((name) => !required.includes(name));
  const fields = [
    ...(required.length > 0 ? [`with ${listed(required)}`] : []),
    ...(optional.length > 0 ? [`${query === undefined ? 'optional' : 'query'} ${listed(optional)}`] : []),
  ];
  return [`\`${`${method} ${path}`.trim()}\``, ...fields, ...(takes === undefined ? [] : [takes])].join('; ');
}

function listed(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ');
}

function exampleOf({ method, path, query, body, example }: ControlRoute): string {
  const asked = query === undefined ? '' : `?${new URLSearchParams(example as Record<string, string>)}`;
  const address = `${ADDRESS}${path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => SAMPLES[name] ?? name)}${asked}`;
  const usual = body === undefined ? 'GET' : 'POST';
  return [
    ...['curl', ...(path === '/events' ? ['-N'] : []), ...(method === usual ? [] : ['-X', method])],
    ...(body === undefined ? [] : ['--json', `'${JSON.stringify(example ?? {})}'`]),
    asked === '' ? address : `'${address}'`,
  ].join(' ');
}
