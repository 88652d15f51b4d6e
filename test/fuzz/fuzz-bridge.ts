import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { SignJWT } from 'jose';
import { type BridgeOptions, type CipherOptions, createBridge } from '../../src/index.ts';
import { Secret } from '../../src/secret.ts';
import { createDatabaseFile } from '../bridge/database-file.ts';
import { type ReceivedCall, startHttpCenter } from '../center/http-center.ts';
import { end, exclusive, processFile, start, userTask } from '../support/bpmn-xml.ts';
import { createActionUrl } from '../support/inner/callback.ts';
import { serveFetch } from '../support/serve-fetch.ts';
import { createHttpClient, type HttpClient } from './http-client.ts';
import { type RowWatch, watchRows } from './row-watch.ts';

const APP_ID = 'approvals';
const PUBLIC_ORIGIN = 'http://bridge.example';
const PUBLIC_URL = `${PUBLIC_ORIGIN}/any/prefix`;
const SIGNING_SECRET = 'a secret of the tests, 32 bytes long';
const ISSUER = 'https://auth.example';
/** Bytes; also what a longer body is made of. */
export const MAX_STATUS_BODY = 100_000;
/** What people write of a task is nothing for an answer to a press, nor for a log. */
export const OPINIONS = 'in confidence: fine';
/** A bridge in the middle of its life; a rejected request comes back, so there are always tasks to press on. */
const REWORK = processFile(
  [start(), userTask('apply', { assignee: 'anna' }), userTask('check', { assignee: 'bo' }), exclusive('ok'), end()],
  'start > apply > check > ok; ok >"Approve" end; ok >"Reject" apply',
  { id: 'rework' },
);
const INSTANCES = 16;
const CLOSED_KEPT = 100;

export interface OpenTask {
  readonly taskId: string;
  readonly handler: string;
  readonly buttons: readonly { readonly actionKey: string; readonly nextNodeKey: string }[];
}

/** A bridge on a database file behind an HTTP server, with a center that takes everything, and a look into both. */
export interface FuzzBridge extends AsyncDisposable, Pick<HttpClient, 'send'>, Pick<RowWatch, 'steps' | 'version'> {
  /** Open tasks with the buttons that the center was given for them. */
  openTasks(): readonly OpenTask[];
  /** Ids of tasks that were closed lately. */
  closedTasks(): readonly string[];
  /** Whether a task was ever closed, as of the last `catchUp`. */
  wasClosed(taskId: string): boolean;
  /** Waits for what presses set off, and starts instances again where some have ended. */
  catchUp(): Promise<void>;
  /** Rows that changed since it was asked last; what `catchUp` changes is not among them. */
  changedRows: RowWatch['take'];
  /** Every row but the answers kept under replay keys. */
  dump(): unknown;
  /** Path of a button, signed. */
  sign(taskId: string, actionKey: string): string;
  /** Path of the task-status callback, signed. */
  readonly statusPath: string;
  /** A token of that account; one that nobody should accept when it is not good. */
  tokenOf(account: string, isGood?: boolean): Promise<string>;
  /** Texts that stand in no answer and in no log: keys, tokens, places. */
  readonly secrets: readonly string[];
  readonly complaints: readonly unknown[];
}

