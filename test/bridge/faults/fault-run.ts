import { expect, vi } from 'vitest';
import type { FaultPlan, Sandbox, Switches, TrafficEntry } from '../../../src/sandbox/index.ts';
import { type CrashDatabase, createSqliteDatabase } from '../../crash/world/crash-database.ts';
import { draw } from '../../support/draw.ts';
import { createWorld, SIGNING_KEYS, type World } from '../world.ts';
import { listenToCalls } from './heard-calls.ts';

/** A center that misbehaves, a bridge on a database, and people who press what lies in their lists. */
export interface FaultRun extends AsyncDisposable {
  readonly world: World;
  readonly database: CrashDatabase;
  /** What the bridge sent by `messages.send`. */
  readonly sentFromCode: readonly string[];
  /** The center's record as the bridge lived through it. */
  livedThrough(): TrafficEntry[];
  /** Starts these processes, and a message. */
  start(...processIds: readonly ProcessId[]): Promise<void>;
  /** Opens the bridge again, with this key of the callback cipher. */
  reopen(key: string): Promise<void>;
  /** Lets some seconds pass. */
  wait(): void;
  /** People press until nobody can do anything any more, and nothing is on its way. */
  finish(plan?: FaultPlan): Promise<void>;
}

export interface FaultRunOptions {
  /** Default: an SQLite file. */
  readonly database?: CrashDatabase;
  /** Whether the center asks about its tasks all the time. */
  readonly asksForStates?: boolean;
  /** Waited for in real time, whenever the center never answers. Default: so long that a busy machine never gets there. */
  readonly centerTimeoutMs?: number;
  /** How the center reads what the interface leaves open; where it is not as by default. */
  readonly switches?: Partial<Switches>;
}

export const MAX_ITEM_ATTEMPTS = 6;

/** A leave, a contract that is handed over, a purchase with a countersign, and what begins with two tasks. */
const VARIABLES = {
  'leave-approval': { manager: 'bo', days: 5 },
  contract: { reviewer: 'chen', manager: 'bo' },
  purchase: { signers: ['dara', 'chen'] },
  openings: {},
};
type ProcessId = keyof typeof VARIABLES;

const OPENINGS = draw({
  id: 'openings',
  people: { plan: 'anna', count: 'bo' },
  parallel: 'both done',
  paths: 'start > both > plan > done > end; both > count > done',
});
const diagramOf = (id: string) =>
  id === 'openings' ? OPENINGS : new URL(`../../../processes/${id}.bpmn`, import.meta.url);

/** Longer than the longest pause, and than jose keeps from fetching keys again. */
const TURN_MS = 6_000;
/** A token lasts for some turns. */
const TOKEN_SECONDS = 10;
const MAX_TURNS = 60;
export const KEY = Buffer.alloc(32, 7).toString('base64');

function callbackOf({ jwksUrl, authUrl: issuer }: Sandbox, key: string) {
  return {
    cipher: { kind: 'aes-gcm', key },
    idToken: { jwksUrl, issuer, audience: null, algorithms: ['ES256'] },
  } as const;
}

