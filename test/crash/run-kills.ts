/**
 * `npm run test:crash -- --kills 1000 --store both --seed 7`: the long run. Says where each kill landed, and exits 1
 * when something was lost or happened twice, or when the kills did not land where they should.
 */
import { parseArgs } from 'node:util';
import { setup, teardown } from '../support/end-shared-postgres.ts';
import { createRandom } from '../support/random.ts';
import { createKillPlan, ENOUGH } from './kills/kill-plan.ts';
import { runKills } from './kills/kill-run.ts';
import { createCrashDatabase } from './world/crash-database.ts';
import { endCrashMachines } from './world/crash-machine.ts';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '1000' },
    store: { type: 'string', default: 'both' },
    seed: { type: 'string', default: `${Math.floor(Date.now() / 1000)}` },
  },
});
/** Machines on one database: an embedded one has one process at a time. */
const MACHINES = { sqlite: 1, postgres: 3 } as const;
const stores: readonly (keyof typeof MACHINES)[] =
  values.store === 'sqlite' || values.store === 'postgres' ? [values.store] : ['sqlite', 'postgres'];
const kills = Number(values.kills);
const seed = Number(values.seed);
/** After so many the run is judged, and begins anew on an empty database. */
const PART = 50;
/** From so many kills on every checkpoint must have been hit often enough. */
const MANY = 1_000;
/** Where some were not, it goes on for so many kills more. */
const MORE = kills / 10;
/** Four fifths of the kills must land in the midst of work. */
const SHARE_AT_WORK = 4 / 5;

setup();
for (const store of stores) {
  const plan = createKillPlan(createRandom(seed));
  let wrong = 0;
  const wanted = () => (kills >= MANY && plan.rarerThan(ENOUGH).length > 0 ? kills + MORE : kills);
  for (let part = 0, before = -1; plan.kills < wanted() && plan.kills > before; part += 1) {
    before = plan.kills;
    const result = await runKills({
      database: await createCrashDatabase(store),
      machines: MACHINES[store],
      kills: Math.min(PART, wanted() - plan.kills),
      plan,
      random: createRandom(seed + part),
    });
    for (const line of result) console.log(`WRONG ${line}`);
    wrong += result.length;
    console.log(`${store}, seed ${seed}: ${plan.kills} kills, ${wrong} things wrong`);
  }
  console.log(`\n${plan.table()}`);
  const atWork = Math.round(plan.shareAtWork * 100);
  console.log(`${store}: ${plan.kills} kills, ${atWork}% with a step, a job or a delivery in flight`);
  const rare = plan.rarerThan(ENOUGH);
  if (rare.length > 0) console.log(`less than ${ENOUGH} times: ${rare.join(', ')}`);
  if (wrong > 0 || plan.shareAtWork < SHARE_AT_WORK || (kills >= MANY && rare.length > 0)) process.exitCode = 1;
}
await endCrashMachines();
await teardown();
