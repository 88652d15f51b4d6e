import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { startPostgresServer } from '../support/postgres-server.ts';
import { createRandom } from '../support/random.ts';
import { createMigratedDatabase, execute } from '../support/shared-postgres.ts';
import { runLoad } from './load/load-run.ts';
import { inTurn, TROUBLED_DIAGRAMS, WATCHES } from './load/trouble.ts';
import { SHORT_PATIENCE } from './world/child-orders.ts';
import { type CrashDatabase, createPostgresDatabase } from './world/crash-database.ts';
import { endCrashMachines } from './world/crash-machine.ts';
import { type CrashWorld, createCrashWorld } from './world/crash-world.ts';

/** What a machine holds when it falls asleep is somebody else's when it wakes. */
const ASLEEP_MS = SHORT_PATIENCE.deliveryLeaseMs + 1_000;
const TIMEOUT_MS = 600_000;

afterAll(endCrashMachines);

const worldOn = (database: CrashDatabase): Promise<CrashWorld> =>
  createCrashWorld({
    ...{ database, machines: 3, diagrams: TROUBLED_DIAGRAMS },
    ...{ patience: SHORT_PATIENCE, failServices: true },
  });

const ROUNDS = [0, 1, 2, 3];

it('machines that slept past their leases find that others did their work, and do nothing twice', {
  timeout: TIMEOUT_MS,
}, async () => {
  const { url, drop } = await createMigratedDatabase();
  await using world = await worldOn(createPostgresDatabase(url, drop));
  await world.boot();
  const sleeps = ROUNDS.map((round) => async () => {
    const machine = world.machines[round % world.machines.length];
    machine?.signal('SIGSTOP');
    await pause(ASLEEP_MS);
    machine?.signal('SIGCONT');
  });
  const disturbance = inTurn(sleeps);
  const options = { random: createRandom(1), disturbance, watches: WATCHES, echoes: 'any time' } as const;
  expect(await runLoad(world, options)).toEqual([]);
});

it('goes on by itself whenever the database was restarted, also when it crashed', { timeout: TIMEOUT_MS }, async () => {
  const server = await startPostgresServer();
  try {
    await execute(server.urlOf('postgres'), "create database bridge template template0 encoding 'UTF8'");
    await using world = await worldOn(createPostgresDatabase(server.urlOf('bridge'), async () => undefined));
    await world.boot();
    const disturbance = inTurn(ROUNDS.map((round) => () => server.restart(round % 2 === 0 ? 'immediate' : 'fast')));
    expect(await runLoad(world, { random: createRandom(2), disturbance, watches: WATCHES })).toEqual([]);
  } finally {
    await server.stop();
  }
});
