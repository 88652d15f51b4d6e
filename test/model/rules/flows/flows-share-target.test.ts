import { expect, test } from 'vitest';
import { end, exclusive, inclusive, parallel, processFile, start, userTask } from '../../../support/bpmn-xml.ts';
import { findProblems } from '../../find-problems.ts';

const rule = 'flows-share-target';

test.each([parallel('fork'), inclusive('fork')])('two flows of a $tag to one task are pointed out', async (fork) => {
  const xml = processFile([start(), userTask('a'), fork, userTask('b'), end()], 'start > a > fork > b > end; fork > b');
  expect(await findProblems(xml, rule)).toEqual([
    'warning fork: Several flows lead from "fork" directly to "b", which runs once for each of them.',
  ]);
});

test('two flows of an exclusive gateway to one task are two buttons', async () => {
  const xml = processFile(
    [start(), userTask('a'), exclusive('g'), userTask('b'), end()],
    'start > a > g; g >"Fast" b > end; g >"Slow" b',
  );
  expect(await findProblems(xml, rule)).toEqual([]);
});
