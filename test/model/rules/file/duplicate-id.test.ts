import { expect, test } from 'vitest';
import { end, fileWith, processFile, start, userTask } from '../../../support/bpmn-xml.ts';
import { readXml } from '../../../support/inner/model.ts';
import { findProblems } from '../../find-problems.ts';

const rule = 'duplicate-id';

test('an id that is used twice is refused', async () => {
  const xml = processFile([start(), userTask('a'), userTask('a'), end()], 'start > a > end');
  expect(await findProblems(xml, rule)).toEqual([expect.stringContaining('error a: The id a is used twice (line ')]);
});

test('of what is drawn only it is a warning', async () => {
  const xml = fileWith(userTask('a')).replace('</process>', '<textAnnotation id="a"/></process>');
  expect(await findProblems(xml, rule)).toEqual([expect.stringContaining('warning a: ')]);
});

test('different ids are fine', async () => {
  const xml = fileWith(userTask('a'));
  expect(await findProblems(xml, rule)).toEqual([]);
});

test.each(['constructor', 'toString', 'valueOf', 'hasOwnProperty'])('%s is an id like any other', async (id) => {
  const xml = processFile([start(), userTask(id), end()], `start > ${id} > end`);
  const { model, problems } = await readXml(xml);
  expect(problems).toEqual([]);
  expect([...(model?.userTasks.keys() ?? [])]).toEqual([id]);
  const twice = processFile([start(), userTask(id), userTask(id), end()], `start > ${id} > end`);
  expect(await findProblems(twice, rule)).toHaveLength(1);
  const unnamed = processFile([start(), userTask('a'), end()], 'start > a > end').replace(
    'targetRef="end"',
    `targetRef="${id}"`,
  );
  expect(await findProblems(unnamed, 'reference-unresolved')).toEqual([expect.stringContaining(`leads to ${id}, but`)]);
});

test('__proto__ is refused, which the engine cannot tell from what every object has', async () => {
  const xml = processFile([start(), userTask('__proto__'), end()], 'start > __proto__ > end');
  expect(await findProblems(xml, rule)).toEqual([
    'error __proto__: The id __proto__ cannot be used, because it has a special meaning in JavaScript.',
  ]);
});

test('an id that is used three times is one problem', async () => {
  const xml = processFile([start(), userTask('a'), userTask('a'), userTask('a'), end()], 'start > a > end');
  expect(await findProblems(xml, rule)).toEqual([
    expect.stringMatching(
      /^error a: The id a is used 3 times \(line \d+, .*; line \d+, .*\); the elements after the first were/,
    ),
  ]);
});
