/** No rule of the checklist is without a test, and every variable stands in the page that explains them. */
import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { CHECKLIST } from './checklist.ts';
import { readVariables, VARIABLES } from './variables.ts';

const FOLDER = new URL('./', import.meta.url);
const files = (await readdir(FOLDER)).filter((name) => name.endsWith('.test.ts'));
const texts = await Promise.all(files.map((name) => readFile(new URL(name, FOLDER), 'utf8')));
const tried = texts.flatMap((text) =>
  [...text.matchAll(/^\s*(?:rule|byHand|needed)\(\s*'([^']+)',/gm)].map(([, id]) => id),
);

test.each(Object.keys(CHECKLIST))('the rule "%s" begins the title of a test', (id) => {
  expect(tried).toContain(id);
});

test('a center of which too little is said is refused, with all that is missing and what it is for', () => {
  const readIn = (environment: Record<string, string>) => () =>
    readVariables({ CENTER_URL: 'https://c.example', ...environment });
  for (const [name, { says }] of Object.entries(VARIABLES)) {
    expect(readIn({ CLIENT_SECRET: 'hush' })).toThrow(
      name === 'CLIENT_SECRET' ? 'AUTH_URL' : `${name} is missing: ${says}`,
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

test('every variable stands in README.md with what it is for', async () => {
  const page = await readFile(new URL('README.md', FOLDER), 'utf8');
  for (const [name, { says }] of Object.entries(VARIABLES)) expect(page).toContain(`| ${name} | ${says}`);
});
