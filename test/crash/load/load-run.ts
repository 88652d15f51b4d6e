import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '../../support/random.ts';
import { judgeCenter } from '../judge/judge-center.ts';
import { judgePeople } from '../judge/judge-people.ts';
import { type EchoRule, judgeStore } from '../judge/judge-store.ts';
import type { CrashWorld } from '../world/crash-world.ts';
import { createPeople, type People } from './people.ts';
import { tellStandstill } from './standstill.ts';

/** What happens to a world while people work with it. */
export interface Disturbance {
  /** So often it has happened. */
  readonly times: number;
  /** Whether it is to happen again. */
  readonly goesOn: boolean;
  /** Whether everything is up and works, and nothing more will happen to it. */
  readonly isOver: boolean;
  /** Why it cannot go on. */
  readonly failure: string | undefined;
  /** Called again and again. */
  tend(): void;
}

export interface LoadOptions {
  readonly random: Random;
  readonly disturbance: Disturbance;
  /** Instances that the timer of the diagram starts. */
  readonly watches: number;
  readonly echoes?: EchoRule;
  /** What the center took although it said that it did not. Default: nothing. */
  readonly taken?: ReadonlySet<string>;
}

const TICK_MS = 25;
/**
 * With nothing concluded and nothing disturbed for so long, something is lost. A minute where nothing else runs; on a
 * computer that has no time for the bridges, it has none for these ticks either.
 */
const STALL_TICKS = 2_400;
const PRESSES_AT_ONCE = 8;
const OPEN_PER_MACHINE = 5;

/**
 * People begin matters and press buttons for as long as they are disturbed, then end what they began.
 * @returns what is wrong in the end
 */
export async function runLoad(world: CrashWorld, options: LoadOptions): Promise<string[]> {
  const { random, disturbance, watches, taken = new Set() } = options;
  world.askAtNight();
  const people = createPeople(world, random);
  world.forgetBefore = () => people.allHeardBefore;
  let progressAt = 0;
  let progress = '';
  let { concluded, open } = count(world);
  for (let tick = 0; ; tick += 1) {
    // Looking at all that ever was takes its time.
    if (tick % 10 === 0) {
      ({ concluded, open } = count(world));
      if (disturbance.isOver && isConcluded(concluded, people, watches) && (await isSettled(world))) break;
    }
    const seen = [disturbance.times, concluded, ...world.machines.map(({ isUp }) => isUp)].join(' ');
    if (seen !== progress) [progress, progressAt] = [seen, tick];
    if (tick - progressAt > STALL_TICKS) {
      const { isOver, times, goesOn } = disturbance;
      const done = {
        concluded,
        isConcluded: isConcluded(concluded, people, watches),
        isSettled: await isSettled(world),
      };
      const still = await tellStandstill(world, people, { isOver, times, goesOn, ...done });
      return [`nothing goes on: ${still}`, ...(await judge(world, people, options))];
    }
    if (disturbance.failure !== undefined) return [disturbance.failure];
    disturbance.tend();
    const isRoom = open < OPEN_PER_MACHINE * world.machines.length;
    if (world.isUp) act(world, people, random, taken, disturbance.goesOn, isRoom);
    await pause(TICK_MS);
  }
  return judge(world, people, options);
}

async function judge(world: CrashWorld, people: People, { watches, ...rules }: LoadOptions): Promise<string[]> {
  return [
    ...judgeCenter(world.sandbox),
    ...judgeStore(world, await world.database.dump(), rules),
    ...judgePeople(world.sandbox, people.diary, watches),
  ];
}

/** What people, an operator and the night do now and then. */
function act(
  world: CrashWorld,
  people: People,
  random: Random,
  taken: ReadonlySet<string>,
  isDisturbed: boolean,
  isRoom: boolean,
): void {
  const isBeginning = isDisturbed && isRoom;
  if (people.isStarting || (isBeginning && random.below(2) === 0)) void people.start();
  if (people.isSending || (isBeginning && random.below(15) === 0)) void people.send();
  if (people.pressing < PRESSES_AT_ONCE) for (const press of people.press()) void press;
  if (random.below(12) === 0) world.operate({ taken: [...taken], suspends: isDisturbed }).catch(() => undefined);
  if (random.below(25) === 0) void world.sandbox.runNightly();
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
  const waiting: readonly unknown[] = ['pending', 'queued', 'parked'];
  return [...outbox, ...messages, ...jobs].every(({ state }) => !waiting.includes(state));
}
