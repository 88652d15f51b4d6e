import { expect, test } from 'vitest';
import { bareTask, end, node, parallel, processFile, start, userTask } from '../../../support/bpmn-xml.ts';
import { readXml } from '../../../support/inner/model.ts';
import { findProblems } from '../../find-problems.ts';

const rule = 'node-unreachable';

test('a task that no path leads to is named, and nothing else is said of it', async () => {
  const xml = processFile(
    [start(), userTask('a'), bareTask('b', { name: 'B' }), node('complexGateway', 'c'), end()],
    'start > a > end; b > c > end',
  );
  expect(await findProblems(xml, rule)).toEqual([
    'warning b: No path leads from the start event to "B", nor to "c" behind it, so it never happens.',
  ]);
  expect((await readXml(xml)).problems).toHaveLength(1);
});

test('a circle that hangs on nothing is named once', async () => {
  const xml = processFile([start(), userTask('a'), end(), userTask('b'), userTask('c')], 'start > a > end; b > c > b');
  expect(await findProblems(xml, rule)).toEqual([
    'warning b: No path leads from the start event to "b", nor to "c" behind it, so it never happens.',
  ]);
});

test('what hangs on a boundary event is not called unreachable', async () => {
  const xml = processFile(
    [
      start(),
      userTask('a'),
      userTask('b'),
      end(),
      node('boundaryEvent', 'late', { attributes: { attachedToRef: 'a' }, content: '<timerEventDefinition/>' }),
    ],
    'start > a > end; late > b > end',
  );
  expect(await findProblems(xml, rule)).toEqual([]);
});

test('where a join is left without it, that is a guess', async () => {
  const xml = processFile(
    [start(), userTask('a'), userTask('lost'), parallel('join'), end()],
    'start > a > join > end; lost > join',
  );
  const { problems } = await readXml(xml);
  expect(problems).toMatchObject([
    {
      rule,
      guess: true,
      reason: 'No path leads from the start event to "lost", so it never happens, and "join" does not wait for it.',
    },
  ]);
});
