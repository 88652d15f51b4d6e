import { expect, test } from 'vitest';
import {
  boundary,
  catchEvent,
  end,
  eventSubProcess,
  exclusive,
  manualTask,
  message,
  node,
  processFile,
  receiveTask,
  root,
  serviceTask,
  start,
  subProcess,
  timer,
  userTask,
} from '../../../support/bpmn-xml.ts';
import { findProblems } from '../../find-problems.ts';

const rule = 'boundary-on-wrong-host';

const late = (id: string, host: string) => boundary(id, host, timer('P1D'));

test('a boundary event on what cannot have one is refused', async () => {
  const handler = eventSubProcess('h', [start('s', { content: timer('P2D') }), end('e')], 's > e');
  const drawn = [late('on-m', 'm'), late('on-g', 'g'), late('on-c', 'c'), late('on-h', 'h')];
  const nothing = node('boundaryEvent', 'on-nothing', { content: timer('P1D') });
  const all = processFile(
    [start(), manualTask('m'), exclusive('g'), catchEvent('c', timer('PT1H')), end(), handler, ...drawn, nothing],
    'start > m > g > c > end; on-m > end; on-g > end; on-c > end; on-h > end; on-nothing > end',
  );
  expect(await findProblems(all, rule)).toEqual([
    'warning on-m: The boundary event "on-m" is attached to "m", which is passed through at once, so it never fires.',
    'error on-g: The boundary event "on-g" is attached to "g", which is not an activity.',
    'error on-c: The boundary event "on-c" is attached to "c", which is not an activity.',
    'error on-h: The boundary event "on-h" is attached to the event sub-process "h".',
    'error on-nothing: The boundary event "on-nothing" is attached to nothing in the process.',
  ]);
});

test('a boundary event on a script that is computed at once is refused', async () => {
  const script = (id: string) =>
    node('scriptTask', id, { extensions: '<zeebe:script expression="=1" resultVariable="r"/>' });
  const named = node('scriptTask', 'c', { attributes: { 'ttc:service': 'c' } });
  const xml = processFile(
    [
      start(),
      script('a'),
      script('b'),
      named,
      late('on-a', 'a'),
      boundary('on-b', 'b', message('m')),
      late('on-c', 'c'),
      end(),
    ],
    'start > a > b > c > end; on-a > end; on-b > end; on-c > end',
    { roots: root('message', 'm', { name: 'm' }) },
  );
  expect(await findProblems(xml, rule)).toEqual([
    'error on-a: The boundary event "on-a" is attached to "a", which is computed at once.',
    'error on-b: The boundary event "on-b" is attached to "b", which is computed at once.',
  ]);
});

test('a boundary event outside the sub-process of its task is refused', async () => {
  const part = subProcess('part', [userTask('a')], '');
  const xml = processFile([start(), part, late('b', 'a'), end()], 'start > part > end; b > end');
  expect(await findProblems(xml, rule)).toEqual([
    'error b: The boundary event "b" is not in the same sub-process as "a", which it is attached to.',
  ]);
});

test('a boundary event on whatever waits is fine', async () => {
  const hosts = [
    userTask('a'),
    userTask('b', { multiInstance: { cardinality: 2 } }),
    serviceTask('c'),
    receiveTask('d', 'm'),
    subProcess('f', [userTask('g')], ''),
  ];
  const xml = processFile(
    [start(), ...hosts, ...hosts.map(({ id }) => late(`on-${id}`, id)), end()],
    `start > a > b > c > d > f > end;${hosts.map(({ id }) => `on-${id} > end`).join(';')}`,
    { roots: root('message', 'm') },
  );
  expect(await findProblems(xml, rule)).toEqual([]);
});
