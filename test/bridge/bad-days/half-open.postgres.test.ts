/**
 * Connections through which nothing goes any more and that nobody ends: to the database, to the center, of one machine and
 * of all, while people work.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, expect, it, vi } from 'vitest';
import { createBridge } from '../../../src/index.ts';
import { startHttpCenter } from '../../center/http-center.ts';
import { runLoad } from '../../crash/load/load-run.ts';
import { inTurn, TROUBLED_DIAGRAMS, WATCHES } from '../../crash/load/trouble.ts';
import { SHORT_PATIENCE } from '../../crash/world/child-orders.ts';
import { createPostgresDatabase } from '../../crash/world/crash-database.ts';
import { endCrashMachines } from '../../crash/world/crash-machine.ts';
import { createCrashWorld } from '../../crash/world/crash-world.ts';
import { type HalfOpenProxy, startHalfOpenProxy } from '../../support/half-open-proxy.ts';
import { createRandom } from '../../support/random.ts';
import { createMigratedDatabase } from '../../support/shared-postgres.ts';
import { optionsFor } from '../options-for.ts';
import { SIGNING_KEYS } from '../world.ts';

const MACHINES = 3;
/** Longer than a call of the center may take, and than what a machine has leased stays with it. */
const FROZEN_MS = SHORT_PATIENCE.deliveryLeaseMs + 1_000;

afterAll(endCrashMachines);

/** A way to there for each machine. */
async function startWays(target: string) {
  const all = await Promise.all(
    Array.from({ length: MACHINES }, () => startHalfOpenProxy(Number(new URL(target).port))),
  );
  return {
    all,
    of: (index: number) => all[index] as HalfOpenProxy,
    async [Symbol.asyncDispose]() {
      await Promise.all(all.map((way) => way[Symbol.asyncDispose]()));
    },
  };
}

/** These ways go dead for a while. */
const goDead = (ways: readonly HalfOpenProxy[]) => async () => {
  const died = () => ways.reduce((sum, way) => sum + way.died, 0);
  const before = died();
  for (const way of ways) way.freeze();
  await pause(FROZEN_MS);
  // Until somebody has tried it.
  while (died() === before) await pause(100);
  for (const way of ways) way.heal();
};

it('goes on by itself when connections to the database and to the center went dead and nobody ended them', {
  timeout: 600_000,
  concurrent: true,
}, async () => {
  const { url, drop } = await createMigratedDatabase();
  const database = createPostgresDatabase(url, drop);
  const diagrams = TROUBLED_DIAGRAMS;
  await using world = await createCrashWorld({ database, machines: MACHINES, diagrams });
  await using toDatabase = await startWays(url);
  await using toCenter = await startWays(world.toCenter.origin);
  for (const [index, machine] of world.machines.entries()) {
    const [ofDatabase, ofCenter] = [toDatabase.of(index), toCenter.of(index)];
    const store = new URL(url);
    store.port = String(ofDatabase.port);
    await machine.boot({
      store: store.href,
      diagrams,
      centerOrigin: `http://127.0.0.1:${ofCenter.port}`,
      publicUrl: world.toBridge.origin,
      signingSecret: SIGNING_KEYS[0]?.secret ?? '',
      hangServices: false,
      failServices: true,
      patience: SHORT_PATIENCE,
    });
  }
  const rounds = [toDatabase.all.slice(0, 1), toCenter.all.slice(0, 1), toDatabase.all, toCenter.all];
  const options = { random: createRandom(3), disturbance: inTurn(rounds.map(goDead)), watches: WATCHES } as const;
  expect(await runLoad(world, { ...options, echoes: 'any time' })).toEqual([]);
});

it('closes, and lets its process go, where the database does not answer any more', { concurrent: true }, async () => {
  // Both wait more than they work.
  const { url, drop } = await createMigratedDatabase();
  const center = await startHttpCenter();
  await using way = await startHalfOpenProxy(Number(new URL(url).port));
  const store = new URL(url);
  store.port = String(way.port);
  const bridge = await createBridge({ ...optionsFor(center), store: store.href });
  await bridge.idle();
  way.freeze();
  // What it had leased it could not give back: others wait for the end of the leases.
  await expect(bridge.close()).rejects.toMatchObject({ code: 'ERR_STORE_UNAVAILABLE' });
  await vi.waitFor(() => expect(way.open).toBe(0), { timeout: 30_000 });
  await center.close();
  await drop();
});
