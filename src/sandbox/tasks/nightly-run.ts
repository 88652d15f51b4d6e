import { centerTime } from '../center-time.ts';

/** When the center asks for the states of all open tasks (spec, Task-status callback, trigger 2): 23:00:00. */
const HOURS_OF_RUN = 23;

/** How often the clock is checked, since a test may set it forward. */
const LOOK_EVERY_MS = 500;

interface NightlyRuns {
  /** Checks the clock now. */
  look(): void;
  stop(): void;
}

/**
 * Calls `run` whenever the clock passes 23:00:00, once even if it skips several nights, until stopped. It does not
 * keep the process running.
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

/** Number of the night, which starts at 23:00:00 local time. */
function nightOf(epochMs: number, timeZone: string): number {
  const localMs = Date.parse(`${centerTime(epochMs, timeZone).replace(' ', 'T')}Z`);
  return Math.floor((localMs / 3_600_000 - HOURS_OF_RUN) / 24);
}
