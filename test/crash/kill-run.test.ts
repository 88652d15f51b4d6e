import { afterAll, expect, it } from 'vitest';
import { isPostgresMissing } from '../support/postgres-server.ts';
import { createRandom } from '../support/random.ts';
import { createEmptyDatabase } from '../support/shared-postgres.ts';
import { type CrashDatabase, createPostgresDatabase, createSqliteDatabase } from './crash-database.ts';
import { NODES, type StoreName } from './crash-databases.ts';
import { endCrashNodes } from './crash-node.ts';
import { createKillPlan } from './kill-plan.ts';
import { runKills } from './kill-run.ts';

const KILLS = 30;
/** Far longer than it takes, since a run that stands still ends by itself. */
const TIMEOUT_MS = 600_000;

afterAll(endCrashNodes);

async function survive(store: StoreName, database: CrashDatabase): Promise<void> {
  const seed = Number(process.env.CRASH_SEED ?? 42);
  const plan = createKillPlan(createRandom(seed));
  const wrong = await runKills({ database, nodes: NODES[store], kills: KILLS, plan, random: createRandom(seed) });
  console.log(`${store}, CRASH_SEED=${seed}\n${plan.table()}`);
  expect(wrong).toEqual([]);
  expect(plan.kills).toBeGreaterThanOrEqual(KILLS);
  expect(plan.shareAtWork).toBeGreaterThanOrEqual(0.8);
}

it(`survives ${KILLS} kills of the one process on an SQLite file`, { timeout: TIMEOUT_MS }, async () => {
  await survive('sqlite', createSqliteDatabase());
});

it.skipIf(isPostgresMissing())(
  `survives ${KILLS} kills among ${NODES.postgres} processes on PostgreSQL`,
  { timeout: TIMEOUT_MS },
  async () => {
    const { url, drop } = await createEmptyDatabase();
    await survive('postgres', createPostgresDatabase(url, drop));
  },
);
