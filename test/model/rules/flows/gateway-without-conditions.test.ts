import { expect, test } from 'vitest';
import { end, exclusive, processFile, serviceTask, start, userTask } from '../../../support/bpmn-xml.ts';
import { findProblems } from '../../find-problems.ts';

const rule = 'gateway-without-conditions';

test('a gateway behind a service with nothing to decide it takes its first flow', async () => {
  const xml = processFile(
    [start(), serviceTask('decide'), exclusive('g'), end('yes'), end('no')],
    'start > decide > g; g > yes; g > no',
  );
  expect(await findProblems(xml, rule)).toEqual([
    'warning g: No flow out of the gateway "g" has a condition. As in Camunda 7, Flowable and Activiti, the first one in the file is always taken: g-yes.',
  ]);
});

test('so does one that a user task reaches beside another way on', async () => {
  const xml = processFile(
    [start(), userTask('decide'), exclusive('g'), end('yes'), end('no'), end('log')],
    'start > decide > g; decide > log; g > yes; g > no',
  );
  expect(await findProblems(xml, rule)).toEqual([
    'warning g: No flow out of the gateway "g" has a condition. As in Camunda 7, Flowable and Activiti, the first one in the file is always taken: g-yes.',
  ]);
});

test('one that a user task and a service lead to has buttons for the one and its first flow for the other', async () => {
  const xml = processFile(
    [start(), userTask('decide'), serviceTask('check'), exclusive('which'), exclusive('g'), end('yes'), end('no')],
    'start > which; which >[${x}] decide > g; which >* check > g; g > yes; g > no',
  );
  expect(await findProblems(xml, rule)).toEqual([
    'warning g: No flow out of the gateway "g" has a condition, and more than user tasks, whose buttons choose, leads to it. From any other element, the first one in the file is always taken: g-yes.',
  ]);
});

test('behind a user task the buttons choose', async () => {
  const xml = processFile(
    [start(), userTask('decide'), exclusive('g'), end('yes'), end('no')],
    'start > decide > g; g > yes; g > no',
  );
  expect(await findProblems(xml, rule)).toEqual([]);
});
