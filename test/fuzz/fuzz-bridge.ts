import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { DatabaseSync } from '@photostructure/sqlite';
import { SignJWT } from 'jose';
import { createActionUrl } from '../../src/callback/action-url.ts';
import { type BridgeOptions, type CipherOptions, createBridge } from '../../src/index.ts';
import { Secret } from '../../src/secret.ts';
import { createDatabaseFile } from '../bridge/database-file.ts';
import { type ReceivedCall, startHttpCenter } from '../center/http-center.ts';
import { end, exclusive, processFile, start, userTask } from '../support/bpmn-xml.ts';

const APP_ID = 'approvals';
const SIGNING_SECRET = 'a secret of the tests, 32 bytes long';
const ISSUER = 'https://auth.example';
/** A bridge in the middle of its life; the process never ends, so there are always tasks to press on. */
const REWORK = processFile(
  [start(), userTask('apply', { assignee: 'anna' }), userTask('check', { assignee: 'bo' }), exclusive('ok'), end()],
  'start > apply > check > ok; ok >"Approve" end; ok >"Reject" apply',
  { id: 'rework' },
);
const INSTANCES = 8;
export const ACCOUNTS = ['anna', 'bo', 'Anna', 'chen', '', ' bo', 'bo\u0000', '博'] as const;

export interface OpenTask {
  readonly taskId: string;
  readonly handler: string;
  readonly buttons: readonly { readonly actionKey: string; readonly nextNodeKey: string }[];
}

/** A bridge on a database file, with a center that takes everything, and a look into both. */
export interface FuzzBridge extends AsyncDisposable {
  fetch(request: Request): Promise<Response>;
  /** Open tasks with the buttons that the center was given for them. */
  openTasks(): readonly OpenTask[];
  /** Ids of tasks that are closed. */
  closedTasks(): readonly string[];
  /** Waits for what the last press set off, and starts instances again where some have ended. */
  settle(): Promise<void>;
  /** Steps committed so far, over all instances. */
  steps(): number;
  /** Changes with every commit of anybody. */
  version(): number;
  /** Every row but the answers kept under replay keys. */
  dump(): unknown;
  sign(taskId: string, actionKey: string): string;
  /** A token of that account; one that nobody should accept when it is not good. */
  tokenOf(account: string, isGood?: boolean): Promise<string>;
  readonly complaints: readonly unknown[];
}

export async function startFuzzBridge(cipher: CipherOptions): Promise<FuzzBridge> {
  const file = createDatabaseFile();
  const center = await startHttpCenter();
  const keys = generateKeyPairSync('ed25519');
  const complaints: unknown[] = [];
  const quiet = () => undefined;
  const options: BridgeOptions = {
    center: { baseUrl: center.url, authUrl: center.url, clientId: 'c', clientSecret: 's', appId: APP_ID },
    callback: {
      publicUrl: 'http://bridge.example/any/prefix',
      signingKeys: [{ id: 'k1', secret: SIGNING_SECRET }],
      cipher,
      idToken: {
        key: String(keys.publicKey.export({ type: 'spki', format: 'pem' })),
        algorithms: ['EdDSA'],
        issuer: ISSUER,
        audience: null,
      },
    },
    identity: { isMember: () => false },
    store: file.store,
    logger: {
      debug: quiet,
      info: quiet,
      warn: quiet,
      error: (message, fields) => void complaints.push([message, fields]),
    },
  };
  const bridge = await createBridge(options);
  await bridge.deploy(REWORK);
  const reader = new DatabaseSync(file.path, { readOnly: true });
  const value = (sql: string) => Number(Object.values(reader.prepare(sql).get() ?? {})[0]);
  const open = new Map<string, OpenTask>();
  const closed: string[] = [];

  async function settle(): Promise<void> {
    await bridge.idle();
    const calls = center.taskCalls as ReceivedCall[];
    for (const { body } of calls.splice(0)) for (const item of JSON.parse(body)) readItem(item);
    (center.tokenCalls as ReceivedCall[]).length = 0;
    for (let running = open.size; running < INSTANCES; running++) await bridge.start('rework', { initiator: 'anna' });
    if (open.size < INSTANCES) await settle();
  }

  function readItem(item: {
    previousTaskId: string;
    next?: { taskId: string; handlers: string; actions: { url: string; nextNodeKey?: string }[] }[];
  }): void {
    if (open.delete(item.previousTaskId)) closed.push(item.previousTaskId);
    if (closed.length > 100) closed.shift();
    for (const { taskId, handlers, actions } of item.next ?? []) {
      const buttons = actions.map(({ url, nextNodeKey = '' }) => ({
        actionKey: url.split('/').at(-2) ?? '',
        nextNodeKey,
      }));
      open.set(taskId, { taskId, handler: handlers, buttons });
    }
  }

  await settle();
  const sign = createActionUrl({
    publicUrl: 'http://bridge.example/any/prefix',
    appId: APP_ID,
    signingKeys: [{ id: 'k1', secret: new Secret(SIGNING_SECRET) }],
  });
  const tokens = new Map<string, Promise<string>>();
  return {
    fetch: (request) => bridge.fetch(request),
    openTasks: () => [...open.values()],
    closedTasks: () => closed,
    settle,
    steps: () => value('select coalesce(sum(revision), 0) from instances'),
    version: () => value('pragma data_version'),
    dump: () => file.dump(),
    sign,
    tokenOf(account, isGood = true) {
      const name = `${isGood} ${account}`;
      const token = tokens.get(name) ?? issue(keys.privateKey, account, isGood);
      tokens.set(name, token);
      return token;
    },
    complaints,
    async [Symbol.asyncDispose]() {
      reader.close();
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
