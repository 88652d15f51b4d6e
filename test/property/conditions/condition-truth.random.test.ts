import { expect, test } from 'vitest';
import { BridgeError } from '../../../src/index.ts';
import { compileExpression } from '../../support/inner/model.ts';
import { decideCondition } from '../../support/inner/plugin.ts';
import { DataMaker } from '../generate/data-maker.ts';
import { createRandom } from '../random.ts';
import { writeCondition } from '../render/render-conditions.ts';
import { isTrue, Undecided, type Values } from './condition-truth.ts';
import { DATA } from './data.ts';

const RUNS = 5_000;

test('random conditions over random variables, some never set or null, come to what the rules say', () => {
  const random = createRandom(7);
  const maker = new DataMaker(random);
  const wrong: string[] = [];
  let undecided = 0;
  for (let run = 0; run < RUNS; run += 1) {
    const condition = maker.makeCondition(random.chance(0.5));
    const values: Record<string, unknown> = {};
    for (const { name, domain } of DATA) {
      if (random.chance(0.2)) continue;
      values[name] = random.chance(0.1) ? null : random.pick(domain);
    }
    const expected = answer(() => isTrue(condition, values));
    const got = answer(() => decideCondition(compileExpression(writeCondition(condition)), values, 'condition'));
    if (expected === 'undecided') undecided += 1;
    if (got !== expected) wrong.push(`${writeCondition(condition)} ${show(values)}: ${got}, not ${expected}`);
  }
  expect(wrong).toEqual([]);
  expect(undecided).toBeGreaterThan(RUNS / 5);
});

function answer(decide: () => boolean): boolean | 'undecided' {
  try {
    return decide();
  } catch (error) {
    const isCoded = error instanceof BridgeError && error.code === 'ERR_EXPRESSION_FAILED';
    if (isCoded || error instanceof Undecided) return 'undecided';
    throw error;
  }
}

const show = (values: Values): string => JSON.stringify(values);
