import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { startPostgresServer } from '../support/postgres-server.ts';
import { createRandom } from '../support/random.ts';
import { createMigratedDatabase, execute } from '../support/shared-postgres.ts';
import { AGREE, HELP, REMINDER, watchOf } from './load/diagrams.ts';
import { type Disturbance, runLoad } from './load/load-run.ts';
import { SHORT_PATIENCE } from './world/child-orders.ts';
import { type CrashDatabase, createPostgresDatabase } from './world/crash-database.ts';
import { endCrashMachines } from './world/crash-machine.ts';
import { type CrashWorld, createCrashWorld, EXAMPLES } from './world/crash-world.ts';

const TIMES = 4;
const WATCHES = 5;
/** What a machine holds when it falls asleep is somebody else's when it wakes. */
const ASLEEP_MS = SHORT_PATIENCE.deliveryLeaseMs + 1_000;
const BETWEEN_MS = 1_500;
const TIMEOUT_MS = 600_000;

afterAll(endCrashMachines);

function worldOn(database: CrashDatabase): Promise<CrashWorld> {
  const diagrams = [...EXAMPLES, REMINDER, AGREE, HELP, watchOf(WATCHES, 'PT0.7S')];
  return createCrashWorld({ database, machines: 3, diagrams, patience: SHORT_PATIENCE, failServices: true });
}

/** Does it several times, with pauses in between. */
function repeatedly(trouble: (round: number) => Promise<void>): Disturbance {
  let times = 0;
  let failure: string | undefined;
  const run = async () => {
    while (times < TIMES) {
      await pause(BETWEEN_MS);
      await trouble(times);
      times += 1;
    }
  };
  let isBegun = false;
  return {
    get times() {
      return times;
    },
    get goesOn() {
      return times < TIMES;
    },
    get isOver() {
      return times === TIMES;
    },
    get failure() {
      return failure;
    },
    tend() {
      if (isBegun) return;
      isBegun = true;
      run().catch((error: unknown) => {
        failure = String(error);
      });
    },
  };
}

it('machines that slept past their leases find that others did their work, and do nothing twice', {
  timeout: TIMEOUT_MS,
}, async () => {
  const { url, drop } = await createMigratedDatabase();
  await using world = await worldOn(createPostgresDatabase(url, drop));
  await world.boot();
  const disturbance = repeatedly(async (round) => {
    const machine = world.machines[round % world.machines.length];
    machine?.signal('SIGSTOP');
    await pause(ASLEEP_MS);
    machine?.signal('SIGCONT');
  });
  const options = { random: createRandom(1), disturbance, watches: WATCHES, echoes: 'any time' } as const;
  expect(await runLoad(world, options)).toEqual([]);
});

it('goes on by itself whenever the database was restarted, also when it crashed', { timeout: TIMEOUT_MS }, async () => {
  const server = await startPostgresServer();
  try {
    await execute(server.urlOf('postgres'), "create database bridge template template0 encoding 'UTF8'");
    await using world = await worldOn(createPostgresDatabase(server.urlOf('bridge'), async () => undefined));
    await world.boot();
    const disturbance = repeatedly((round) => server.restart(round % 2 === 0 ? 'immediate' : 'fast'));
    expect(await runLoad(world, { random: createRandom(2), disturbance, watches: WATCHES })).toEqual([]);
  } finally {
    await server.stop();
  }
});
