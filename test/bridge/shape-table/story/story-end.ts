import { expect } from 'vitest';
import type { Combination } from './story-switches.ts';
import type { StoryOutcome } from './story-view.ts';

/**
 * Every instance has ended, the center was told so once, and took every report.
 * A center that opens a transaction with each report behind a start concludes only the one that holds the last task.
 */
export function expectEnd(outcome: StoryOutcome, combination: Combination, endsLate: boolean): void {
  const { noneKeepsPending, endOnHandledTask, unknownPreviousTask } = combination;
  const instances = new Set(outcome.starts).size;
  const isRefused = endsLate && noneKeepsPending !== true;
  expect(outcome).toEqual({
    running: [],
    starts: outcome.starts,
    transactions: unknownPreviousTask === 'transaction-per-report' ? outcome.starts.length : instances,
    ends: instances,
    conclusions: isRefused && endOnHandledTask === 'refuse' ? 0 : instances,
    outbox: outcome.starts.length === 0 ? [] : isRefused ? ['delivered', 'unconfirmed'] : ['delivered'],
  });
}
