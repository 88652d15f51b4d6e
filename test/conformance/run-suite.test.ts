/** What a run of the suite says of a center that breaks a rule, and what it keeps to itself. */
import { expect, test } from 'vitest';
import { judgeCenter } from '../../src/conformance/index.ts';
import { openSandbox } from '../support/inner/conformance.ts';
import { standBetween } from './between.ts';
import { tokenAnswer } from './breakages/breakage.ts';

test('a violated rule is listed with the observation, without tokens', async () => {
  const tokens: unknown[] = [];
  const wrong = tokenAnswer((body) => {
    tokens.push(body.access_token);
    return { ...body, expires_in: 'soon' };
  });
  await using center = await openSandbox({ nightlyRun: false }, standBetween(wrong));
  const { isConform, broken, page } = await judgeCenter(center.variables);
  expect(isConform).toBe(false);
  expect(broken.filter((text) => text.startsWith('Authentication, 4: '))).toHaveLength(1);
  expect(page).toContain("access_token: '[hidden]'");
  expect(tokens.length).toBeGreaterThan(0);
  for (const token of tokens) expect(page).not.toContain(token);
  expect(page).not.toContain(center.variables.CLIENT_SECRET);
});

test.each([
  [{ AUTH_URL: 'http://127.0.0.1:9' }, 'ERR_CENTER_UNAVAILABLE'],
  [{ CLIENT_SECRET: 'another' }, 'ERR_TOKEN_REFUSED'],
  [{ ACCOUNT: 'none' }, 'ERR_INPUT_INVALID'],
])('with %j nothing is tried: %s', async (changes, code) => {
  await using center = await openSandbox({ nightlyRun: false });
  await expect(judgeCenter({ ...center.variables, ...changes })).rejects.toMatchObject({ code });
});
