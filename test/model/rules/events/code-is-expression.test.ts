import { expect, test } from 'vitest';
import { end, error, processFile, root, start, userTask } from '../../../support/bpmn-xml.ts';
import { findProblems } from '../../find-problems.ts';

const rule = 'code-is-expression';

const thrown = (errorCode: string) =>
  processFile([start(), userTask('a'), end('end', { content: error('e') })], 'start > a > end', {
    roots: root('error', 'e', { errorCode }),
  });

test('a code that is computed is refused', async () => {
  expect(await findProblems(thrown('${code}'), rule)).toEqual([
    'error end: The code ${code} of "end" is an expression, but codes are compared literally.',
  ]);
});

test('a plain code is fine', async () => {
  expect(await findProblems(thrown('E-1'), rule)).toEqual([]);
});
