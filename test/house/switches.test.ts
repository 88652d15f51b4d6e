/** The centers in which stories are told: which there are, and that none is forgotten. */
import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import {
  type Combination,
  chooseCombinations,
  EVERY_COMBINATION,
  EVERY_PAIR,
  STORIES_OF_A_ROUND,
} from '../bridge/shape-table/story/story-switches.ts';
import { SWITCH_VALUES } from '../support/inner/sandbox.ts';

const FILE = new URL('../bridge/shape-table/story/story-switches.ts', import.meta.url);

const pairsOf = (combination: Combination): string[] => {
  const values = Object.entries(combination).map((entry) => entry.join(' '));
  return values.flatMap((one, index) => values.slice(index + 1).map((other) => `${one}, ${other}`));
};

describe('the centers in which stories are told', () => {
  test.each(Object.keys(SWITCH_VALUES))('either differ in %s, or it is said why they need not', async (name) => {
    const text = await readFile(FILE, 'utf8');
    const [reasons = ''] = text.split('*/');
    expect(reasons).toContain(`\`${name}`);
  });

  test('of a round of stories are all there can be', () => {
    const told = Array.from({ length: STORIES_OF_A_ROUND }, (_, number) => chooseCombinations(number, false)).flat();
    const texts = (all: readonly Combination[]) => new Set(all.map((each) => JSON.stringify(each)));
    expect(texts(told)).toEqual(texts(EVERY_COMBINATION));
    for (const number of [0, 1]) {
      expect(chooseCombinations(number, false).map(({ noneKeepsPending }) => noneKeepsPending)).toContain(true);
      expect(chooseCombinations(number, true)[0]?.noneKeepsPending).toBe('for-others');
    }
  });

  test('of the random processes hold every pair of values', () => {
    expect(new Set(EVERY_PAIR.flatMap(pairsOf))).toEqual(new Set(EVERY_COMBINATION.flatMap(pairsOf)));
  });
});
