/**
 * Stories about drawings, told over HTTP: a center, a bridge, and people who press buttons.
 *
 * ```ts
 * story('Bo is asked after Anna', {
 *   drawing: draw({ people: { ask: 'anna', approve: 'bo' }, paths: 'start > ask > approve > end' }),
 *   tells: `
 *     anna starts           | start next → ask     | anna: ask
 *     anna handles ask      | ask next → approve   | bo: approve
 *     bo handles approve    | approve end          |
 *   `,
 * });
 * ```
 * Each line: what happens | the reports the center received, in order | what people then have in their lists.
 * - `anna handles ask` presses the only button; `bo presses Yes on approve` the one called Yes; `p1, p2 handle sign`
 * - `3 days pass`; `message paid comes`, also `… for <business key>`, `… with key <correlation key>`, `… {"by": "bo"}`;
 *   `signal alarm comes`; `book answers {"by": "bo"}`, `book fails`, `book throws CODE` for a slow service
 * - among the reports also: `(system)` behind one in the system's name, `refused 2005` for a press, `unmatched` for a
 *   message, `incident CODE`
 * - in a list, `(anna: ask)` is a task the center was told `none` of, so that it depends on the center whether it still
 *   shows it; `<anna: ask>` was pressed, and its report is held back; `[bo: sign]` is gone, and the center cannot be told
 *
 * Every story is told twice, as centers differ in what they do with `none`. At its end every instance has ended, and
 * every transaction was concluded once.
 */
import { describe, expect, test } from 'vitest';
import { readLines, type StoryLine, writeLine } from './story-line.ts';
import { openStory, type StoryRun, type StorySetup } from './story-run.ts';

export interface Story extends StorySetup {
  readonly tells: string;
  /**
   * No press brings the end; it comes later, behind a task that was told `none`. A center that took this for the end of
   * the task refuses it, and the bridge keeps the report as unconfirmed.
   */
  readonly endsLate?: true;
  /** The story only runs in a center where `none` leaves a task in the list, and is told there alone. */
  readonly needsNoneToLeave?: true;
  /** The story leaves something open. */
  readonly staysOpen?: true;
}

const READINGS = [
  ['in a center where none hands a task in', false],
  ['in a center where none leaves a task in the list', true],
] as const;

export function story(title: string, told: Story): void {
  describe(title, () => {
    test.each(READINGS.filter(([, noneKeepsPending]) => noneKeepsPending || !told.needsNoneToLeave))(
      '%s',
      async (_, noneKeepsPending) => {
        await using run = await openStory(told, noneKeepsPending);
        const lines = readLines(told.tells).map((line) => (noneKeepsPending ? line : withoutTold(line)));
        const seen: string[] = [];
        for (const line of lines) {
          await run.happen(line.words);
          const look = async () => writeLine({ words: line.words, ...(await run.look()) });
          // While a service is slow nothing says when all the rest is done.
          if (run.busy) await expect.poll(look, { timeout: 15_000 }).toBe(writeLine(line));
          seen.push(await look());
          await run.turnPage();
          if (seen.at(-1) !== writeLine(line)) break;
        }
        expect(seen).toEqual(lines.slice(0, seen.length).map(writeLine));
        if (!told.staysOpen) await expectEnd(run, told.endsLate === true && !noneKeepsPending);
      },
    );
  });
}

async function expectEnd(run: StoryRun, refused: boolean): Promise<void> {
  const outcome = await run.outcome();
  expect(outcome).toEqual({
    running: [],
    transactions: outcome.transactions,
    ends: outcome.transactions,
    conclusions: refused ? 0 : outcome.transactions,
    outbox: refused ? ['delivered', 'unconfirmed'] : ['delivered'],
  });
}

/** What was told none is in nobody's list. */
function withoutTold(line: StoryLine): StoryLine {
  return { ...line, pending: line.pending.filter(({ mark }) => mark !== 'told') };
}
