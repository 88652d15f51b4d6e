/** Bytes that are none of ASCII, in an address or a token: node:http sends them as they are, other clients do not. */
import { request } from 'node:http';
import { expect, test } from 'vitest';
import { serveFetch } from '../support/serve-fetch.ts';
import { BUTTON_URL, createDesk, PARAMETERS } from './callback-fixture.ts';

const PATH = new URL(BUTTON_URL).pathname;
const TOKEN = 'token-of-zhang';

function withHighBit(text: string, at: number): string {
  return text.slice(0, at) + String.fromCharCode(text.charCodeAt(at) | 0x80) + text.slice(at + 1);
}

/** Status of a press; one character of path and token is one byte. */
function press(origin: string, path: string, token: string): Promise<number | undefined> {
  const headers = { 'content-type': 'application/json', uuid: 'u-1', 'x-id-token': token };
  return new Promise((resolve, reject) => {
    const call = request(`${origin}/`, { method: 'POST', path, headers }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode));
    });
    call.on('error', reject);
    call.end(JSON.stringify(PARAMETERS));
  });
}

test('a press in whose address or token the high bit of any one byte is set is refused and does not reach the bridge', async () => {
  const { handle, presses } = createDesk({ idToken: (token) => token === TOKEN });
  const server = await serveFetch(handle);
  const wrong: unknown[] = [];
  const expectRefused = async (path: string, token: string) => {
    const status = await press(server.origin, path, token);
    if (![400, 401, 404].includes(status ?? 0)) wrong.push([path, token, status]);
  };
  const signedFrom = PATH.indexOf('/tasks/');
  for (let at = signedFrom; at < PATH.length; at++) await expectRefused(withHighBit(PATH, at), TOKEN);
  for (let at = 0; at < TOKEN.length; at++) await expectRefused(PATH, withHighBit(TOKEN, at));
  expect(wrong).toEqual([]);
  expect(presses).toEqual([]);
  expect(await press(server.origin, PATH, TOKEN)).toBe(200);
  expect(presses).toHaveLength(1);
  await server.close();
});
