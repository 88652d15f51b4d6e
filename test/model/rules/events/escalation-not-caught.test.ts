import { expect, test } from 'vitest';
import {
  boundary,
  end,
  escalation,
  eventSubProcess,
  processFile,
  root,
  start,
  subProcess,
  throwEvent,
  userTask,
} from '../../../support/bpmn-xml.ts';
import { findProblems } from '../../find-problems.ts';

const rule = 'escalation-not-caught';
const roots = root('escalation', 'x', { escalationCode: 'X' }) + root('escalation', 'y', { escalationCode: 'Y' });
const throwing = [start('s'), throwEvent('up', escalation('x')), userTask('a'), end('e')];
const part = subProcess('part', throwing, 's > up > a > e');
const problem = 'warning up: Nothing catches the escalation X that "up" throws, so nothing happens there.';

test('an escalation that nothing around it catches is pointed out', async () => {
  const top = processFile(throwing, 's > up > a > e', { roots });
  expect(await findProblems(top, rule)).toEqual([problem]);
  const other = processFile(
    [start(), part, boundary('b', 'part', escalation('y')), end()],
    'start > part > end; b > end',
    { roots },
  );
  expect(await findProblems(other, rule)).toEqual([problem]);
});

test('so is one of an end event', async () => {
  const xml = processFile([start(), userTask('a'), end('up', { content: escalation('x') })], 'start > a > up', {
    roots,
  });
  expect(await findProblems(xml, rule)).toEqual([problem]);
});

test('a boundary event or an event sub-process around it catches it, by its code or any', async () => {
  for (const ref of ['x', undefined]) {
    const caught = boundary('b', 'part', escalation(ref), { interrupting: false });
    const onPart = processFile([start(), part, caught, end()], 'start > part > end; b > end', { roots });
    expect(await findProblems(onPart, rule)).toEqual([]);
    const handler = eventSubProcess('h', [start('hs', { content: escalation(ref) }), end('he')], 'hs > he');
    expect(await findProblems(processFile([...throwing, handler], 's > up > a > e', { roots }), rule)).toEqual([]);
  }
});
