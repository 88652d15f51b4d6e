import { describe, expect, test } from 'vitest';
import { compileExpression } from '../../../src/model/expressions/compile-expression.ts';
import { withContext } from '../../../src/model/expressions/evaluation-context.ts';
import { expressionNames, missingNames, testedVariable } from '../../../src/model/expressions/expression-analysis.ts';

describe('testedVariable', () => {
  test.each([
    ['${approved}', 'approved', true],
    ['#{approved}', 'approved', true],
    ['${environment.variables.approved}', 'approved', true],
    ['${!approved}', 'approved', false],
    ['${ not approved }', 'approved', false],
    ["${decision == 'ok'}", 'decision', 'ok'],
    ["${'ok' == decision}", 'decision', 'ok'],
    ['${decision eq "ok"}', 'decision', 'ok'],
    ['${(approved) == true}', 'approved', true],
    ['${approved == false}', 'approved', false],
    ["${vacationApproved == 'true'}", 'vacationApproved', 'true'],
    ['${level == 2}', 'level', 2],
    ['${level == -2}', 'level', -2],
    ['=approved', 'approved', true],
    ['=(approved)', 'approved', true],
    ['=not(approved)', 'approved', false],
    ['=decision = "ok"', 'decision', 'ok'],
    ['="o\\"k" = decision', 'decision', 'o"k'],
    ['=approved = true', 'approved', true],
    ['=leave approved = false', 'leave approved', false],
    ['=level = -2', 'level', -2],
  ])('%s becomes true when %s is set to %s', (text, variable, value) => {
    const expression = compileExpression(text);
    expect(testedVariable(expression)).toEqual({ variable, value });
    expect(expression.evaluate({ [variable]: value })).toBe(true);
    const other = { string: 'other', number: 99, boolean: !value }[typeof value as 'string' | 'number' | 'boolean'];
    expect(expression.evaluate({ [variable]: other })).toBe(false);
  });

  test.each([
    '${days > 3}',
    "${decision != 'ok'}",
    '${decision == other}',
    '${decision == null}',
    '${form.approved}',
    '${!form.approved}',
    '${approved and checked}',
    '${!!approved}',
    '${empty approved}',
    ' is ${approved}',
    'approved',
    '=days > 3',
    '=decision != "ok"',
    '=form.approved',
    '=decision = null',
    '=not(form.approved)',
    '=not(a, b)',
    '=approved and checked',
    '=a = b',
  ])('%s is more than a test of one variable', (text) => {
    expect(testedVariable(compileExpression(text))).toBeUndefined();
  });
});

describe('expressionNames', () => {
  test.each([
    ['plain', []],
    ['${a.b[c].d + e}', ['a', 'c', 'e']],
    ['${a ? b : not c} and ${-d}', ['a', 'b', 'c', 'd']],
    ['${environment.variables.days}', ['days']],
    ['=a.b + c[d > 1]', ['a', 'c', 'd']],
    ['=leave days > 3', ['leave days']],
    ['=for x in xs, y in x.ys return x + y + z + count(partial)', ['xs', 'z']],
    ['=some x in xs satisfies x = x2', ['xs', 'x2']],
    ['=xs[item > days]', ['xs', 'days']],
    ['={days: days, double: days * 2, a: b}', ['days', 'b']],
    ['=sort(xs, function(a, b) a.n < b.n)', ['xs']],
    ['=upper case(name) = "ANN" and x instance of number', ['name', 'x']],
  ])('of %s are %j', (text, names) => {
    expect([...expressionNames(compileExpression(text))].sort()).toEqual([...names].sort());
  });
});

describe('missingNames', () => {
  test.each([
    ['${boss}', {}, 'boss'],
    ['${boss}', { boss: null }, ''],
    ['${boss}', { boss: '' }, ''],
    ['team-${boss}', {}, 'boss'],
    ['team-${boss}', { boss: 'x' }, ''],
    ['${dept.boss}', {}, 'dept'],
    ['${dept.boss}', { dept: {} }, ''],
    ['${level > 3 ? boss : clerk}', { level: 1, boss: 'b' }, 'clerk'],
    ['${level > 3 ? boss : clerk}', { level: 1, clerk: 'c' }, ''],
    ["${empty boss ? '' : boss}", {}, ''],
    ["${boss == null ? '' : boss}", {}, ''],
    ["${null != boss ? boss : ''}", {}, ''],
    ["${execution.getVariable('boss')}", {}, ''],
    ['${vars:get(boss)}', {}, ''],
    ['=boss', {}, 'boss'],
    ['=dept.boss', {}, 'dept'],
    ['=boss', { boss: null }, ''],
    ['=if is defined(boss) then boss else null', {}, ''],
    ['=get or else(boss, null)', {}, ''],
    ['=if boss = null then null else boss', {}, ''],
    ['=if null != boss then boss else null', {}, ''],
  ])('%s with %j counts on "%s"', (text, scope, missing) => {
    const expression = compileExpression(text);
    const isNothing = [null, undefined, ''].includes(expression.evaluate(scope) as null);
    expect(missingNames(expression, scope, isNothing).join()).toBe(missing);
  });

  test('what the host gives as a bean is no variable', () => {
    const scope = withContext({}, { now: 0, timeZone: 'UTC', functions: new Map([['org.boss', () => '']]) });
    expect(missingNames(compileExpression('${org.boss}'), scope, true)).toEqual([]);
  });
});
