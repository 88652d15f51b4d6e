import { centerTime } from '../center-time.ts';

/** When the center asks about all open tasks (spec, Task-status callback, trigger 2): 23:00:00. */
const HOURS_OF_RUN = 23;

/** How often the clock is looked at: it may be one that a test moves. */
const LOOK_EVERY_MS = 500;

interface NightlyRuns {
  /** Looks at the clock now. */
  look(): void;
  stop(): void;
}

/**
 * Calls `run` whenever the clock passes 23:00:00, once however far it jumps, until it is stopped. It keeps no process
 * alive.
 * @param now epoch milliseconds
 */
export function startNightlyRuns(now: () => number, timeZone: string, run: () => void): NightlyRuns {
  let last = nightOf(now(), timeZone);
  const look = () => {
    const night = nightOf(now(), timeZone);
    if (night > last) run();
    last = Math.max(last, night);
  };
  const timer = setInterval(look, LOOK_EVERY_MS);
  timer.unref();
  return { look, stop: () => clearInterval(timer) };
}

/** Numbers the nights, each from one 23:00:00 to the next by the clocks of the zone. */
function nightOf(epochMs: number, timeZone: string): number {
  const localMs = Date.parse(`${centerTime(epochMs, timeZone).replace(' ', 'T')}Z`);
  return Math.floor((localMs / 3_600_000 - HOURS_OF_RUN) / 24);
}