export async function startFuzzBridge(cipher: CipherOptions): Promise<FuzzBridge> {
  const file = createDatabaseFile();
  const center = await startHttpCenter();
  const keys = generateKeyPairSync('ed25519');
  const complaints: unknown[] = [];
  // A token begins with its header, which is the same in all of them.
  const secrets = [SIGNING_SECRET, file.path, 'eyJhbGciOiJF', 'node_modules', ...('key' in cipher ? [cipher.key] : [])];
  const log = (message: string, fields?: unknown) => {
    const line = `${message} ${JSON.stringify(fields)}`;
    if ([...secrets.slice(0, 3), OPINIONS].some((secret) => line.includes(secret))) complaints.push(['told', line]);
  };
  const options: BridgeOptions = {
    center: { baseUrl: center.url, authUrl: center.url, clientId: 'c', clientSecret: 's', appId: APP_ID },
    callback: {
      publicUrl: PUBLIC_URL,
      signingKeys: [{ id: 'k1', secret: SIGNING_SECRET }],
      cipher,
      idToken: {
        key: String(keys.publicKey.export({ type: 'spki', format: 'pem' })),
        algorithms: ['EdDSA'],
        issuer: ISSUER,
        audience: null,
      },
      maxStatusBodyBytes: MAX_STATUS_BODY,
    },
    identity: { isMember: () => false },
    store: file.store,
    logger: {
      debug: log,
      info: log,
      warn: log,
      error: (message, fields) => void complaints.push([message, fields]),
    },
  };
  const bridge = await createBridge(options);
  await bridge.deploy(REWORK);
  const server = await serveFetch((request) => bridge.fetch(request));
  const client = createHttpClient(server.origin);
  const watch = watchRows(file);
  const open = new Map<string, OpenTask>();
  const closed: string[] = [];
  const everClosed = new Set<string>();

  async function catchUp(): Promise<void> {
    for (;;) {
      await bridge.idle();
      const calls = center.taskCalls as ReceivedCall[];
      for (const { body } of calls.splice(0)) for (const item of JSON.parse(body)) readItem(item);
      (center.tokenCalls as ReceivedCall[]).length = 0;
      const missing = Array.from({ length: INSTANCES - open.size });
      if (missing.length === 0) break;
      await Promise.all(missing.map(() => bridge.start('rework', { initiator: 'anna' })));
    }
    watch.take();
  }

  function readItem(item: {
    previousTaskId: string;
    next?: { taskId: string; handlers: string; actions: { url: string; nextNodeKey?: string }[] }[];
  }): void {
    if (open.delete(item.previousTaskId)) {
      closed.push(item.previousTaskId);
      everClosed.add(item.previousTaskId);
    }
    if (closed.length > CLOSED_KEPT) closed.shift();
    for (const { taskId, handlers, actions } of item.next ?? []) {
      const buttons = actions.map(({ url, nextNodeKey = '' }) => ({
        actionKey: url.split('/').at(-2) ?? '',
        nextNodeKey,
      }));
      open.set(taskId, { taskId, handler: handlers, buttons });
    }
  }

  await catchUp();
  const sign = createActionUrl({
    publicUrl: PUBLIC_URL,
    appId: APP_ID,
    signingKeys: [{ id: 'k1', secret: new Secret(SIGNING_SECRET) }],
  });
  const tokens = new Map<string, Promise<string>>();
  return {
    send: client.send,
    openTasks: () => [...open.values()],
    closedTasks: () => closed,
    wasClosed: (taskId) => everClosed.has(taskId),
    catchUp,
    changedRows: watch.take,
    steps: watch.steps,
    version: watch.version,
    dump: () => file.dump(),
    sign: (taskId, actionKey) => sign(taskId, actionKey).slice(PUBLIC_ORIGIN.length),
    statusPath: bridge.statusUrl().slice(PUBLIC_ORIGIN.length),
    tokenOf(account, isGood = true) {
      const name = `${isGood} ${account}`;
      const token = tokens.get(name) ?? issue(keys.privateKey, account, isGood);
      tokens.set(name, token);
      return token;
    },
    secrets,
    complaints,
    async [Symbol.asyncDispose]() {
      await client[Symbol.asyncDispose]();
      await server.close();
      watch[Symbol.dispose]();
      await bridge.close();
      await center.close();
      file[Symbol.dispose]();
    },
  };
}

function issue(key: KeyObject, account: string, isGood: boolean): Promise<string> {
  return new SignJWT({ sub: account, iss: ISSUER, exp: isGood ? 4_000_000_000 : 1 })
    .setProtectedHeader({ alg: 'EdDSA' })
    .sign(key);
}
