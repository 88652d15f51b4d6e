import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ProxiedAnswer } from '../../support/flaky-proxy.ts';
import type { Random } from '../../support/random.ts';
import { AGREE, COUNSEL, HELP, REMINDER, SPOILT, watchOf } from '../load/diagrams.ts';
import { runLoad } from '../load/load-run.ts';
import { createRefusals, type Refusals } from '../load/refusals.ts';
import { SHORT_PATIENCE } from '../world/child-orders.ts';
import type { CrashDatabase } from '../world/crash-database.ts';
import { type CrashWorld, createCrashWorld, EXAMPLES } from '../world/crash-world.ts';
import type { KillPlan, Outside } from './kill-plan.ts';
import { createTraps } from './traps.ts';

export interface KillRunOptions {
  readonly database: CrashDatabase;
  readonly machines: number;
  /** About so many: every machine may fall into a trap at the same time. */
  readonly kills: number;
  readonly plan: KillPlan;
  readonly random: Random;
}

/**
 * Kills machines again and again while people press buttons, then lets them end what they began.
 * @returns what is wrong in the end
 */
export async function runKills({ database, machines, kills, plan, random }: KillRunOptions): Promise<string[]> {
  const watches = Math.max(3, Math.min(60, Math.floor(kills / 2)));
  const last = plan.kills + kills;
  const diagrams = [...EXAMPLES, REMINDER, AGREE, COUNSEL, HELP, SPOILT, watchOf(watches, 'PT0.7S')];
  const refusals = createRefusals(random);
  await using world = await createCrashWorld({
    ...{ database, machines, diagrams, patience: SHORT_PATIENCE, failServices: true, keepsDeleted: true },
    onLanded: (landing) => {
      plan.landed(landing);
      outside ??= plan.nextOutside();
    },
  });
  let outside: Outside | undefined;
  const isKilling = () => plan.kills < last;
  meddle(world, refusals, async (place) => {
    if (place !== outside || !isKilling() || !world.isUp) return world.isUp;
    outside = undefined;
    plan.landedOutside(place);
    await world.kill();
    return false;
  });
  const disturbance = createTraps(world, plan, random, isKilling);
  const wrong = await runLoad(world, { random, watches, disturbance, taken: refusals.taken });
  return wrong.length === 0 ? wrong : [...wrong, `what it was judged by: ${await keepEvidence(world, refusals)}`];
}

/** A run is not made twice: what somebody needs to find the cause is kept in a file. */
async function keepEvidence({ database, sandbox }: CrashWorld, { taken }: Refusals): Promise<string> {
  const file = join(await mkdtemp(join(tmpdir(), 'kills-')), 'evidence.json');
  const { traffic } = sandbox;
  const evidence = { rows: await database.dump(), transactions: sandbox.transactions(), traffic, taken: [...taken] };
  await writeFile(file, JSON.stringify(evidence, undefined, 1));
  return file;
}

/** Asks before and after every report and press whether it goes on. */
function meddle(
  { toCenter, toBridge }: CrashWorld,
  refusals: Refusals,
  goesOn: (place: Outside) => Promise<boolean>,
): void {
  const between = async (name: 'report' | 'press', work: () => Promise<ProxiedAnswer>) => {
    if (!(await goesOn(`${name} sent`))) return 'cut' as const;
    const answer = await work();
    return (await goesOn(`${name} done`)) ? answer : ('cut' as const);
  };
  toCenter.meddle = (call) => {
    const work = () => refusals.meddle(call);
    return call.path.endsWith('/taskHandle') ? between('report', work) : work();
  };
  toBridge.meddle = (call) => (call.path.includes('/tasks/') ? between('press', call.forward) : call.forward());
}
