/**
 * Stories about diagrams, told over HTTP: a center, a bridge, and people who press buttons.
 *
 * ```ts
 * story('Bo is asked after Anna', {
 *   diagram: draw({ people: { ask: 'anna', approve: 'bo' }, paths: 'start > ask > approve > end' }),
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
 *   `signal alarm comes`; `wait is told`, a receive task; `variables become {"days": 3}`; `book answers {"by": "bo"}`, `book fails`, `book throws CODE` for a slow service
 * - among the reports also: `(system)` behind one in the system's name, `refused 2005` for a press, `unmatched` for a
 *   message, `incident CODE`
 * - in a list, `(anna: ask)` is a task the center was told `none` of, so that it depends on the center whether it still
 *   shows it; `[bo: sign]` is gone, and the center was told `none` of it in the system's name; `<anna: ask>` was pressed,
 *   and its report is held back; `{bo: sign}` is gone, and its report waits for such a one
 *
 * In `npm test` every story is told on the step, with no center, bridge or database around it (`step-run.ts`), and again
 * with system tasks: then there must be an open task from the first one to the end, and no `end` that comes late. In the
 * second tier it is told over HTTP in two kinds of centers, as these differ in what they do with `none`
 * (`story-switches.ts`): in one by a bridge in both, and by a service with engines of its own and the plugin
 * (`by-plugin/`) in one of them; with `SWITCHES=all` in every center there can be. At its end every instance has ended,
 * and every transaction was concluded once.
 */
import { describe, expect, test } from 'vitest';
import { ofThisTier } from '../../../support/tier.ts';
import type { Runtime } from '../../world.ts';
import { openStepRun } from './step-run.ts';
import { readLines, writeLine } from './story-line.ts';
import { openHttpRun, type StoryRun, type StorySetup } from './story-run.ts';
import { type Combination, chooseCombinations, describeCombination, EVERY_COMBINATION } from './story-switches.ts';

export interface Story extends StorySetup {
  readonly tells: string;
  /**
   * No press brings the end; it comes later, behind a task that was told `none`. A center that took this for the end of
   * the task refuses it, and the bridge keeps the report as unconfirmed.
   */
  readonly endsLate?: true;
  /** The story only runs in a center where `none` leaves a task in the list, and is told there alone. */
  readonly needsNoneToLeave?: true;
  /** Why only a bridge can tell it. */
  readonly needsBridge?: string;
  /** The story leaves something open. */
  readonly staysOpen?: true;
}

const isEvery = process.env.SWITCHES === 'all';

/** How many stories this file has told. */
let number = 0;

export function story(title: string, told: Story): void {
  const tellings = ofThisTier(chooseTellings(told), ([, { isOnTheStep }]) => isOnTheStep);
  number += 1;
  if (tellings.length === 0) return;
  describe(title, () => {
    test.each(tellings)('%s', async (_, { open }) => {
      await using run = await open();
      const seen: string[] = [];
      const expected: string[] = [];
      for (const line of readLines(told.tells)) {
        await run.happen(line.words);
        if (run.judge) {
          seen.push(...run.judge().map((fault) => `${line.words} | ${fault}`));
          continue;
        }
        const meant = () => writeLine(run.readLine(line));
        const look = async () => writeLine({ words: line.words, ...(await run.look()) });
        // While a service is slow nothing says when all the rest is done.
        if (run.busy) await expect.poll(async () => [await look(), meant()]).toSatisfy(areEqual);
        seen.push(await look());
        expected.push(meant());
        await run.turnPage();
        if (seen.at(-1) !== expected.at(-1)) break;
      }
      expect(seen).toEqual(expected);
      if (!told.staysOpen) await run.expectEnd(told.endsLate === true);
    });
  });
}

type Telling = readonly [where: string, how: { readonly isOnTheStep: boolean; readonly open: () => Promise<StoryRun> }];

function chooseTellings(told: Story): readonly Telling[] {
  const { needsBridge, needsNoneToLeave } = told;
  const centers = (isEvery ? EVERY_COMBINATION : chooseCombinations(number, needsNoneToLeave === true)).filter(
    ({ noneKeepsPending }) => noneKeepsPending !== false || !needsNoneToLeave,
  );
  const tell = (runtime: Runtime, center: Combination): Telling => [
    `${describeCombination(center)}, by a ${runtime}`,
    { isOnTheStep: false, open: () => openHttpRun(told, center, runtime) },
  ];
  const byBridge = centers.map((center) => tell('bridge', center));
  if (needsBridge !== undefined) return byBridge;
  const turn = Math.floor(number / 2) % centers.length;
  // By turns one that stays alive, and one that is recovered before each call.
  const plugin = number % 2 === 0 ? 'plugin' : 'recovered plugin';
  const byPlugin = centers.slice(turn, turn + 1).map((center) => tell(plugin, center));
  const onTheStep: Telling[] = [
    ['on the step', { isOnTheStep: true, open: () => openStepRun(told) }],
    ['on the step, with system tasks', { isOnTheStep: true, open: () => openStepRun(told, 'robot') }],
  ];
  return [...onTheStep, ...byBridge, ...byPlugin];
}

const areEqual = ([one, other]: readonly string[]): boolean => one === other;
