import { execFile } from 'node:child_process';
import { chownSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';
import type { StartOptions } from '../../src/index.ts';
import { createSandbox, type PressRequest, type Sandbox } from '../../src/sandbox/index.ts';
import { startMachineFront } from '../crash/world/machine-front.ts';
import { bundleProgram } from '../support/bundle-program.ts';
import type { Measured } from '../support/collected-telemetry.ts';
import { type FlakyProxy, startFlakyProxy } from '../support/flaky-proxy.ts';
import { type HalfOpenProxy, startHalfOpenProxy } from '../support/half-open-proxy.ts';
import { mountSmallDisk } from '../support/mount.ts';
import { startPostgresServer } from '../support/postgres-server.ts';
import { unprivileged } from '../support/unprivileged.ts';
import { type LogLine, type Machine, type NodeOrder, startNode, type WalkNode } from './walk-node.ts';

const run = promisify(execFile);
const LOOKS_EVERY_MS = 100;
/** Long enough for twenty thousand reports. */
const WAITS_AT_MOST_MS = 300_000;
/** Reports that may wait. */
const MANY = 20_000;
const SIGNING_SECRET = 'a secret of the tests, 32 bytes long';

const DIRECTORY = {
  accounts: ['anna', 'bo', 'system'].map((account) => ({ account, name: account })),
  groups: [
    { id: 'clerks', name: 'Clerks', members: ['bo', 'system'] },
    { id: 'archivists', name: 'Archivists', members: ['bo'] },
  ],
};

/** Three nodes of a service on one PostgreSQL, its center, and somebody with a shell, who writes down what they see. */
export interface Walk extends AsyncDisposable {
  readonly store: string;
  readonly sandbox: Sandbox;
  /** Between the nodes and the center. */
  readonly toCenter: FlakyProxy;
  /** Between the nodes and the database; a shell has a way of its own. */
  readonly toDatabase: HalfOpenProxy;
  readonly nodes: readonly WalkNode[];
  /** What was written down. */
  readonly page: readonly string[];
  /** Begins a fault: only what is logged and counted from now on is of it. */
  begin(title: string): Promise<void>;
  write(text: string): void;
  /** Waits for a line of any node's log, and writes it down. */
  seeLog(event: string): Promise<LogLine>;
  /** Waits until a metric of any node has a value above 0, or above that of before, at these attributes, and writes it down. */
  seeMetric(name: string, attributes?: Readonly<Record<string, string>>): Promise<void>;
  /** Writes down what the operator's page shows in a list. @param list such as `incidents?open=true` */
  seePage(list: string): Promise<void>;
  /** Writes down the problems that `bridge.health()` of a node has, once there are some. */
  seeHealth(node?: WalkNode): Promise<void>;
  /** Runs a command, and writes down the command and what it printed. @returns its output */
  shell(...args: readonly string[]): Promise<string>;
  /** The same on another machine. */
  shellOn(machine: Machine, ...args: readonly string[]): Promise<string>;
  /** Runs a command, and writes nothing down. */
  ask(...args: readonly string[]): Promise<string>;
  /** Waits until this holds, and writes down that it does. */
  until(what: string, holds: () => boolean | Promise<boolean>): Promise<void>;
  /** The next node that is up obeys. */
  tell(order: NodeOrder): Promise<unknown>;
  tellAll(order: NodeOrder): Promise<void>;
  start(processId: string, times?: number, variables?: StartOptions['variables']): Promise<readonly string[]>;
  /** Presses a button in the center. @returns the code of the answer */
  press(taskId: string, press: PressRequest): Promise<number | undefined>;
  /** Starts nodes until there are three. */
  boot(settings?: { readonly machine?: Machine; readonly maxUndelivered?: number }): Promise<void>;
  /** Cuts all connections, and lets nobody in. @returns lets them in again */
  closeDatabase(): Promise<() => Promise<void>>;
  /** Puts the database onto a disk of its own, of which so much is left. */
  onSmallDisk(freeMegabytes: number): Promise<SmallDisk>;
  /** @returns stops all nodes and puts the database back to what it is now */
  backUp(): Promise<{ restore(): Promise<void> }>;
  sql(text: string): Promise<readonly Readonly<Record<string, unknown>>[]>;
}

export interface SmallDisk {
  readonly path: string;
  /** Puts the database back to where it was. */
  leave(): Promise<void>;
}

export async function openWalk(files: readonly string[]): Promise<Walk> {
  const server = await startPostgresServer();
  const store = server.urlOf('postgres');
  const sandbox = await createSandbox({ callbackTimeoutMs: 10_000, directory: DIRECTORY });
  const front = await startMachineFront();
  const toCenter = await startFlakyProxy(new URL(sandbox.baseUrl).origin);
  const toDatabase = await startHalfOpenProxy(server.port);
  const storeOfNodes = new URL(store);
  storeOfNodes.port = String(toDatabase.port);
  const nodes: WalkNode[] = [];
  const page: string[] = [];
  const log: LogLine[] = [];
  let begun = 0;
  let counted: ReadonlyMap<string, number> = new Map();
  let turn = 0;
  let booted = 0;

  const up = () => nodes.filter(({ isUp }) => isUp);
  const cli = async (args: readonly string[], { version, env: more }: Machine = {}) => {
    const program = await bundleProgram('src/cli/main.ts', { version, withPackages: true });
    const env = { ...process.env, BRIDGE_STORE: store, NO_COLOR: '1', ...more };
    // A problem that is found is exit code 1, and what the walk is about.
    return run(process.execPath, [program, ...args], { env, maxBuffer: 100_000_000 }).then(
      (ended) => ({ ...ended, code: 0 }),
      (error: { code: number; stdout: string; stderr: string }) => error,
    );
  };
  const measure = async (): Promise<readonly SeenMetric[]> => {
    const ofNode = async (node: WalkNode) => {
      const metrics = (await node.tell({ order: 'metrics' }).catch(() => ({}))) as Record<string, readonly Measured[]>;
      return Object.entries(metrics).flatMap(([name, all]) =>
        all.map((each) => ({ ...each, name, key: `${node.name} ${name} ${JSON.stringify(each.attributes)}` })),
      );
    };
    return (await Promise.all(up().map(ofNode))).flat();
  };
  const walk: Walk = {
    ...{ store, sandbox, toCenter, toDatabase, nodes, page },
    async begin(title) {
      begun = log.length;
      counted = new Map((await measure()).flatMap(({ key, name, value }) => (GROWS.test(name) ? [[key, value]] : [])));
      page.push(`## ${title}\n`);
      console.log(title);
    },
    write: (text) => void page.push(`${text}\n`),
    async seeLog(event) {
      const find = () => log.slice(begun).find((line) => line.event === event);
      await waitUntil(`${event} in the log`, () => find() !== undefined);
      const line = find() as LogLine;
      page.push(`The log has:\n\n\`\`\`json\n${shorten(line)}\n\`\`\`\n`);
      return line;
    },
    async seeMetric(name, attributes = {}) {
      let seen: Measured | undefined;
      await waitUntil(`the metric ${name}`, async () => {
        seen = (await measure()).find(
          (each) =>
            each.name === name && each.value > (counted.get(each.key) ?? 0) && hasAll(each.attributes, attributes),
        );
        return seen !== undefined;
      });
      const labels = Object.entries(seen?.attributes ?? {}).map(([label, value]) => `${label}="${value}"`);
      page.push(`The metric \`${name}{${labels.join(', ')}}\` is ${Math.ceil(seen?.value ?? 0)}.\n`);
    },
    async seePage(list) {
      const answer = await fetch(`${up()[0]?.origin}/operations/-/${list}`);
      if (!answer.ok) throw new Error(`the page answers ${list} with HTTP ${answer.status}`);
      const { rows, count } = (await answer.json()) as { rows: readonly Row[]; count: number };
      const shown = rows.slice(0, PAGE_ROWS).map((row) => `- ${describeRow(row)}\n`);
      const more = rows.length > PAGE_ROWS ? `- …\n` : '';
      page.push(`The operator's page, ${list.replace(/[?&]/g, ', ')}, has ${count}:\n\n${shown.join('')}${more}`);
    },
    async seeHealth(node = up()[0]) {
      let problems: readonly string[] = [];
      await waitUntil('a problem', async () => {
        problems = (await node?.tell({ order: 'health' })) as readonly string[];
        return problems.length > 0;
      });
      page.push(`\`bridge.health()\` of ${node?.name} says:\n\n${problems.map((each) => `- ${each}\n`).join('')}`);
    },
    shell: (...args) => walk.shellOn({}, ...args),
    async shellOn(machine, ...args) {
      const { stdout, stderr, code } = await cli(args, machine);
      if (code === 2) throw new Error(`a command that is not there: ${stderr}`);
      const words = args.map((word) => (/[^\w./:=-]/.test(word) ? `'${word}'` : word)).join(' ');
      page.push(`\`\`\`text\n$ npx bpmn-transaction-bridge ${words}\n${cut(stdout + stderr)}\`\`\`\n`);
      return stdout;
    },
    ask: async (...args) => (await cli(args)).stdout,
    async until(what, holds) {
      await waitUntil(what, holds);
      if (page.at(-1) !== `${what}.\n`) page.push(`${what}.\n`);
    },
    async tell(order) {
      turn += 1;
      const node = up()[turn % Math.max(1, up().length)];
      if (node === undefined) throw new Error('no node runs');
      return node.tell(order);
    },
    tellAll: async (order) => void (await Promise.all(up().map((node) => node.tell(order)))),
    start: async (processId, times = 1, variables) =>
      (await walk.tell({ order: 'start', processId, times, ...(variables && { variables }) })) as string[],
    async press(taskId, press) {
      const { body } = await sandbox.press(taskId, press);
      return (body as { code?: number } | undefined)?.code;
    },
    async boot({ machine = {}, maxUndelivered = MANY } = {}) {
      while (up().length < 3) {
        booted += 1;
        const node = await startNode(
          {
            ...{ name: `node-${booted}`, store: storeOfNodes.href, centerOrigin: toCenter.origin },
            ...{ publicUrl: front.origin, signingSecret: SIGNING_SECRET, maxUndelivered },
          },
          (line) => void log.push(line),
          machine,
        );
        const { kill, stop } = node;
        const withoutCalls = (end: () => Promise<void>) => async () => {
          front.remove(node.origin);
          await end();
        };
        Object.assign(node, { kill: withoutCalls(kill), stop: withoutCalls(stop) });
        front.add(node.origin);
        nodes.push(node);
      }
    },
    async closeDatabase() {
      const other = server.urlOf('template1');
      await query(other, 'alter database postgres allow_connections false');
      await query(other, `select pg_terminate_backend(pid) from pg_stat_activity where datname = 'postgres'`);
      return async () => void (await query(other, 'alter database postgres allow_connections true'));
    },
    async onSmallDisk(freeMegabytes) {
      const other = server.urlOf('template1');
      const [{ size } = { size: 0 }] = await query(other, `select pg_database_size('postgres') as size`);
      const disk = mountSmallDisk(Math.ceil(Number(size) / 1_000_000) + freeMegabytes);
      const { uid, gid } = unprivileged();
      if (uid !== undefined && gid !== undefined) chownSync(disk.path, uid, gid);
      const moveTo = async (tablespace: string) => {
        const open = await walk.closeDatabase();
        await query(other, `alter database postgres set tablespace ${tablespace}`);
        await open();
      };
      await query(other, `create tablespace small location '${disk.path}'`);
      await moveTo('small');
      return {
        path: disk.path,
        async leave() {
          await moveTo('pg_default');
          await query(other, 'drop tablespace small');
          disk.unmount();
        },
      };
    },
    async backUp() {
      const other = server.urlOf('template1');
      const open = await walk.closeDatabase();
      await query(other, 'create database backup template postgres');
      await open();
      return {
        async restore() {
          await Promise.all(up().map((node) => node.kill()));
          await query(other, 'drop database postgres with (force)');
          await query(other, 'create database postgres template backup');
        },
      };
    },
    sql: (text) => query(store, text),
    async [Symbol.asyncDispose]() {
      await Promise.all(up().map((node) => node.kill()));
      await Promise.all([toCenter, toDatabase, front].map((each) => each[Symbol.asyncDispose]()));
      await sandbox.close();
      await server.stop();
    },
  };
  try {
    await walk.boot();
    await walk.tell({ order: 'deploy', files });
    return walk;
  } catch (error) {
    await walk[Symbol.asyncDispose]();
    throw error;
  }
}

async function query(url: string, text: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  return client
    .query(text)
    .then(({ rows }) => rows)
    .finally(() => client.end());
}

async function waitUntil(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  const until = Date.now() + WAITS_AT_MOST_MS;
  while (!(await holds())) {
    if (Date.now() > until) throw new Error(`it never came to this: ${what}`);
    await sleep(LOOKS_EVERY_MS);
  }
}

/** A metric of a node. */
interface SeenMetric extends Measured {
  readonly name: string;
  readonly key: string;
}

/** Metrics that only grow: what they have before a fault is not of it. */
const GROWS = /\.(duration|raised)$/;

/** Of a list on the operator's page. */
const PAGE_ROWS = 3;

function hasAll(attributes: Measured['attributes'], wanted: Readonly<Record<string, string>>): boolean {
  return Object.entries(wanted).every(([name, value]) => attributes[`bpmn_bridge.${name}`] === value);
}

/** What the page says of a row, in its words. */
function describeRow({ code, kind, state, status, processId, reason, problem, explanation }: Row): string {
  const first = [processId, code, kind, state ?? status].filter((each) => typeof each === 'string');
  return [first.join(', '), problem ?? reason ?? explanation].filter((each) => typeof each === 'string').join(': ');
}

type Row = Readonly<Record<string, unknown>>;

const MAX_LINES = 24;
const MAX_CAUSE_CHARACTERS = 60;

/** A stack says where this repository lies. */
function shorten({ cause, ...line }: LogLine): string {
  const first = typeof cause === 'string' ? cause.split('\n', 1)[0]?.slice(0, MAX_CAUSE_CHARACTERS) : undefined;
  return JSON.stringify({ ...line, ...(first !== undefined && { cause: `${first} …` }) });
}

function cut(text: string): string {
  const lines = text.replaceAll(/\n {4,}at .*/g, '').split('\n');
  if (lines.length <= MAX_LINES) return lines.join('\n');
  return [...lines.slice(0, MAX_LINES), `… ${lines.length - MAX_LINES} more lines`, ''].join('\n');
}
