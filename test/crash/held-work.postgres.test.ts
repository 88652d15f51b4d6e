/** What a bridge holds while it is killed or stands still, and two others work. Its leases would last for an hour. */
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest';
import { catchEvent, node, serviceTask, timer } from '../support/bpmn-xml.ts';
import { draw } from '../support/draw.ts';
import { judgeCenter } from './judge/judge-center.ts';
import { judgeStore } from './judge/judge-store.ts';
import type { Checkpoint } from './kills/checkpoints.ts';
import { createCrashDatabase } from './world/crash-database.ts';
import { type CrashMachine, endCrashMachines } from './world/crash-machine.ts';
import { type CrashWorld, createCrashWorld } from './world/crash-world.ts';

const HOUR_MS = 3_600_000;
const PATIENCE = { centerTimeoutMs: 10_000, deliveryLeaseMs: HOUR_MS, jobTimeoutMs: 60_000, jobLeaseMs: HOUR_MS };
const SOON = { timeout: 90_000, interval: 50 };
const WITHIN = { timeout: 600_000 };

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

/** Anna and Bo do what they have to do, as soon as they have to. */
async function runStory(startKey: string): Promise<void> {
  await world.start('story', { initiator: 'anna', startKey });
  for (const [account, nodeId] of [
    ['anna', 'ask'],
    ['bo', 'answer'],
  ] as const) {
    await vi.waitFor(async () => {
      const { code } = await world.press(world.view.taskOf(account, nodeId), { action: 'Handle', account });
      expect(code).toBe(0);
    }, SOON);
  }
  await vi.waitFor(async () => {
    expect(world.sandbox.transactions().every(({ conclusions }) => conclusions.length > 0)).toBe(true);
    expect(await heldRows()).toEqual([]);
  }, SOON);
}

/** Who holds what. */
async function heldRows(): Promise<string[]> {
  const { instances = [], jobs = [], outbox = [], messages = [] } = await world.database.dump();
  return [
    ...instances.map(({ instance_id: id, wake_owner: owner }) => ({ kind: 'wake-up', id, owner })),
    ...jobs.map(({ job_id: id, lease_owner: owner }) => ({ kind: 'job', id, owner })),
    ...outbox.map(({ seq: id, lease_owner: owner }) => ({ kind: 'report', id, owner })),
    ...messages.map(({ send_id: id, lease_owner: owner }) => ({ kind: 'message', id, owner })),
  ].flatMap(({ kind, id, owner }) => (owner === null ? [] : [`${kind} ${id} ${owner}`]));
}

/** Sets the trap in all machines. @returns the first one that falls into it, when no other can any more */
async function trapOne(checkpoint: Checkpoint, { freezes }: { readonly freezes: boolean }): Promise<CrashMachine> {
  const fallen = new Promise<CrashMachine>((resolve) => {
    landed = resolve;
  });
  const trap = { checkpoints: [checkpoint], skip: 0, turns: 1, latestMs: HOUR_MS, freezes };
  await Promise.all(world.machines.map((machine) => machine.setTrap(trap)));
  const machine = await fallen;
  await Promise.all(world.machines.filter((other) => other !== machine).map((other) => other.setTrap()));
  return machine;
}

async function judge(): Promise<void> {
  expect([...judgeCenter(world.sandbox), ...judgeStore(world, await world.database.dump())]).toEqual([]);
}

/** The server ends the session of whoever holds this row. */
async function endSessionOf(row: string | undefined): Promise<void> {
  const client = new Client({ connectionString: world.database.store });
  await client.connect();
  const { rowCount } = await client.query(
    `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and granted
     and ((classid::bigint << 32) | objid::bigint) = hashtextextended($1, 0)`,
    [row?.split(' ').at(-1)],
  );
  await client.end();
  expect(rowCount).toBe(1);
}

function isMessage({ call, direction }: CrashWorld['sandbox']['traffic'][number]): boolean {
  return call === 'messageSend' && direction === 'in';
}

/** In the middle of each kind of work. */
const CALLED: readonly (readonly [string, Checkpoint])[] = [
  ['report', 'after handleTasks'],
  ['wake-up', 'after leaseWakeUps'],
  ['job', 'after service'],
  ['message', 'after sendMessage'],
];

it('a killed bridge holds nothing for long: the others repeat what it had begun', WITHIN, async () => {
  for (const [kind, checkpoint] of CALLED) {
    const killed = trapOne(checkpoint, { freezes: false });
    await Promise.all([killed, runStory(kind)]);
    await world.boot();
  }
  await judge();
  expect(world.serviceCalls).toHaveLength(CALLED.length + 1);
  expect(new Set(world.serviceCalls).size).toBe(CALLED.length);
});

it('a bridge that is frozen for 20 s is not taken for dead: nothing is done twice', WITHIN, async () => {
  for (const [kind, checkpoint] of CALLED) {
    const trapped = trapOne(checkpoint, { freezes: true });
    const story = runStory(kind);
    const machine = await trapped;
    await pause(20_000);
    expect(await heldRows()).toContainEqual(expect.stringContaining(kind));
    machine.signal('SIGCONT');
    await story;
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
    const rows = await heldRows();
    await endSessionOf(rows.find((row) => row.startsWith(kind)));
    await story;
    machine.signal('SIGCONT');
    // What it was about to do is over then.
    await machine.close();
    expect(countCalls()).toBe(callsBefore + 1);
    await world.boot();
  }
  await judge();
});
