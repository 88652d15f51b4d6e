/** The suite before centers that each break one rule: the test of that rule must see it. */
import { describe, expect, test } from 'vitest';
import { RULES } from '../../src/conformance/rules/rules.ts';
import type { Between } from './between.ts';
import { BREAKAGES } from './breakages.ts';
import { brokenOf } from './broken-rules.ts';

/** Who stands between and changes nothing. */
const ALL_THROUGH: Between = { called: (call) => call.forward(), calls: (call) => call.forward(), shows: () => ({}) };

test('a center behind a proxy that changes nothing breaks no rule', async () => {
  expect(await brokenOf(RULES, {}, ALL_THROUGH)).toEqual([]);
});

test('there is a wrong center for every rule', () => {
  const broken = new Set(BREAKAGES.map(([rule]) => rule));
  expect([...broken].toSorted()).toEqual(RULES.map(({ id }) => id).toSorted());
});

describe('the test of the rule sees a center that breaks it', () => {
  test.each(BREAKAGES)('%s: %s', async (rule, _does, between) => {
    expect(
      await brokenOf(
        RULES.filter(({ id }) => id === rule),
        {},
        between,
      ),
    ).toEqual([rule]);
  });
});
