import { describe, expect, test } from 'vitest';
import { deriveSeed } from '../../property/random.ts';
import { startScenario } from '../scenario.ts';
import { type DrawnLoop, drawLoop, MOST_VISITS } from './draw-loop.ts';

const SEED = 1;
const LOOPS = 24;
/** The engine takes a millisecond or more for each. */
const MOST_STEPS = 1_500;

/** The rounds of a branch count anew behind its join: such a loop may end a little later than it should. */
const isUndecided = ({ xml, follow }: DrawnLoop) =>
  /<(?:parallel|inclusive)Gateway/.test(xml) &&
  (follow().end === undefined) !== (follow(2 * MOST_VISITS).end === undefined);

const drawn = Array.from({ length: LOOPS }, (_, number) => ({ number, ...drawLoop(deriveSeed(SEED, number)) }))
  .filter((loop) => !isUndecided(loop))
  .map((loop) => ({ ...loop, ...loop.follow() }))
  .filter(({ steps }) => steps <= MOST_STEPS);

describe('loops that are drawn by chance', () => {
  test.each(drawn)(
    'number $number comes to what following it by hand comes to',
    async ({ xml, numbers, end: expected, isWaiting }) => {
      const run = await startScenario(xml, { ...numbers });
      if (expected === undefined) {
        await expect(run.press('ask')).rejects.toMatchObject({
          code: 'ERR_STEP_FAILED',
          message: expect.stringContaining('a loop without a wait'),
        });
        return;
      }
      expect(await run.press('ask')).toEqual([isWaiting ? 'ask none' : 'ask next done']);
      expect(run.open).toBe(isWaiting ? '' : 'done');
      expect(JSON.parse(run.snapshot ?? '').variables).toMatchObject(expected);
    },
  );

  test('some of them end, and some do not', () => {
    const endless = drawn.filter(({ end }) => end === undefined);
    expect(endless.length).toBeGreaterThan(LOOPS / 5);
    expect(drawn.length - endless.length).toBeGreaterThan(LOOPS / 5);
  });
});
