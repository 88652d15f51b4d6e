import { describe, expect, it } from 'vitest';
import { askToken, callTaskHandle, fetchToken, openSandbox, TOKEN_FORM } from '../business-system.ts';

const FORM_TYPE = 'application/x-www-form-urlencoded;charset=utf-8';

describe('Authentication 3, token request', () => {
  it('gives a token and its lifetime in seconds', async () => {
    const sandbox = await openSandbox({ tokenLifetimeSeconds: 600 });
    const response = await askToken(sandbox, TOKEN_FORM);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ access_token: expect.stringMatching(/^\S{20,}$/), expires_in: 600 });
  });

  it.each(Object.keys(TOKEN_FORM))('refuses a form without %s: none of the four may be null', async (field) => {
    const sandbox = await openSandbox();
    const rest = Object.fromEntries(Object.entries(TOKEN_FORM).filter(([name]) => name !== field));
    const response = await askToken(sandbox, rest);
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      error: 'invalid_request',
      error_description: `${field} is null: send an empty string where there is nothing`,
    });
  });

  it('accepts an empty scope, for a token without permissions', async () => {
    const sandbox = await openSandbox();
    const headers = { authorization: await fetchToken(sandbox, ''), 'content-type': 'application/json' };
    expect((await callTaskHandle(sandbox, '[]', headers)).status).toBe(403);
  });

  it.each(['application/json', 'application/x-www-form-urlencoded', 'application/x-www-form-urlencoded;charset=gbk'])(
    'refuses the content type %s',
    async (contentType) => {
      const sandbox = await openSandbox();
      const response = await askToken(sandbox, TOKEN_FORM, contentType);
      expect(response.status).toBe(415);
      expect(await response.json()).toMatchObject({ error_description: `the content type must be ${FORM_TYPE}` });
    },
  );

  it.each([
    [{ client_id: 'somebody' }, 401, 'invalid_client', 'client_id or client_secret is wrong'],
    [{ client_secret: '' }, 401, 'invalid_client', 'client_id or client_secret is wrong'],
    [{ grant_type: 'password' }, 400, 'unsupported_grant_type', 'grant_type must be client_credentials'],
  ])('refuses %j', async (change, status, error, description) => {
    const sandbox = await openSandbox();
    const response = await askToken(sandbox, { ...TOKEN_FORM, ...change });
    expect(response.status).toBe(status);
    expect(await response.json()).toEqual({ error, error_description: description });
  });

  it('refuses scopes the client has not, and scopes that are not separated by a comma', async () => {
    const sandbox = await openSandbox();
    for (const scope of ['ttc:v1:everything', 'ttc:v1:writeTransaction ttc:v1:writeTtc']) {
      const response = await askToken(sandbox, { ...TOKEN_FORM, scope });
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ error: 'invalid_scope' });
    }
  });

  it('refuses a field that is given twice', async () => {
    const sandbox = await openSandbox();
    const body = `${new URLSearchParams(TOKEN_FORM)}&scope=`;
    const headers = { 'content-type': FORM_TYPE };
    const response = await fetch(`${sandbox.authUrl}/oauth2/token`, { method: 'POST', headers, body });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error_description: 'scope is given more than once' });
  });
});
