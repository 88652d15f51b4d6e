import { expect, test } from 'vitest';
import {
  type BpmnNode,
  boundary,
  end,
  error,
  eventSubProcess,
  processFile,
  root,
  start,
  subProcess,
  userTask,
} from '../../../support/bpmn-xml.ts';
import { findProblems } from '../../find-problems.ts';

const rule = 'error-not-caught';
const roots = root('error', 'x', { errorCode: 'X' }) + root('error', 'y', { errorCode: 'Y' });
const throwing = [start('s'), userTask('a'), end('boom', { content: error('x') })];
const inPart = (...beside: readonly BpmnNode[]) =>
  processFile(
    [start(), subProcess('part', throwing, 's > a > boom'), end(), ...beside],
    `start > part > end;${beside.filter(({ tag }) => tag === 'boundaryEvent').map(({ id }) => `${id} > end`)}`,
    { roots },
  );
const handler = (ref?: string) => eventSubProcess('h', [start('hs', { content: error(ref) }), end('he')], 'hs > he');
const problem = 'warning boom: Nothing catches the error X that "boom" throws, so the step that reaches it fails.';

test('an error that nothing catches is pointed out', async () => {
  const top = processFile(throwing, 's > a > boom', { roots });
  expect(await findProblems(top, rule)).toEqual([problem]);
  expect(await findProblems(inPart(), rule)).toEqual([problem]);
  expect(await findProblems(inPart(boundary('b', 'part', error('y'))), rule)).toEqual([problem]);
});

test('an event sub-process does not catch what it throws itself', async () => {
  const own = eventSubProcess(
    'h',
    [start('hs', { content: error('x') }), end('boom', { content: error('x') })],
    'hs > boom',
  );
  const xml = processFile([start(), userTask('a'), end(), own], 'start > a > end', { roots });
  expect(await findProblems(xml, rule)).toEqual([problem]);
});

test('a boundary event or an event sub-process around it catches it, by its code or any', async () => {
  for (const ref of ['x', undefined]) {
    expect(await findProblems(inPart(boundary('b', 'part', error(ref))), rule)).toEqual([]);
    expect(await findProblems(inPart(handler(ref)), rule)).toEqual([]);
    const top = processFile([...throwing, handler(ref)], 's > a > boom', { roots });
    expect(await findProblems(top, rule)).toEqual([]);
  }
});
