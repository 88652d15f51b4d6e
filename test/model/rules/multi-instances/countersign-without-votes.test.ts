import { expect, test } from 'vitest';
import { end, exclusive, processFile, start, userTask } from '../../../support/bpmn-xml.ts';
import { findProblems } from '../../find-problems.ts';

const rule = 'countersign-without-votes';

test('buttons behind several signers are refused', async () => {
  const xml = processFile(
    [
      start(),
      userTask('sign', { assignee: '${p}', multiInstance: { collection: '${people}', elementVariable: 'p' } }),
      exclusive('g'),
      end('yes'),
      end('no'),
    ],
    'start > sign > g; g > yes; g > no',
  );
  expect(await findProblems(xml, rule)).toEqual([
    'error g: Several people sign "sign", and the gateway "g" behind it has one button per flow: the diagram does not say how their presses are counted.',
  ]);
});

test('votes are fine', async () => {
  const xml = processFile(
    [
      start(),
      userTask('sign', { assignee: '${p}', multiInstance: { collection: '${people}', elementVariable: 'p' } }),
      exclusive('g'),
      end('yes'),
      end('no'),
    ],
    'start > sign > g; g >{ttc:vote=approve} yes; g >{ttc:vote=reject} no',
  );
  expect(await findProblems(xml, rule)).toEqual([]);
});

test('conditions are fine', async () => {
  const xml = processFile(
    [
      start(),
      userTask('sign', { assignee: '${p}', multiInstance: { collection: '${people}', elementVariable: 'p' } }),
      exclusive('g'),
      end('yes'),
      end('no'),
    ],
    'start > sign > g; g >[${x > 1}] yes; g >* no',
  );
  expect(await findProblems(xml, rule)).toEqual([]);
});