/** The dates of the process stand still but for the turns: `vi.useRealTimers` ends that. */
export async function createFaultRun({
  asksForStates = false,
  centerTimeoutMs = 20_000,
  switches = {},
  database = createSqliteDatabase(),
}: FaultRunOptions = {}): Promise<FaultRun> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 2, 1, 2) });
  const world = await createWorld({
    center: { timeoutMs: centerTimeoutMs },
    sandbox: { switches, callbackCipher: { kind: 'aes-gcm', key: KEY }, tokenLifetimeSeconds: TOKEN_SECONDS },
    callback: (center) => callbackOf(center, KEY),
    bridge: {
      store: database.store,
      // Also where the database has one of its own, which goes by no turns.
      clock: () => Date.now(),
      services: { 'place-order': () => ({ order: 1 }) },
      outbox: { retryMinMs: 500, retryMaxMs: 2_000, maxItemAttempts: MAX_ITEM_ATTEMPTS, leaseMs: 3_600_000 },
    },
  });
  const { sandbox } = world;
  const calls = listenToCalls(sandbox.baseUrl);
  for (const id of Object.keys(VARIABLES)) await world.bridge.deploy(diagramOf(id));
  sandbox.setStatusUrl('approvals', world.bridge.statusUrl());
  const sentFromCode: string[] = [];
  const answered = new Set<string>();
  const movesTasks = sandbox.switches.turnMovesTask === true;

  async function pressOne(account: string, taskId: string): Promise<void> {
    const buttons = sandbox.task(taskId)?.buttons ?? [];
    const handOver = buttons.find(({ type, opens }) => type === 'TRANSFER' && opens === 'api');
    const handle = buttons.find(({ type, name }) => type === 'HANDLE' && name !== 'Reject');
    const isReviewer = account === VARIABLES.contract.reviewer;
    const action = (isReviewer ? (handOver ?? handle) : handle)?.name ?? '';
    const { status, body } = await sandbox.press(taskId, { action, account });
    const { code } = (status === 200 ? body : {}) as { code?: number };
    // 2005: it was handled already, by a click whose answer was lost or by somebody else of the group.
    // 403: the center handed it on by itself, and to the bridge it is another task that he was handed.
    if (code === 0 || code === 2005 || (code === 403 && movesTasks)) answered.add(taskId);
    else if (code !== undefined) expect({ taskId, code }).toBe('handled');
  }

  /** Tasks that nobody has handled, each with one who can. */
  function findFree(): Map<string, string> {
    const free = new Map<string, string>();
    for (const account of ['anna', 'bo', 'chen', 'dara', 'emil', 'fatima', 'gu']) {
      for (const { taskId } of sandbox.pending(account)) {
        if (!answered.has(taskId) && !free.has(taskId)) free.set(taskId, account);
      }
    }
    return free;
  }

  async function isMoving(): Promise<boolean> {
    const [reports, messages] = [await world.bridge.outbox.list({ limit: 1_000 }), await world.bridge.messages.list()];
    const parked = new Set(reports.filter(({ state }) => state === 'parked').map(({ instanceId }) => instanceId));
    return (
      reports.some(({ state, instanceId }) => state === 'pending' && !parked.has(instanceId)) ||
      messages.some(({ state }) => state === 'pending')
    );
  }

  return {
    world,
    database,
    sentFromCode,
    livedThrough: () => calls.asLivedThrough(sandbox.traffic),
    async start(...processIds) {
      const { bridge } = world;
      for (const processId of processIds) {
        await bridge.start(processId, { initiator: 'anna', variables: VARIABLES[processId] });
      }
      const { sendId } = await bridge.messages.send({
        messageTypeCode: 'NOTICE',
        toPersons: 'anna,bo',
        data: { title: 'Four things have begun', paramValueJson: { text: 'Please look.' } },
      });
      sentFromCode.push(sendId);
      await bridge.idle();
    },
    async reopen(key) {
      const publicUrl = new URL(world.bridge.statusUrl()).origin;
      await world.reopen({ callback: { publicUrl, signingKeys: SIGNING_KEYS, ...callbackOf(sandbox, key) } });
    },
    wait: () => void vi.setSystemTime(Date.now() + TURN_MS),
    async finish(plan) {
      if (plan !== undefined) sandbox.faults.set(plan);
      for (let turn = 0; turn < MAX_TURNS; turn += 1) {
        await Promise.all([...findFree()].map(([taskId, account]) => pressOne(account, taskId)));
        if (asksForStates) await sandbox.runNightly();
        await world.bridge.idle();
        if (!(await isMoving()) && findFree().size === 0) return;
        vi.setSystemTime(Date.now() + TURN_MS);
      }
      throw new Error(`things still move after ${MAX_TURNS} turns; seed ${sandbox.faults.seed}`);
    },
    async [Symbol.asyncDispose]() {
      vi.useRealTimers();
      calls[Symbol.dispose]();
      await world[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
    },
  };
}
