/** The token endpoint, and the authorization of calls. */

import { FORM_TYPE, MESSAGE_PATH, SCOPES, TASK_PATH } from '../center.ts';
import { expect } from '../expect.ts';
import { byHand, type Rule, rule } from './rule.ts';

const tokenIn = (body: unknown) => (body as { access_token?: string } | undefined)?.access_token;

export const authenticationRules: readonly Rule[] = [
  rule('Authentication, 1', 'a call without a token is refused', async (center) => {
    for (const path of [TASK_PATH, MESSAGE_PATH]) {
      for (const authorization of ['', 'no-token-of-this-center']) {
        const { status, body } = await center.call(path, path === TASK_PATH ? [] : center.message(), { authorization });
        expect([status, body]).not.toEqual([200, expect.objectContaining({ code: 0 })]);
      }
    }
  }),

  rule('Authentication, 2', 'the value of the header Authorization is the token', async (center) => {
    const authorization = await center.token();
    expect((await center.call(TASK_PATH, [], { authorization })).body).toMatchObject({ code: 0 });
    expect((await center.call(MESSAGE_PATH, center.message(), { authorization })).body).toMatchObject({ code: 0 });
  }),

  rule(
    'Authentication, 3',
    'it accepts a form with four fields, and refuses one without one of them',
    async (center) => {
      expect((await center.askToken()).status).toBe(200);
      for (const field of ['grant_type', 'client_id', 'client_secret', 'scope']) {
        expect(tokenIn((await center.askToken({ [field]: undefined })).body), field).toBeUndefined();
      }
      expect(tokenIn((await center.askToken({ grant_type: 'password' })).body)).toBeUndefined();
      expect(tokenIn((await center.askToken({ client_secret: 'wrong' })).body)).toBeUndefined();
      expect(tokenIn((await center.askToken({}, 'application/json')).body)).toBeUndefined();
      // An empty string replaces a missing value.
      expect(tokenIn((await center.askToken({ scope: '' })).body)).toMatch(/./);
      expect(tokenIn((await center.askToken({ scope: SCOPES.join(',') }, FORM_TYPE)).body)).toMatch(/./);
    },
  ),

  rule(
    'Authentication, 4',
    'the answer has access_token and expires_in; the token is valid for several calls',
    async (center) => {
      const { body } = await center.askToken();
      expect(body).toMatchObject({ access_token: expect.stringMatching(/./), expires_in: expect.any(Number) });
      const { expires_in: seconds } = body as { expires_in: number };
      expect(Number.isInteger(seconds) && seconds > 0, `expires_in ${seconds}`).toBe(true);
      const authorization = tokenIn(body) ?? '';
      for (let calls = 0; calls < 2; calls += 1) {
        expect((await center.call(TASK_PATH, [], { authorization })).body).toMatchObject({ code: 0 });
      }
    },
  ),

  rule(
    'Authentication, 5',
    'each of the three scopes can be requested separately, and all of them together',
    async (center) => {
      for (const scope of [...SCOPES, SCOPES.join(',')])
        expect(tokenIn((await center.askToken({ scope })).body)).toMatch(/./);
    },
  ),

  byHand('Authentication, 7', 'a callback carries the token of the person in x-id-token, and a uuid', {
    make: (center) =>
      center.openOne({
        actions: [{ name: 'Go', type: 'HANDLE', url: center.variables.BUTTON_URL, optType: 0, method: 'post' }],
      }),
    look: (taskId, { ACCOUNT, BUTTON_URL }) =>
      `${ACCOUNT} presses "Go" on ${taskId}: ${BUTTON_URL} is called with the headers x-id-token and uuid.`,
  }),

  byHand('Limits, token lifetime', 'it is expires_in seconds, after which the token is refused', {
    async make(center) {
      const { body } = await center.askToken();
      const { expires_in: seconds } = body as { expires_in: number };
      expect(seconds).toBeGreaterThan(0);
      return { authorization: tokenIn(body) ?? '', seconds };
    },
    look: ({ seconds }) =>
      `Tokens are said to live ${seconds} s: the bridge asks for a new one before, and on HTTP 401.`,
  }),
];
