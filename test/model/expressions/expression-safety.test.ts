import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileExpression } from '../../../src/model/expressions/compile-expression.ts';
import type { Expression } from '../../../src/model/expressions/expression.ts';
import { BridgeError, ModelError } from '../../../src/model/index.ts';

const src = fileURLToPath(new URL('../../../src', import.meta.url));
const RUNS_CODE = /\beval\s*\(|\bFunction\s*\(|['"](?:node:)?vm['"]/;

/** Pieces of both grammars, so that random texts get past the first character. */
const token = fc.constantFrom(
  ...'a b form.x xs[0] 1 2.5 "t" \'t\' true null ( ) [ ] { } . , ? : + - * / % ** < > <= == = != && || ! ; ~ @ ` \\'.split(
    ' ',
  ),
  ...'and or not empty eq ne lt div mod if then else for in return some satisfies function between of instance'.split(
    ' ',
  ),
  ...'now() double(a) xs.contains(a) form.x.replace("a","b") vars:get(a) execution.getVariable("a") , trim('.split(' '),
  ...'constructor __proto__ prototype toString this new environment variables services count date duration ${ } #{'.split(
    ' ',
  ),
);
const body = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.array(token).map((tokens) => tokens.join(' ')),
);
const text = fc.oneof(
  body,
  body.map((inner) => `\${${inner}}`),
  body.map((inner) => `=${inner}`),
);
const scope = fc.dictionary(fc.constantFrom('a', 'b', 'form', 'xs', 'count', 'item'), fc.jsonValue());

function compileOrRefuse(candidate: string): Expression | undefined {
  try {
    return compileExpression(candidate);
  } catch (error) {
    expect(error).toBeInstanceOf(ModelError);
    expect(error).toMatchObject({ code: 'ERR_EXPRESSION_INVALID' });
    return undefined;
  }
}

describe('an expression', () => {
  test('is compiled or refused, and evaluated or failed, whatever stands in it', () => {
    let compiled = 0;
    const property = fc.property(text, scope, (candidate, variables) => {
      const expression = compileOrRefuse(candidate);
      if (expression === undefined) return;
      if (!expression.constant) compiled += 1;
      try {
        expect(JSON.parse(JSON.stringify(expression.evaluate(variables)))).toBeDefined();
      } catch (error) {
        expect(error).toBeInstanceOf(BridgeError);
        expect(error).toMatchObject({ code: 'ERR_EXPRESSION_FAILED' });
      }
    });
    fc.assert(property, { numRuns: 1_000 });
    expect(compiled).toBeGreaterThan(50);
  });

  test.each(['constructor', '__proto__', 'prototype', 'toString', 'hasOwnProperty', 'valueOf', '__defineGetter__'])(
    'reaches nothing of the host through %s',
    (name) => {
      const variables = { a: {}, list: [], text: 't', number: 1, key: name };
      for (const owner of ['a', 'list', 'text', 'number', 'unknown']) {
        for (const candidate of [`\${${owner}.${name}}`, `\${${owner}['${name}']}`, `=${owner}.${name}`]) {
          // FEEL reads a member of each entry of a list, of none here.
          expect([null, []]).toContainEqual(compileOrRefuse(candidate)?.evaluate(variables) ?? null);
        }
        expect(compileExpression(`\${${owner}[key]}`).evaluate(variables)).toBeNull();
        expect(() => compileExpression(`\${${owner}.${name}('x', 'y', 'z')}`).evaluate(variables)).toThrow(ModelError);
        expect(compileExpression(`=get value(a, key)`).evaluate(variables)).toBeNull();
      }
      expect(compileOrRefuse(`\${${name}}`)?.evaluate(variables) ?? null).toBeNull();
      expect(compileOrRefuse(`=${name}`)?.evaluate(variables) ?? null).toBeNull();
    },
  );

  test('reads neither functions nor getters nor objects that are not plain data', () => {
    let ran = false;
    class Account {
      readonly name = 'ann';
    }
    const run = () => {
      ran = true;
      return 'ran';
    };
    const variables = {
      run,
      account: new Account(),
      map: new Map([['a', 1]]),
      nested: { run, account: new Account() },
      get trap() {
        return run();
      },
    };
    for (const name of ['run', 'account', 'account.name', 'map', 'map.size', 'nested.run', 'nested.account', 'trap']) {
      expect(compileExpression(`\${${name}}`).evaluate(variables), name).toBeNull();
      expect(compileExpression(`=${name}`).evaluate(variables), name).toBeNull();
    }
    for (const call of ['=run()', '${run()}', '${nested.run()}', '${account.getName()}', '${map.size()}']) {
      expect(() => compileExpression(call).evaluate(variables), call).toThrow(/has no function|is called on null/);
    }
    expect(ran).toBe(false);
  });

  test('leaves the variables as they were', () => {
    const variables = { a: { b: [3, 1, 2] } };
    for (const candidate of [
      '=sort(a.b, function(x, y) x < y)',
      '=append(a.b, 4)',
      '=context put(a, "c", 1)',
      '${a.b}',
    ]) {
      compileExpression(candidate).evaluate(variables);
    }
    expect(variables).toEqual({ a: { b: [3, 1, 2] } });
    expect(Object.keys(Object.prototype)).toEqual([]);
  });
});

test('a text that an expression multiplies is bounded', () => {
  const doubled = Array.from({ length: 40 }, () => ".replace('a', 'aa')").join('');
  expect(() => compileExpression(`\${a${doubled}}`).evaluate({ a: 'a' })).toThrow('longer than 1000000');
  const joined = Array.from({ length: 40 }, () => '.concat(a)').join('');
  expect(() => compileExpression(`\${a${joined}}`).evaluate({ a: 'a'.repeat(90_000) })).toThrow('longer than');
});

const listOf = (count: number, write: (index: number) => string) =>
  `=[${Array.from({ length: count }, (_, index) => write(index)).join(', ')}]`;
const PARTS = 'it has more than 1000 words, values and signs';
const ENTRIES = 'its contexts have more than 100 entries';
const WORDS = 'it has more than 400 words outside of quotes';

test.each([
  ['a name of many words', 400, WORDS, (count: number) => `=${'a '.repeat(count)}`],
  ['many names', 400, WORDS, (count: number) => listOf(count, (index) => `a${index}`)],
  [
    'many entries of a context',
    100,
    ENTRIES,
    (count: number) => `={${Array.from({ length: count }, (_, index) => `a${index}: 1`).join(', ')}}`,
  ],
  ['many texts', 999, PARTS, (count: number) => listOf(count, () => '"a b"')],
  ['many numbers', 999, PARTS, (count: number) => listOf(count, (index) => `${index}`)],
  ['many signs', 999, PARTS, (count: number) => `=${'-'.repeat(count)}1`],
])('large FEEL is refused before it is read: %s', (_, most, reason, write) => {
  expect(() => compileExpression(write(most + 1))).toThrow(reason);
  expect(() => compileExpression(write(most))).not.toThrow();
});

test('a text of more than 1,000 expressions is refused', () => {
  expect(() => compileExpression('${a} '.repeat(1_001))).toThrow('it has more than 1000 expressions');
  expect(compileExpression('${a} '.repeat(1_000)).evaluate({ a: 1 })).toBe('1 '.repeat(1_000));
});

test('no source file hands text to the JavaScript runtime as code', () => {
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  expect(files.length).toBeGreaterThan(10);
  // A time limit runs a constant, which calls a function.
  const limit = 'time-limit.ts';
  expect(files.filter((file) => RUNS_CODE.test(readFileSync(join(src, file), 'utf8')))).toEqual([limit]);
  expect(readFileSync(join(src, limit), 'utf8').match(/\bScript\(.*/g)).toEqual(["Script('work()');"]);
  expect(['new Function("a")', "eval('a')", "from 'node:vm'"].every((line) => RUNS_CODE.test(line))).toBe(true);
});
