import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '../support/random.ts';
import type { CrashWorld } from './crash-world.ts';

/** Between two kills so many calls are sent or done at most. */
const LONGEST = 12;
const LATER_MS = 20;

export interface Fuse {
  readonly killsLeft: number;
  /** Where each kill landed. */
  readonly landed: readonly string[];
}

/**
 * Kills the bridge again and again: when a report or a press is on its way, when it is done and not yet answered, or
 * some milliseconds after that, in the middle of whatever it does then.
 */
export function lightFuse(world: CrashWorld, random: Random, kills: number): Fuse {
  const landed: string[] = [];
  let left = 1 + random.below(LONGEST);

  async function kill(where: string): Promise<void> {
    if (!world.isUp || landed.length === kills) return;
    landed.push(where);
    await world.kill();
  }

  async function burn(where: string): Promise<void> {
    left -= 1;
    if (left !== 0) return;
    left = 1 + random.below(LONGEST);
    if (random.below(3) > 0) await kill(where);
    else void pause(random.below(LATER_MS)).then(() => kill(`${where}, some ms later`));
  }

  for (const [name, proxy] of Object.entries({ report: world.toCenter, press: world.toBridge })) {
    proxy.meddle = async (call) => {
      await burn(`when a ${name} was sent`);
      if (!world.isUp) return 'cut';
      const answer = await call.forward();
      await burn(`when a ${name} was done, before its answer`);
      return world.isUp ? answer : 'cut';
    };
  }
  return {
    landed,
    get killsLeft() {
      return kills - landed.length;
    },
  };
}
