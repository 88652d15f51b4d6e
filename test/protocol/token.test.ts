import { describe, expect, it } from 'vitest';
import { TokenResponse } from '../../src/protocol/token.ts';
import { refusedPaths } from './expect-problem.ts';

describe('Authentication 4, token response', () => {
  it('reads token and lifetime, and drops what it does not know', () => {
    const answer = { access_token: 'abc', expires_in: 7200, token_type: 'bearer' };
    expect(TokenResponse.parse(answer)).toEqual({ access_token: 'abc', expires_in: 7200 });
  });

  it.each([
    ['7200', 7200],
    [-1, 300],
    ['soon', 300],
    [undefined, 300],
  ])('reads expires_in %j as %i seconds', (expires_in, seconds) => {
    expect(TokenResponse.parse({ access_token: 'abc', expires_in }).expires_in).toBe(seconds);
  });

  it.each([
    ['access_token', ''],
    ['access_token', null],
  ])('refuses %s = %j, by that name', (field, value) => {
    expect(refusedPaths(TokenResponse, { access_token: 'abc', expires_in: 7200, [field]: value })).toEqual([field]);
  });
});
