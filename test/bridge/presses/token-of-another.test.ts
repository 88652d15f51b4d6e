/** The tokens of a center, checked with the keys that it publishes, on the whole way from its button to the database. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { end, processFile, start, userTask } from '../../support/bpmn-xml.ts';
import { type FetchServer, serveFetch } from '../../support/serve-fetch.ts';
import { createDatabaseFile, type DatabaseFile } from '../database-file.ts';
import { createWorld, SIGNING_KEYS, type World } from '../world.ts';

const TWO_HANDLERS = processFile([start(), userTask('check', { users: 'bo,chen' }), end()], 'start > check > end', {
  id: 'checked',
});
const TOKEN = 'x-id-token';

let file: DatabaseFile;
let world: World;
let road: FetchServer;
/** Tokens that came by, in order. */
let seen: string[];
/** What travels instead of the token; undefined: the token itself. */
let swapped: string | undefined;

beforeEach(async () => {
  file = createDatabaseFile();
  world = await createWorld({ bridge: { store: file.store } });
  seen = [];
  swapped = undefined;
  road = await serveFetch((request) => {
    seen.push(request.headers.get(TOKEN) ?? '');
    if (swapped !== undefined) request.headers.set(TOKEN, swapped);
    return world.bridge.fetch(request);
  });
  const { jwksUrl, authUrl: issuer } = world.sandbox;
  await world.reopen({
    callback: {
      publicUrl: road.origin,
      signingKeys: SIGNING_KEYS,
      cipher: { kind: 'none' },
      idToken: { jwksUrl, algorithms: ['ES256'], issuer, audience: null },
    },
  });
});
afterEach(async () => {
  await road.close();
  await world[Symbol.asyncDispose]();
  file[Symbol.dispose]();
});

async function begin(): Promise<string> {
  const { instanceId } = await world.begin(TWO_HANDLERS);
  return `${instanceId}.1`;
}

test('a press with the good token of another handler of the task is refused and stores nothing; with their own it counts', async () => {
  const taskId = await begin();
  // Refused for lack of a token: chen's own is kept for the next press.
  swapped = '';
  await world.sandbox.press(taskId, { action: 'Handle', account: 'chen' });
  [swapped] = seen;
  expect(swapped).toMatch(/^ey/);
  const untouched = { ...file.dump(), presses: file.presses() };
  const { status, body } = await world.sandbox.press(taskId, { action: 'Handle', account: 'bo' });
  expect({ status, body }).toMatchObject({ status: 401, body: { code: 401 } });
  expect({ ...file.dump(), presses: file.presses() }).toEqual(untouched);

  swapped = undefined;
  expect((await world.sandbox.press(taskId, { action: 'Handle', account: 'bo' })).body).toMatchObject({ code: 0 });
  await world.bridge.idle();
  expect(await world.bridge.tasks.get(taskId)).toMatchObject({ state: 'FINISH', handler: 'bo' });
});
