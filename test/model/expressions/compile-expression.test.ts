import { evaluate } from 'feelin';
import { describe, expect, test } from 'vitest';
import { compileExpression } from '../../../src/model/expressions/compile-expression.ts';
import { ModelError } from '../../../src/model/index.ts';

describe('compileExpression', () => {
  test('says of plain text that it is constant, and of no other text', () => {
    expect(compileExpression('ann').constant).toBe(true);
    expect(compileExpression('').evaluate({})).toBe('');
    expect(compileExpression('${ann}').constant).toBe(false);
    expect(compileExpression("${'ann'}").constant).toBe(false);
    expect(compileExpression('= "ann"').constant).toBe(false);
  });

  test('keeps the text as it stands in the file', () => {
    expect(compileExpression('\n  ${days > 3}\n').text).toBe('\n  ${days > 3}\n');
    expect(compileExpression('\n  ${days > 3}\n').evaluate({ days: 4 })).toBe(true);
    expect(compileExpression('\n  = days > 3\n').evaluate({ days: 4 })).toBe(true);
  });

  test('names the character where the grammar ends, counted from 1 in the whole text', () => {
    expect(() => compileExpression('for ${days} days of ${a ; b}')).toThrow('(at character 25)');
    expect(() => compileExpression('for ${days} days of ${a gt }')).toThrow('(at character 28)');
    expect(() => compileExpression('  = a + bean.decide(b)')).toThrow('(at character 9)');
  });

  test('quotes a long text only in part', () => {
    const text = `\${${'a + '.repeat(500)}}`;
    expect(() => compileExpression(text)).toThrow(/^.{0,300}$/);
  });

  test('reads a text in FEEL over several lines', () => {
    expect(compileExpression('="one\ntwo"').evaluate({})).toBe('one\ntwo');
  });

  test('leaves feelin to a host that uses it as it was, also after an evaluation that failed', () => {
    const before = evaluate('"abc" <= 1000').value;
    expect(compileExpression('="abc" <= 1000').evaluate({})).toBeNull();
    expect(() => compileExpression('=count(for a in 1..9999999 return a <= 5)').evaluate({})).toThrow('takes longer');
    expect(evaluate('"abc" <= 1000').value).toBe(before);
  });

  test('gives the same object for the same text, and forgets the oldest of thousands', () => {
    const first = compileExpression('${cached}');
    expect(compileExpression('${cached}')).toBe(first);
    for (let index = 0; index < 5_000; index += 1) compileExpression(`constant ${index}`);
    expect(compileExpression('${cached}')).not.toBe(first);
  });

  test('refuses a text nested too deeply instead of breaking down', () => {
    for (const text of [`\${${'('.repeat(100_000)}a`, `=${'('.repeat(20_000)}a${')'.repeat(20_000)}`]) {
      expect(() => compileExpression(text)).toThrow(ModelError);
    }
  });

  test('quotes no variable in the error of an evaluation', () => {
    const secret = 'the-salary-of-ann';
    for (const text of ['${a + 1}', '${a < 1}', '${!a}', '=function(x) a']) {
      const error = catchError(() => compileExpression(text).evaluate({ a: secret }));
      expect(error).toBeInstanceOf(ModelError);
      expect(`${String(error)} ${JSON.stringify(error)}`).not.toContain(secret);
      expect((error as ModelError).cause).toBeUndefined();
    }
  });

  test('sees the element variable and the counters of a countersign like every other name', () => {
    const scope = { signer: 'ann', loopCounter: 2, nrOfInstances: 5, nrOfCompletedInstances: 3 };
    expect(compileExpression('${signer}').evaluate(scope)).toBe('ann');
    expect(compileExpression('${nrOfCompletedInstances/nrOfInstances >= 0.6}').evaluate(scope)).toBe(true);
    expect(compileExpression('Vote ${loopCounter + 1} of ${nrOfInstances}').evaluate(scope)).toBe('Vote 3 of 5');
  });

  test('reads FEEL as it was compiled, whatever other variables are called', () => {
    const scope = { a: 5, b: 2, 'a-b': 'wrong', count: 'wrong', 'a - b': 'wrong' };
    expect(compileExpression('=a-b').evaluate(scope)).toBe(3);
    expect(compileExpression('=count([a, b])').evaluate(scope)).toBe(2);
  });
});

function catchError(action: () => unknown): unknown {
  try {
    action();
  } catch (error) {
    return error;
  }
  return undefined;
}
