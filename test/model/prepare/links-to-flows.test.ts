import { expect, test } from 'vitest';
import { catchEvent, end, link, processFile, start, subProcess, throwEvent, userTask } from '../../support/bpmn-xml.ts';
import { draw } from '../../support/draw.ts';
import { findPrepared, flowsOf, prepareAccepted } from './prepare.ts';

test('a link over the page becomes a flow to what follows it', async () => {
  const xml = draw({
    tasks: 'a',
    exclusive: 'g',
    others: [throwEvent('out', link('over')), catchEvent('in', link('over')), end('no')],
    paths: 'start > a > out; in > g >"Yes" end; g >"No" no',
  });
  const { xml: prepared, model } = await prepareAccepted(xml);
  expect(flowsOf(prepared)).toEqual(['start-a: start > a', 'a-out: a > g', 'g-end: g > end', 'g-no: g > no']);
  expect(prepared).not.toContain('link');
  // The gateway is right behind the task, as if it were drawn on the same page.
  expect(model.userTasks.get('a')?.buttons.map(({ label }) => label)).toEqual(['Yes', 'No']);
});

test('several throws lead to one catch, one link follows another, a button keeps the name of its flow', async () => {
  const xml = draw({
    tasks: 'a b',
    exclusive: 'g',
    others: [
      throwEvent('x1', link('x')),
      throwEvent('x2', link('x')),
      catchEvent('x', link('x')),
      throwEvent('y1', link('y')),
      catchEvent('y', link('y')),
    ],
    paths: 'start > a > g; g >"Rework" x1; g >"Done" end; b > x2; x > y1; y > b',
  });
  const { xml: prepared, model } = await prepareAccepted(xml);
  expect(flowsOf(prepared)).toEqual([
    'start-a: start > a',
    'a-g: a > g',
    'g-x1: g > b',
    'g-end: g > end',
    'b-x2: b > b',
  ]);
  expect(model.userTasks.get('a')?.buttons.map(({ label, nextNodeKey }) => [label, nextNodeKey])).toEqual([
    ['Rework', 'b'],
    ['Done', 'end'],
  ]);
});

test('a catch that several flows leave stays and is passed through', async () => {
  const xml = draw({
    tasks: 'a b',
    others: [throwEvent('out', link('x')), catchEvent('in', link('x'), { name: 'Both' })],
    paths: 'start > out; in > a > end; in > b > end',
  });
  const { xml: prepared } = await prepareAccepted(xml);
  expect(flowsOf(prepared)).toContain('start-out: start > in');
  expect(prepared).toMatch(/<intermediateThrowEvent id="in" name="Both">/);
});

test('links inside a sub-process stay inside', async () => {
  const part = subProcess(
    'part',
    [start('s'), throwEvent('out', link('x')), catchEvent('in', link('x')), userTask('a'), end('e')],
    's > out; in > a > e',
  );
  const { xml } = await prepareAccepted(processFile([start(), part, end()], 'start > part > end'));
  expect(flowsOf(xml)).toContain('s-out: s > a');
});

test.each([
  [
    'a throw alone',
    [throwEvent('out', link('x'))],
    'start > a > out',
    'out: The link "out" has no catch event with its name.',
  ],
  [
    'a catch alone',
    [catchEvent('in', link('x')), end()],
    'start > a > end; in > end',
    'in: The link "in" has no throw event that leads to it.',
  ],
  [
    'two catches of one name',
    [throwEvent('out', link('x')), catchEvent('in', link('x')), catchEvent('too', link('x')), end()],
    'start > a > out; in > end; too > end',
    'too: The link "too" has the same name as another one.',
  ],
  [
    'a circle of nothing but links',
    [throwEvent('out', link('x')), catchEvent('in', link('x'))],
    'start > a > out; in > out',
    'out: The link "out" leads to itself.',
  ],
])('%s is refused', async (_what, nodes, paths, problem) => {
  expect(await findPrepared(processFile([start(), userTask('a'), ...nodes], paths))).toEqual([
    `link-without-partner ${problem}`,
  ]);
});
