/** That FEEL is read once changes no value: what it gives when the text is read at each evaluation is the oracle. */
import { evaluate, type FeelFunction } from 'feelin';
import { expect, it, test } from 'vitest';
import { withContext } from '../../../src/model/expressions/evaluation-context.ts';
import { comparingTypes, evaluateFeel } from '../../../src/model/expressions/feel/evaluate-feel.ts';
import { compileExpression, evaluateCondition } from '../../support/inner/model.ts';
import { createRandom, pick, type Random } from '../../support/random.ts';

const RUNS = 300;
const NAMES = ['a', 'b', 'text', 'list', 'order'];

/** A function of the host. */
const describe = (value: unknown) => (typeof value === 'number' ? value * 2 : { total: value });

/** A text in FEEL that needs nothing but variables and the function. */
function write(random: Random, depth: number): string {
  if (depth === 0)
    return pick(random, [...NAMES, 'order.total', 'order.net-total', 'order.total * a', '2', '"x"', 'null']);
  const part = () => write(random, depth - 1);
  const forms = [
    () => `${part()} ${pick(random, ['+', '-', '*', '<', '>=', '=', '!=', 'and', 'or'])} ${part()}`,
    () => `${part()}-${part()}`,
    () => `if ${part()} then ${part()} else ${part()}`,
    () => `[${part()}, ${part()}]`,
    () => `{x: ${part()}}.x`,
    () => `(${part()}) between 1 and ${part()}`,
    () => `${pick(random, ['not', 'string', 'count', 'upper case', 'number'])}(${part()})`,
    () => `list[${part()}]`,
    () => `list[item > ${part()}]`,
    () => `for each in list return each + ${part()}`,
    () => `describe(${part()})`,
    () => `list[describe(item) > ${part()}]`,
  ];
  return pick(random, forms)();
}

function draw(random: Random): Record<string, unknown> {
  const orders = [
    { total: 3 },
    { total: 3, 'net-total': 9, net: 4 },
    { total: 3, 'total * a': 5 },
    { total: null },
    null,
  ];
  const values = [1, 2.5, 'x', true, null, [1, 2, 3], { x: 1 }];
  const drawn = Object.fromEntries(NAMES.map((name) => [name, pick(random, values)]));
  return { ...drawn, list: [1, 2, 3], order: pick(random, orders) };
}

/** The value as JSON, or that there is none. */
function outcomeOf(action: () => unknown): string {
  try {
    return JSON.stringify(action() ?? null);
  } catch {
    return 'none';
  }
}

test.each([1, 2, 3, 4])('random expressions with random variables, seed %i', (seed) => {
  const random = createRandom(seed);
  let compared = 0;
  for (let run = 0; run < RUNS; run += 1) {
    const text = write(random, 2);
    let expression: ReturnType<typeof compileExpression> | undefined;
    try {
      expression = compileExpression(`=${text}`);
    } catch {
      continue;
    }
    for (let time = 0; time < 3; time += 1) {
      const variables = draw(random);
      const known = `${text} ${JSON.stringify(variables)}`;
      const value = outcomeOf(() => comparingTypes(() => evaluateFeel(text, { ...variables, describe }).value));
      const scope = withContext(variables, { now: 0, timeZone: 'UTC', functions: new Map([['describe', describe]]) });
      const actual = outcomeOf(() => expression.evaluate(scope));
      // A result that is no data, as a function, fails.
      if (actual === 'none') continue;
      expect(`${known} ${actual}`).toBe(`${known} ${value}`);
      compared += 1;
    }
  }
  expect(compared).toBeGreaterThan(RUNS);
});

it('a condition that had a value before still asks for what is not set now', () => {
  const condition = compileExpression('=order.total > limit');
  expect(evaluateCondition(condition, { order: { total: 3 }, limit: 2 })).toBe(true);
  expect(() => evaluateCondition(condition, { order: { total: 3 } })).toThrow(
    expect.objectContaining({ details: expect.objectContaining({ variables: ['limit'] }) }),
  );
  expect(() => evaluateCondition(condition, { order: {}, limit: 2 })).toThrow(
    expect.objectContaining({ details: expect.objectContaining({ variables: ['order.total'] }) }),
  );
  expect(evaluateCondition(condition, { order: { total: 1 }, limit: 2 })).toBe(false);
});

it('a condition on something predefined that is not set yet is false, also where its value would be null', () => {
  expect(evaluateCondition(compileExpression('=if outcome = null then null else true'), {})).toBe(false);
});

it('a member whose name has an operator in it is found, whatever was read before', () => {
  const expression = compileExpression('=order.net-total');
  expect(expression.evaluate({ order: { net: 5 }, total: 3 })).toBe(2);
  expect(expression.evaluate({ order: { 'net-total': 7 }, total: 3 })).toBe(7);
});

it('feelin collects what it warns of in the list that it returned, which can be emptied', () => {
  const { value, warnings } = evaluate('function(a) a + 1', {});
  (value as FeelFunction).invoke(['x']);
  (value as FeelFunction).invoke(['x']);
  expect(warnings).toHaveLength(2);
});
