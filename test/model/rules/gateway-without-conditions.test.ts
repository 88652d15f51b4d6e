import { expect, test } from 'vitest';
import { end, exclusive, processFile, serviceTask, start, userTask } from '../../support/bpmn-xml.ts';
import { findProblems } from '../find-problems.ts';

const rule = 'gateway-without-conditions';

test('a gateway behind a service with nothing to decide it is refused', async () => {
  const xml = processFile(
    [start(), serviceTask('decide'), exclusive('g'), end('yes'), end('no')],
    'start > decide > g; g > yes; g > no',
  );
  expect(await findProblems(xml, rule)).toEqual([
    'error g: Nothing decides which way the gateway "g" goes: its flows have no conditions, and it is not reached from user tasks alone, whose buttons could choose.',
  ]);
});

test('so is one that a user task reaches beside another way on', async () => {
  const xml = processFile(
    [start(), userTask('decide'), exclusive('g'), end('yes'), end('no'), end('log')],
    'start > decide > g; decide > log; g > yes; g > no',
  );
  expect(await findProblems(xml, rule)).toEqual([
    'error g: Nothing decides which way the gateway "g" goes: its flows have no conditions, and it is not reached from user tasks alone, whose buttons could choose.',
  ]);
});

test('behind a user task the buttons choose', async () => {
  const xml = processFile(
    [start(), userTask('decide'), exclusive('g'), end('yes'), end('no')],
    'start > decide > g; g > yes; g > no',
  );
  expect(await findProblems(xml, rule)).toEqual([]);
});
