/** What the center is answered for a press that ends with an error, for every code that a press can end with. */
import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { composeBridge } from '../../../src/bridge/compose-bridge.ts';
import { createEmitter } from '../../../src/bridge/context/events.ts';
import { createCenterClient } from '../../../src/center/create-center-client.ts';
import type { CenterClient } from '../../../src/center/port.ts';
import { parseOptions } from '../../../src/config.ts';
import {
  BridgeError,
  CenterError,
  ERROR_CODES,
  type ErrorCode,
  InputError,
  ModelError,
  StepError,
  StoreError,
} from '../../../src/index.ts';
import { openStore } from '../../../src/store/open-store.ts';
import type { Store } from '../../../src/store/store.ts';
import { end, processFile, start, userTask } from '../../support/bpmn-xml.ts';
import { createActionUrl } from '../../support/inner/callback.ts';
import { optionsFor } from '../options-for.ts';

const CLASSES = { BridgeError, CenterError, InputError, ModelError, StepError, StoreError };
const CENTER = 'http://127.0.0.1:9';
const ONE_STEP = processFile([start(), userTask('apply', { assignee: 'anna' }), end()], 'start > apply > end', {
  id: 'one-step',
});

const OTHERS: ReadonlySet<string> = new Set([
  // Of one instance and not of the database: its definition is not the file that was deployed. Answered 200.
  'StepError ERR_STORE_INVALID',
  // Of an engine that its caller made without the plugin's options: there is no bridge.
  'BridgeError ERR_STEP_FAILED',
]);

/** The classes that errors are thrown with, by their codes, as the source has them. */
function findThrown(): readonly (readonly [keyof typeof CLASSES, ErrorCode])[] {
  const folder = new URL('../../../src/', import.meta.url);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !/^(sandbox|cli)/.test(file),
  );
  const found = files.flatMap((file) =>
    [...readFileSync(new URL(file, folder), 'utf8').matchAll(/new (\w*Error)\(\s*'(ERR_\w+)'/g)].map(
      ([, name, code]) => `${name} ${code}`,
    ),
  );
  return [...new Set(found)]
    .filter((pair) => !OTHERS.has(pair))
    .map((pair) => pair.split(' ') as [keyof typeof CLASSES, ErrorCode])
    .filter(([, code]) => ERROR_CODES[code].http !== null);
}

let store: Store;
let center: CenterClient;
let answerCallback: (request: Request) => Promise<Response>;
let address: string;
let thrown: BridgeError;

beforeAll(async () => {
  store = await openStore('sqlite::memory:');
  center = createCenterClient({
    ...{ baseUrl: CENTER, authUrl: CENTER, clientId: 'id', clientSecret: 'secret', timeoutMs: 10_000 },
    clock: Date.now,
  });
  const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
  const config = parseOptions({ ...optionsFor({ url: CENTER }), store: 'sqlite::memory:', logger: quiet });
  const parts = composeBridge({
    config,
    store: { ...store, commitStep: (step) => (thrown ? Promise.reject(thrown) : store.commitStep(step)) },
    center,
    log: () => undefined,
    emitter: createEmitter(),
    owner: 'test',
    open: () => undefined,
  });
  answerCallback = parts.answerCallback;
  await parts.definitions.deploy(ONE_STEP);
  const { instanceId } = await parts.starts.start('one-step', { initiator: 'anna' });
  const { publicUrl, signingKeys } = config.callback;
  address = createActionUrl({ publicUrl, appId: config.center.appId, signingKeys })(`${instanceId}.1`, 'handle');
});
afterAll(async () => {
  await center.close();
  await store.close();
});

it.each(findThrown())('%s %s', async (name, code) => {
  thrown = new CLASSES[name](code, 'as a test has it');
  const answer = await answerCallback(
    new Request(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', uuid: `uuid-of-${name}-${code}` },
      body: JSON.stringify({ accountName: 'anna', opinions: '', time: '2026-03-01 10:00:00' }),
    }),
  );
  expect(answer.status).toBe(ERROR_CODES[code].http);
});

it('finds every code that a press can end with', () => {
  const answered = Object.entries(ERROR_CODES).filter(([, { http }]) => http !== null);
  const found = new Set<string>(findThrown().map(([, code]) => code));
  expect(answered.map(([code]) => code).filter((code) => !found.has(code))).toEqual([]);
});
