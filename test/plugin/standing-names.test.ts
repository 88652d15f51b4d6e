import { expect, test } from 'vitest';
import { countersOf, emptyTally } from '../../src/plugin/tokens/multi-instance/multi-instance-tally.ts';
import { compileExpression, evaluateCondition } from '../support/inner/model.ts';

const ALWAYS_THERE = [
  ...Object.keys(countersOf(emptyTally(1), false, 0)),
  'outcome',
  'opinions',
  'handler',
  'initiator',
];

test.each(ALWAYS_THERE)('%s means something before anything has set it, so no condition fails for it', (name) => {
  for (const text of [`\${${name} > 1}`, `\${${name} == 'x'}`, `=${name} > 1`, `=${name} = "x"`]) {
    expect(evaluateCondition(compileExpression(text), {})).toBe(false);
  }
});
