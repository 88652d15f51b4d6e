/** Expressions that never end, or end late, and what they are given. */
import { compileExpression } from '../support/inner/model.ts';
import type { Attack, Outcome } from './attack.ts';

const SLOW_PATTERN = '(a+)+$';
const SLOW_TEXT = `${'a'.repeat(60)}!`;

/** FEEL that takes long with small variables. */
const LONG_FEEL: Readonly<Record<string, string>> = {
  'a loop over 1..n': '=count(for i in 1..n return i) > 0',
  'loops inside each other': '=some i in 1..20000, j in 1..20000 satisfies i = j + 0.5',
  'a list that grows with each round': '=count(for i in 1..100000 return partial) > 0',
  'a sort of a long range': '=sort(for i in 1..1000000 return 0 - i, function(x, y) x < y)[1] = 1',
  'a filter of a long range': '=count((for i in 1..1000000 return i)[item > 5]) > 0',
  'a text that grows with each round': '=string length(string join(for i in 1..10000000 return "aaaaaaaaaa")) > 0',
  'a function that calls itself': '={f: function(x) f(x + 1), result: f(1)}.result = 1',
  'matches with a pattern that backtracks': `=matches(text, "^${SLOW_PATTERN}")`,
  'replace with a pattern that backtracks': `=replace(text, "${SLOW_PATTERN}", "b") = text`,
  'split with a pattern that backtracks': `=count(split(text, "${SLOW_PATTERN}")) > 0`,
};

const LEVELS = 20_000;
const nested = (open: string, close: string, inner = '1') => open.repeat(LEVELS) + inner + close.repeat(LEVELS);

/** Texts that are compiled when a diagram is deployed. */
const LARGE_TEXTS: Readonly<Record<string, string>> = {
  'FEEL, parentheses': `=${nested('(', ')')}`,
  'FEEL, parentheses that are not closed': `=${'('.repeat(100_000)}`,
  'FEEL, lists': `=${nested('[', ']')}`,
  'FEEL, calls': `=${nested('not(', ')', 'true')}`,
  'FEEL, conditions': `=${'if true then '.repeat(LEVELS)}1${' else 2'.repeat(LEVELS)}`,
  'FEEL, minus signs': `=${'-'.repeat(LEVELS)}1`,
  'FEEL, a sum of 50,000 parts': `=${'1+'.repeat(50_000)}1`,
  'FEEL, a name of 100,000 characters': `=${'a'.repeat(100_000)}`,
  'FEEL, a name of 20,000 words': `=${'a '.repeat(20_000)}`,
  'FEEL, 20,000 names': `=[${Array.from({ length: 20_000 }, (_, index) => `a${index}`).join(',')}]`,
  'FEEL, a path of 20,000 members': `=a${'.a'.repeat(LEVELS)}`,
  'FEEL, 4,900 levels of lists': `=${'['.repeat(4_900)}1${']'.repeat(4_900)}`,
  'FEEL, 3,300 levels of contexts that are not closed': `=${'{a:'.repeat(3_300)}`,
  'FEEL, a name of 4,900 words': `=${'a '.repeat(4_900)}`,
  'FEEL, 400 names': `=[${Array.from({ length: 400 }, (_, index) => `a${index}`).join(',')}]`,
  'FEEL, 100 entries of a context': `={${Array.from({ length: 100 }, (_, index) => `a${index}:1`).join(',')}}`,
  'FEEL, 330 entries of a context': `={${Array.from({ length: 330 }, (_, index) => `a${index}:1`).join(',')}}`,
  'FEEL, 1,600 names': `=[${Array.from({ length: 1_600 }, (_, index) => `a${index}`).join(',')}]`,
  '${}, parentheses': `\${${nested('(', ')')}}`,
  '${}, parentheses that are not closed': `\${${'('.repeat(100_000)}}`,
  '${}, a sum of 50,000 parts': `\${${'1+'.repeat(50_000)}1}`,
  '${}, a name of 100,000 characters': `\${${'a'.repeat(100_000)}}`,
  '${}, negations': `\${${'!'.repeat(LEVELS)}a}`,
  '${}, members': `\${a${'.a'.repeat(LEVELS)}}`,
  '${}, conditions': `\${${'true ? 1 : '.repeat(LEVELS)}2}`,
  '${}, 50,000 in a text': '${a} '.repeat(50_000),
  '${}, 100,000 that are not closed': '${'.repeat(100_000),
};

const DIGITS = '1'.repeat(100_000);
/** A value of 5,000 levels. */
const deepValue = () => JSON.parse(`${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`) as unknown;

const DEEP_VARIABLES: readonly string[] = [
  '=a',
  '=a = b',
  '=string(a) = "x"',
  '=to json(a) = "x"',
  '${a}',
  'x${a}',
  '${a == b}',
];
const DIGIT_TEXTS: readonly string[] = ['${n > 5}', '${n * 1 == 3}', '=number(n) > 5', '=duration(n) = null'];

const FAILED = 'ERR_EXPRESSION_FAILED';
const INVALID = 'ERR_EXPRESSION_INVALID';

/** Two hundred times the limit of an evaluation: the machine may be slow, and busy. */
const STANDS_AT_MOST_MS = 15_000;

function evaluating(name: string, text: string, variables: () => Record<string, unknown>, expected: Outcome[]): Attack {
  return {
    name,
    expected,
    standsAtMostMs: STANDS_AT_MOST_MS,
    async prepare() {
      const scope = variables();
      compileExpression('=1 + 1').evaluate({});
      return () => void compileExpression(text).evaluate(scope);
    },
  };
}

export const EXPRESSION_ATTACKS: readonly Attack[] = [
  ...Object.entries(LONG_FEEL).map(([name, text]) =>
    evaluating(`FEEL: ${name}`, text, () => ({ n: 1e9, text: SLOW_TEXT }), ['works', FAILED]),
  ),
  ...Object.entries(LARGE_TEXTS).map(([name, text]) =>
    evaluating(`compiled: ${name}`, text, () => ({}), ['works', INVALID, FAILED]),
  ),
  ...DEEP_VARIABLES.map((text) =>
    evaluating(`${text} with variables of 5,000 levels`, text, () => ({ a: deepValue(), b: deepValue() }), [
      'works',
      FAILED,
    ]),
  ),
  ...DIGIT_TEXTS.map((text) =>
    evaluating(`${text} with 100,000 digits`, text, () => ({ n: `${DIGITS}x` }), ['works', FAILED]),
  ),
];
