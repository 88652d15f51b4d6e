import { describe, expect, test } from 'vitest';
import { deriveSeed } from '../../property/random.ts';
import { isWhole } from '../../support/test-share.ts';
import { startScenario } from '../scenario.ts';
import { drawLoop } from './draw-loop.ts';

const SEED = 1;
const LOOPS = isWhole ? 300 : 24;

describe('loops of one token, drawn by chance', () => {
  test.each(Array.from({ length: LOOPS }, (_, number) => number))(
    'number %i comes to what following it by hand comes to',
    async (number) => {
      const { xml, numbers, follow } = drawLoop(deriveSeed(SEED, number));
      const expected = follow();
      const run = await startScenario(xml, { ...numbers });
      if (expected === undefined) {
        await expect(run.press('ask')).rejects.toMatchObject({
          code: 'ERR_STEP_FAILED',
          message: expect.stringContaining('a loop without a wait'),
        });
        return;
      }
      expect(await run.press('ask')).toEqual(['ask next done']);
      expect(run.open).toBe('done');
      expect(JSON.parse(run.snapshot ?? '').variables).toMatchObject(expected);
    },
  );

  test('some of them end, and some do not', () => {
    const ends = Array.from(
      { length: LOOPS },
      (_, number) => drawLoop(deriveSeed(SEED, number)).follow() !== undefined,
    );
    expect(ends.filter(Boolean).length).toBeGreaterThan(LOOPS / 5);
    expect(ends.filter((each) => !each).length).toBeGreaterThan(LOOPS / 5);
  });
});
