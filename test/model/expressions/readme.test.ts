import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { compileExpression } from '../../../src/model/expressions/compile-expression.ts';
import { evaluateCondition } from '../../../src/model/expressions/evaluate-condition.ts';
import { withContext } from '../../../src/model/expressions/evaluation-context.ts';
import { ModelError } from '../../../src/model/index.ts';
import { decideCondition } from '../../support/inner/plugin.ts';

const page = readFileSync(new URL('../../../src/model/expressions/README.md', import.meta.url), 'utf8');

/** Rows of every table with these columns, without the marks of the code cells. */
function readRows(...columns: string[]): string[][] {
  const tables = page.split('\n\n').filter((block) => block.startsWith('|'));
  return tables.flatMap((table) => {
    const [header = [], , ...rows] = table.trim().split('\n').map(readCells);
    return header.join() === columns.join() ? rows : [];
  });
}

function readCells(row: string): string[] {
  const cells = row.split(/(?<!\\)\|/).slice(1, -1);
  return cells.map((cell) => readCode(cell.trim()).replaceAll('\\|', '|'));
}

function readCode(cell: string): string {
  const [, doubled] = /^`` ?(.*?) ?``$/.exec(cell) ?? [];
  const [, single] = /^`([^`]*)`$/.exec(cell) ?? [];
  return doubled ?? single ?? cell.replaceAll('`', '');
}

const twice = (value: number) => value * 2;

/** What the page says that the examples are run with. */
function scopeOf(variables: string | undefined) {
  return withContext(JSON.parse(variables ?? ''), {
    now: Date.parse('2030-01-31T10:00:00Z'),
    timeZone: 'Asia/Shanghai',
    instance: { instanceId: 'i-1', businessKey: 'k-1' },
    functions: new Map<string, (...args: never[]) => unknown>([
      ['double', twice],
      ['bean.double', twice],
      ['bean.size', () => 2],
      [
        'boom',
        () => {
          throw new TypeError('not for everybody');
        },
      ],
      ['later', () => Promise.reject(new Error('late'))],
      ['nothing', () => () => 1],
    ]),
  });
}

function thrownBy(action: () => unknown): unknown {
  try {
    action();
  } catch (error) {
    return error;
  }
  return undefined;
}

const results = readRows('expression', 'variables', 'result');
const failures = readRows('expression', 'variables', 'reason');
const refusals = readRows('expression', 'reason');
const decisions = readRows('condition', 'variables', 'decides');
const undecided = readRows('condition', 'variables', 'reason');

describe('the examples of the grammar page', () => {
  test('are all found', () => {
    const all = [results, failures, refusals, decisions, undecided];
    expect(all.filter(({ length }) => length < 10)).toEqual([]);
  });

  test.each(results)('%s over %s gives %s', (text, variables, result) => {
    expect(compileExpression(text ?? '').evaluate(scopeOf(variables))).toEqual(JSON.parse(result ?? ''));
  });

  test.each(failures)('%s over %s fails: %s', (text, variables, reason) => {
    const expression = compileExpression(text ?? '');
    const error = thrownBy(() => expression.evaluate(scopeOf(variables)));
    expect(error).toBeInstanceOf(ModelError);
    expect(error).toMatchObject({ code: 'ERR_EXPRESSION_FAILED', details: { text } });
    expect(String(error)).toContain(text);
    expect(String(error).replaceAll('`', '')).toContain(reason);
    expect(String(error)).not.toContain('not for everybody');
  });

  test.each(decisions)('%s over %s decides: %s', (text, variables, decision) => {
    expect(evaluateCondition(compileExpression(text ?? ''), scopeOf(variables))).toBe(JSON.parse(decision ?? ''));
  });

  test.each(undecided)('%s over %s decides nothing: %s', (text, variables, reason) => {
    const condition = compileExpression(text ?? '');
    const error = thrownBy(() => decideCondition(condition, scopeOf(variables), 'condition of flow yes'));
    expect(error).toMatchObject({ code: 'ERR_EXPRESSION_FAILED', details: { variables: expect.any(Array) } });
    expect(String(error)).toContain(`The condition of flow yes, \`${text}\`,`);
    expect(String(error).replaceAll('`', '')).toContain(reason);
  });

  test.each(refusals)('%s is refused: %s', (text, reason) => {
    const error = thrownBy(() => compileExpression(text ?? ''));
    expect(error).toBeInstanceOf(ModelError);
    expect(error).toMatchObject({ code: 'ERR_EXPRESSION_INVALID', details: { text } });
    expect(String(error)).toContain(text);
    expect(String(error).replaceAll('`', '')).toContain(reason);
  });
});
