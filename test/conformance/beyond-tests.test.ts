/** No rule is told twice, no open point is without a probe or a reason. */
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { PROBES } from '../../src/conformance/probes/probes.ts';
import { RULES } from '../../src/conformance/rules/rules.ts';
import { readVariables, VARIABLES } from '../../src/conformance/variables.ts';
import { OPEN_POINTS, UNTESTED } from './beyond-tests.ts';

const ids = RULES.map(({ id }) => id);

test('every rule has a name of its own', () => {
  expect(ids.filter((id, place) => ids.indexOf(id) < place)).toEqual([]);
});

test('every probe answers one open point, and an open point without a probe says why', () => {
  const asked = Object.values(OPEN_POINTS).flatMap((probes) => (typeof probes === 'string' ? [] : probes));
  expect(asked.toSorted()).toEqual(PROBES.map(({ name }) => name).toSorted());
  for (const reason of [...Object.values(OPEN_POINTS), ...Object.values(UNTESTED)]) expect(reason).not.toHaveLength(0);
});

test('rules that are marked as not testable have no test', () => {
  for (const id of Object.keys(UNTESTED)) expect(ids).not.toContain(id);
});

test('missing variables are refused together, each with its purpose', () => {
  const readIn = (environment: Record<string, string>) => () =>
    readVariables({ CENTER_URL: 'https://c.example', ...environment });
  for (const [name, { description }] of Object.entries(VARIABLES)) {
    expect(readIn({ CLIENT_SECRET: 'hush' })).toThrow(
      name === 'CLIENT_SECRET' ? 'AUTH_URL' : `${name} is missing: ${description}`,
    );
  }
  const all = Object.fromEntries(Object.entries(VARIABLES).map(([name, { sandbox }]) => [name, sandbox]));
  const right = { ...all, AUTH_URL: 'https://auth.example/', BUTTON_URL: 'https://me.example' };
  expect(readIn(right)()).toMatchObject({ AUTH_URL: 'https://auth.example', CENTER_URL: 'https://c.example' });
  expect(readIn({ ...right, GROUP: 'none' })()).toMatchObject({ GROUP: 'none' });
  expect(readIn({ ...right, ACCOUNT: 'none' })).toThrow('ACCOUNT cannot be none');
  expect(readIn({ ...right, ACCOUNT: 'chen' })).toThrow('must be three people');
  expect(readIn({ ...right, AUTH_URL: 'auth.example' })).toThrow('AUTH_URL must be an http or https url');
  expect(readIn({ ...right, MESSAGE_VALUES: '[1' })).toThrow('MESSAGE_VALUES must be a JSON object');
  expect(readVariables({ AUTH_URL: 'https://auth.example' })).toBeUndefined();
});

test('docs/conformance.md lists every variable with its purpose', async () => {
  const page = await readFile(new URL('../../docs/conformance.md', import.meta.url), 'utf8');
  for (const [name, { description }] of Object.entries(VARIABLES)) expect(page).toContain(`| ${name} | ${description}`);
});
