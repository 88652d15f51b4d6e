import { setTimeout as pause } from 'node:timers/promises';
import type { ProxiedCall } from '../support/flaky-proxy.ts';
import type { Random } from '../support/random.ts';
import { SHORT_PATIENCE } from './child-orders.ts';
import type { CrashDatabase } from './crash-database.ts';
import { type CrashWorld, createCrashWorld, EXAMPLES } from './crash-world.ts';
import { HELP, REMINDER, watchOf } from './drawings.ts';
import { judgeCenter } from './judge-center.ts';
import { judgePeople } from './judge-people.ts';
import { judgeStore } from './judge-store.ts';
import type { KillPlan, Outside } from './kill-plan.ts';
import { createPeople, type People } from './people.ts';
import { createTraps } from './traps.ts';

export interface KillRunOptions {
  readonly database: CrashDatabase;
  readonly nodes: number;
  /** About so many: every node may fall into a trap at the same time. */
  readonly kills: number;
  readonly plan: KillPlan;
  readonly random: Random;
}

const TICK_MS = 25;
/** With nothing concluded and nothing killed for so long, something is lost. */
const STALL_MS = 60_000;
const PRESSES_AT_ONCE = 8;
const OPEN_PER_NODE = 5;

/**
 * Kills nodes again and again while people press buttons, then lets them end what they began.
 * @returns what is wrong in the end
 */
export async function runKills({ database, nodes, kills, plan, random }: KillRunOptions): Promise<string[]> {
  const watches = Math.max(3, Math.min(60, Math.floor(kills / 2)));
  const last = plan.kills + kills;
  const drawings = [...EXAMPLES, REMINDER, HELP, watchOf(watches, 'PT0.7S')];
  await using world = await createCrashWorld({
    ...{ database, nodes, drawings, patience: SHORT_PATIENCE, failServices: true },
    onLanded: (landing) => {
      plan.landed(landing);
      outside ??= plan.nextOutside();
    },
  });
  let outside: Outside | undefined;
  const isKilling = () => plan.kills < last;
  meddle(world, async (place) => {
    if (place !== outside || !isKilling() || !world.isUp) return world.isUp;
    outside = undefined;
    plan.landedOutside(place);
    await world.kill();
    return false;
  });
  world.askAtNight();
  const people = createPeople(world, random);
  const traps = createTraps(world, plan, random, isKilling);

  let progressAt = performance.now();
  let progress = '';
  let { concluded, open } = count(world);
  for (let tick = 0; ; tick += 1) {
    // Looking at all that ever was takes its time.
    if (tick % 10 === 0) ({ concluded, open } = count(world));
    if (tick % 10 === 0 && traps.isOver && isConcluded(concluded, people, watches) && (await isSettled(world))) break;
    const seen = `${plan.kills} ${concluded}`;
    if (seen !== progress) [progress, progressAt] = [seen, performance.now()];
    if (performance.now() - progressAt > STALL_MS) {
      return [`nothing goes on; pending ${world.view.pending().join(' ')}`, ...(await judge(world, people, watches))];
    }
    const { failure } = traps;
    if (failure !== undefined) return [failure];
    traps.tend();
    if (world.isUp) act(world, people, random, isKilling() && open < OPEN_PER_NODE * nodes);
    await pause(TICK_MS);
  }
  return judge(world, people, watches);
}

async function judge(world: CrashWorld, people: People, watches: number): Promise<string[]> {
  return [
    ...judgeCenter(world.sandbox),
    ...judgeStore(world, await world.database.dump()),
    ...judgePeople(world.sandbox, people.diary, watches),
  ];
}

/** What people, an operator and the night do now and then. */
function act(world: CrashWorld, people: People, random: Random, isBeginning: boolean): void {
  if (people.isStarting || (isBeginning && random.below(2) === 0)) void people.start();
  if (people.isSending || (isBeginning && random.below(15) === 0)) void people.send();
  if (people.pressing < PRESSES_AT_ONCE) for (const press of people.press()) void press;
  if (random.below(12) === 0) world.retryIncidents().catch(() => undefined);
  if (random.below(25) === 0) void world.sandbox.runNightly();
}

/** Asks before and after every report and press whether it goes on. */
function meddle({ toCenter, toBridge }: CrashWorld, goesOn: (place: Outside) => Promise<boolean>): void {
  const between = async (name: 'report' | 'press', call: ProxiedCall) => {
    if (!(await goesOn(`${name} sent`))) return 'cut' as const;
    const answer = await call.forward();
    return (await goesOn(`${name} done`)) ? answer : ('cut' as const);
  };
  toCenter.meddle = (call) => (call.path.endsWith('/taskHandle') ? between('report', call) : call.forward());
  toBridge.meddle = (call) => (call.path.includes('/tasks/') ? between('press', call) : call.forward());
}

function count({ sandbox }: CrashWorld): { readonly concluded: number; readonly open: number } {
  const transactions = sandbox.transactions();
  const concluded = transactions.filter(({ conclusions }) => conclusions.length > 0).length;
  return { concluded, open: transactions.length - concluded };
}

function isConcluded(concluded: number, people: People, watches: number): boolean {
  const { matters } = people.diary;
  const reminders = matters.filter(({ processId }) => processId === 'reminder').length;
  const isIdle = !people.isStarting && !people.isSending && people.pressing === 0;
  return isIdle && concluded >= matters.length + reminders + watches;
}

/** Whether nothing waits in the database any more. */
async function isSettled({ database }: CrashWorld): Promise<boolean> {
  const { outbox = [], messages = [], jobs = [] } = await database.dump();
  return [...outbox, ...messages, ...jobs].every(({ state }) => state !== 'pending' && state !== 'queued');
}
