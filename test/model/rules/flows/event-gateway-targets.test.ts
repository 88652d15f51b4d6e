import { expect, test } from 'vitest';
import {
  boundary,
  catchEvent,
  end,
  eventGateway,
  processFile,
  receiveTask,
  root,
  start,
  timer,
  userTask,
} from '../../../support/bpmn-xml.ts';
import { findProblems } from '../../find-problems.ts';

const rule = 'event-gateway-targets';

const options = { roots: root('message', 'm') };

test('targets that do not wait, are shared or have a boundary event are refused', async () => {
  const xml = processFile(
    [
      start(),
      userTask('before'),
      eventGateway('g', { name: 'What first?' }),
      userTask('a'),
      catchEvent('c', timer('PT1H')),
      receiveTask('r', 'm'),
      boundary('late', 'r', timer('P1D')),
      end(),
    ],
    'start > before > g > a > end; g > c > end; before > c; g > r > end; late > end',
    options,
  );
  expect(await findProblems(xml, rule)).toEqual([
    'error g-a: The event-based gateway "What first?" leads to "a", which does not wait for an event.',
    'error g-c: The event-based gateway "What first?" leads to "c", which other flows lead to as well.',
    'error g-r: The event-based gateway "What first?" leads to "r", which has a boundary event.',
  ]);
});

test('catch events and receive tasks of its own are fine', async () => {
  const xml = processFile(
    [start(), eventGateway('g'), catchEvent('c', timer('PT1H')), receiveTask('r', 'm'), end()],
    'start > g > c > end; g > r > end',
    options,
  );
  expect(await findProblems(xml, rule)).toEqual([]);
});
