import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { createRandom } from '../support/random.ts';
import { type CrashWorld, createCrashWorld, endCrashWorlds } from './crash-world.ts';
import { lightFuse } from './fuse.ts';
import { judge } from './judge.ts';
import { createPeople } from './people.ts';

const KILLS = 15;
const OPEN_AT_ONCE = 4;
const DEADLINE_MS = 60_000;

afterAll(endCrashWorlds);

function countConcluded({ sandbox }: CrashWorld): number {
  return sandbox.transactions().filter(({ conclusions }) => conclusions.length > 0).length;
}

it(`survives ${KILLS} kills at random moments while people press buttons`, { timeout: 90_000 }, async () => {
  const seed = Number(process.env.CRASH_SEED ?? Math.floor(Math.random() * 1_000_000));
  console.log(`random kills: CRASH_SEED=${seed}`);
  const random = createRandom(seed);
  await using world = await createCrashWorld();
  const fuse = lightFuse(world, random, KILLS);
  const people = createPeople(world, random);

  const isAllSent = () => {
    const { outbox = [], messages = [] } = world.file.dump();
    return [...outbox, ...messages].every(({ state }) => state !== 'pending');
  };
  const isOver = () =>
    fuse.killsLeft === 0 && world.isUp && !people.isStarting && countConcluded(world) === people.started && isAllSent();

  const deadline = Date.now() + DEADLINE_MS;
  while (!isOver()) {
    if (Date.now() > deadline) expect.fail(`${fuse.killsLeft} kills left, pending ${world.view.pending().join(' ')}`);
    if (!world.isUp) await world.boot();
    const moves = people.press();
    const isRoom = fuse.killsLeft > 0 && people.started - countConcluded(world) < OPEN_AT_ONCE;
    if (people.isStarting || isRoom) moves.push(people.start());
    await Promise.all(moves);
    // Nobody has anything to do until a report arrives.
    if (moves.length === 0) await pause(5);
  }
  console.log([`${people.started} matters, killed`, ...fuse.landed.toSorted()].join('\n  '));
  judge(world);
});
