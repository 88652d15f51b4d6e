// Takes the place of src/bridge/loops/retention.ts in a process that is to be killed: see bridge-child.ts.
import { createRetention as createUnwatched } from '../../support/inner/bridge.ts';

type Arguments = Parameters<typeof createUnwatched>;

const DAY_MS = 86_400_000;
/** The first run follows the making of it by so long. */
const FIRST_RUN_MS = 60_000;

let before: number | undefined;

/** Has bridges that open from now on delete what was over by then; epoch milliseconds. */
export function forgetBefore(time: number | undefined): void {
  before = time;
}

export function createRetention(...[context, retention, onError]: Arguments): ReturnType<typeof createUnwatched> {
  if (before === undefined) return createUnwatched(context, retention, onError);
  const runAt = before + retention.instanceDays * DAY_MS;
  // The minute is over as soon as it began, and then the clock stands still, so that there is no second run.
  let now = runAt - FIRST_RUN_MS;
  const clock = () => {
    const told = now;
    now = runAt;
    return told;
  };
  return createUnwatched({ ...context, clock }, retention, onError);
}
