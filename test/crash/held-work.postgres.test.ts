/** What a bridge holds while it is killed or stands still, and two others work. Its leases would last for an hour. */
import { Client } from 'pg';
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest';
import { catchEvent, node, serviceTask, timer } from '../support/bpmn-xml.ts';
import { draw } from '../support/draw.ts';
import { judgeCenter } from './judge/judge-center.ts';
import { judgeStore } from './judge/judge-store.ts';
import type { Checkpoint, Trap } from './kills/checkpoints.ts';
import { createCrashDatabase } from './world/crash-database.ts';
import { type CrashMachine, endCrashMachines } from './world/crash-machine.ts';
import { type CrashWorld, createCrashWorld } from './world/crash-world.ts';

const HOUR_MS = 3_600_000;
const PATIENCE = { centerTimeoutMs: 300_000, deliveryLeaseMs: HOUR_MS, jobTimeoutMs: 300_000, jobLeaseMs: HOUR_MS };
const SOON = { timeout: 600_000, interval: 50 };
const WITHIN = { timeout: 1_800_000 };

/** Between the two people: a timer, a service and a message. */
const STORY = draw({
  id: 'story',
  people: { ask: 'anna', answer: 'bo' },
  others: [
    catchEvent('wait', timer('PT0.3S')),
    serviceTask('order', { service: 'place-order' }),
    node('sendTask', 'tell', {
      extensions:
        '<ttc:message messageTypeCode="NOTICE" title="Ordered" toPersons="initiator">' +
        '<ttc:param name="text" value="ordered"/></ttc:message>',
    }),
  ],
  paths: 'start > ask > wait > order > tell > answer > end',
});

let world: CrashWorld;
let landed: (machine: CrashMachine) => void;

beforeEach(async () => {
  world = await createCrashWorld({
    ...{ database: await createCrashDatabase('postgres'), machines: 3, diagrams: [STORY], patience: PATIENCE },
    onLanding: (machine) => landed(machine),
  });
  await world.boot();
});
afterEach(() => world[Symbol.asyncDispose]());
afterAll(endCrashMachines);

const start = (startKey: string) => world.start('story', { initiator: 'anna', startKey });

/** Somebody does what he has to do, as soon as he has to. */
async function press(account: 'anna' | 'bo'): Promise<void> {
  await vi.waitFor(async () => {
    const taskId = world.view.taskOf(account, account === 'anna' ? 'ask' : 'answer');
    const { code } = await world.press(taskId, { action: 'Handle', account });
    expect(code).toBe(0);
  }, SOON);
}

async function untilOver(): Promise<void> {
  await vi.waitFor(async () => {
    expect(world.sandbox.transactions().every(({ conclusions }) => conclusions.length > 0)).toBe(true);
    expect(await dueRows()).toEqual([]);
  }, SOON);
}

async function runStory(startKey: string): Promise<void> {
  await start(startKey);
  await press('anna');
  await press('bo');
  await untilOver();
}

/** What is to be done, and who holds it. */
async function dueRows(): Promise<string[]> {
  const { instances = [], jobs = [], outbox = [], messages = [] } = await world.database.dump();
  return [
    ...instances.map((row) => ({ kind: 'wake-up', id: row.instance_id, owner: row.wake_owner, at: row.wake_free_at })),
    ...jobs.map((row) => ({ kind: 'job', id: row.job_id, owner: row.lease_owner, at: row.free_at })),
    ...outbox.map((row) => ({ kind: 'report', id: row.seq, owner: row.lease_owner, at: row.free_at })),
    ...messages.map((row) => ({ kind: 'message', id: row.send_id, owner: row.lease_owner, at: row.free_at })),
  ].flatMap(({ kind, id, owner, at }) => (at === null ? [] : [`${kind} ${id} ${owner ?? 'nobody'}`]));
}

/** Sets the trap in all machines. @returns the first one that falls into it, when no other can any more */
async function trapOne(checkpoint: Checkpoint, does: Pick<Trap, 'freezes' | 'holds'> = {}): Promise<CrashMachine> {
  const fallen = new Promise<CrashMachine>((resolve) => {
    landed = resolve;
  });
  const trap = { checkpoints: [checkpoint], skip: 0, turns: 1, latestMs: HOUR_MS, ...does };
  await Promise.all(world.machines.map((machine) => machine.setTrap(trap)));
  const machine = await fallen;
  await Promise.all(world.machines.filter((other) => other !== machine).map((other) => other.setTrap()));
  return machine;
}

async function judge(): Promise<void> {
  expect([...judgeCenter(world.sandbox), ...judgeStore(world, await world.database.dump())]).toEqual([]);
}

const holderOf = (row: string | undefined) => row?.split(' ').at(-1);

