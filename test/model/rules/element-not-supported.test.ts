import { expect, test } from 'vitest';
import {
  end,
  exclusive,
  fileWith,
  inclusive,
  manualTask,
  node,
  parallel,
  plainTask,
  processFile,
  serviceTask,
  start,
  userTask,
} from '../../support/bpmn-xml.ts';
import { findProblems } from '../find-problems.ts';

const rule = 'element-not-supported';

test('names a boundary event and what it waits for', async () => {
  const xml = processFile(
    [
      start(),
      userTask('a'),
      end(),
      node('boundaryEvent', 'late', {
        name: 'too late',
        attributes: { attachedToRef: 'a' },
        content: '<timerEventDefinition/>',
      }),
    ],
    'start > a > end; late > end',
  );
  expect(await findProblems(xml, rule)).toEqual([
    'error late: This version does not run a timer boundary event "too late".',
  ]);
});

test('names a sub-process once, not each thing inside', async () => {
  const xml = fileWith(node('subProcess', 'part', { content: '<startEvent id="inner"/>' }));
  expect(await findProblems(xml, rule)).toEqual(['error part: This version does not run a sub-process.']);
});

test('tells an event sub-process from a sub-process', async () => {
  const xml = processFile(
    [start(), userTask('a'), end(), node('subProcess', 'part', { attributes: { triggeredByEvent: true } })],
    'start > a > end',
  );
  expect(await findProblems(xml, rule)).toEqual(['error part: This version does not run an event sub-process.']);
});

test('refuses events that start or end a process in another way', async () => {
  const xml = processFile(
    [
      start('start', { content: '<messageEventDefinition/>' }),
      userTask('a'),
      end('end', { content: '<terminateEventDefinition/>' }),
    ],
    'start > a > end',
  );
  expect(await findProblems(xml, rule)).toEqual([
    'error start: This version does not run a message start event.',
    'error end: This version does not run a terminate end event.',
  ]);
});

test('refuses a condition directly behind a task', async () => {
  const xml = processFile([start(), userTask('a'), end(), end('other')], 'start > a > end; a >[${x}] other');
  expect(await findProblems(xml, rule)).toEqual([
    'error a-other: This version does not run a condition on a flow that comes directly out of "a".',
  ]);
});

test('runs tasks of every plain kind and the three gateways', async () => {
  const xml = processFile(
    [
      start(),
      plainTask('a'),
      manualTask('b'),
      userTask('c'),
      serviceTask('d'),
      parallel('e'),
      inclusive('f'),
      exclusive('g'),
      end(),
    ],
    'start > a > b > c > d > e > f > g > end',
  );
  expect(await findProblems(xml, rule)).toEqual([]);
});
