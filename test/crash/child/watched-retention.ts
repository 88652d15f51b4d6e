// Takes the place of src/bridge/loops/retention.ts in a process that is to be killed: see bundle-child.ts.
import { createRetention as createUnwatched } from '../../../src/bridge/loops/retention.ts';

type Arguments = Parameters<typeof createUnwatched>;

const DAY_MS = 86_400_000;
/** The first run follows the start of a bridge by so long. */
const FIRST_RUN_MS = 60_000;
/** So much faster, it follows in a moment. Then the clock stands still, so that there is no second run. */
const SPEED = 200;

let before: number | undefined;

/** Has bridges that open from now on delete what was over by then; epoch milliseconds. */
export function forgetBefore(time: number | undefined): void {
  before = time;
}

export function createRetention(...[store, retention, context]: Arguments): ReturnType<typeof createUnwatched> {
  if (before === undefined) return createUnwatched(store, retention, context);
  const runAt = before + retention.instanceDays * DAY_MS;
  const since = performance.now();
  const clock = () => runAt - FIRST_RUN_MS + Math.min(FIRST_RUN_MS, (performance.now() - since) * SPEED);
  return createUnwatched(store, retention, { ...context, clock });
}