/** Without a session, a bridge counts as dead after five. */
const LOOKS = 7;

async function untilOthersHaveLooked(row: string | undefined): Promise<void> {
  const client = new Client({ connectionString: world.database.store });
  await client.connect();
  const looks = new Map<number, Set<string>>();
  await vi.waitFor(async () => {
    const { rows } = await client.query<{ pid: number; at: string }>(
      `select pid, query_start::text as at from pg_stat_activity where query like '%pg_locks%' and pid in (
         select pid from pg_locks where locktype = 'advisory' and granted
         and database = (select oid from pg_database where datname = current_database())
         and ((classid::bigint << 32) | objid::bigint) <> hashtextextended($1, 0)
       )`,
      [holderOf(row)],
    );
    for (const { pid, at } of rows) looks.set(pid, (looks.get(pid) ?? new Set()).add(at));
    // The first look was before.
    expect(Math.max(...[...looks.values()].map(({ size }) => size))).toBeGreaterThan(LOOKS);
  }, SOON);
  await client.end();
}

/** The server ends the session of whoever holds this row. */
async function endSessionOf(row: string | undefined): Promise<void> {
  const client = new Client({ connectionString: world.database.store });
  await client.connect();
  const { rowCount } = await client.query(
    `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and granted
     and ((classid::bigint << 32) | objid::bigint) = hashtextextended($1, 0)`,
    [holderOf(row)],
  );
  await client.end();
  expect(rowCount).toBe(1);
}

function isMessage({ call, direction }: CrashWorld['sandbox']['traffic'][number]): boolean {
  return call === 'messageSend' && direction === 'in';
}

/** In the middle of each kind of work. */
const CALLED: readonly (readonly [kind: string, Checkpoint])[] = [
  ['report', 'after handleTasks'],
  ['wake-up', 'after leaseWakeUps'],
  ['job', 'after service'],
  ['message', 'after sendMessage'],
];

it('a killed bridge holds nothing for long: the others repeat what it had begun', WITHIN, async () => {
  for (const [kind, checkpoint] of CALLED) {
    const killed = trapOne(checkpoint);
    await Promise.all([killed, runStory(kind)]);
    await world.boot();
  }
  await judge();
  expect(world.serviceCalls).toHaveLength(CALLED.length + 1);
  expect(new Set(world.serviceCalls).size).toBe(CALLED.length);
});

it('a bridge that stands still is not taken for dead: nothing is done twice', WITHIN, async () => {
  for (const [kind, checkpoint] of CALLED) {
    const trapped = trapOne(checkpoint, { holds: true });
    await start(kind);
    if (kind !== 'report') await press('anna');
    const machine = await trapped;
    // It holds this alone: answers of the database that it does not read in time would be lost, and leases with them.
    const held = [expect.stringMatching(`^${kind} .* session:`)];
    await vi.waitFor(async () => expect(await dueRows()).toEqual(held), SOON);
    const rows = await dueRows();
    machine.signal('SIGSTOP');
    await untilOthersHaveLooked(rows[0]);
    expect(await dueRows()).toEqual(rows);
    machine.signal('SIGCONT');
    await machine.setTrap();
    if (kind === 'report') await press('anna');
    await press('bo');
    await untilOver();
  }
  await judge();
  const { outbox = [], jobs = [], messages = [] } = await world.database.dump();
  expect(outbox.map(({ attempts, repeat }) => [attempts, repeat])).toEqual(outbox.map(() => [1, 0]));
  expect(jobs.map(({ leases }) => leases)).toEqual(jobs.map(() => 1));
  expect(messages.map(({ attempts }) => attempts)).toEqual(messages.map(() => 1));
  expect(world.serviceCalls).toHaveLength(CALLED.length);
});

it('a bridge that was taken for dead before a call does not make it', WITHIN, async () => {
  const leased: readonly (readonly [string, Checkpoint, () => number])[] = [
    ['report', 'after leaseOutbox', () => world.view.reports().filter((each) => each === 'start next ask').length],
    ['job', 'after leaseJobs', () => world.serviceCalls.length],
    ['message', 'after leaseMessages', () => world.sandbox.traffic.filter(isMessage).length],
  ];
  for (const [kind, checkpoint, countCalls] of leased) {
    const callsBefore = countCalls();
    const trapped = trapOne(checkpoint, { freezes: true });
    const story = runStory(kind);
    const machine = await trapped;
    const rows = await dueRows();
    await endSessionOf(rows.find((row) => row.startsWith(kind) && row.includes(' session:')));
    await story;
    machine.signal('SIGCONT');
    // What it was about to do is over then.
    await machine.close();
    expect(countCalls()).toBe(callsBefore + 1);
    await world.boot();
  }
  await judge();
});
