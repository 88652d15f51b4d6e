import { expect, test } from 'vitest';
import { end, exclusive, processFile, start, userTask } from '../../../support/bpmn-xml.ts';
import { findProblems } from '../../find-problems.ts';

const rule = 'votes-with-completion-condition';

test('votes with a completion condition are refused', async () => {
  const xml = processFile(
    [
      start(),
      userTask('sign', {
        assignee: '${p}',
        multiInstance: { collection: '${people}', elementVariable: 'p', condition: '${nrOfCompletedInstances > 1}' },
      }),
      exclusive('g'),
      end('yes'),
      end('no'),
    ],
    'start > sign > g; g >{ttc:vote=approve} yes; g >{ttc:vote=reject} no',
  );
  expect(await findProblems(xml, rule)).toEqual([
    'error sign: "sign" has a completion condition, but its signers vote, and a condition cannot say which side won.',
  ]);
});

test('votes with ttc:completion are fine', async () => {
  const xml = processFile(
    [
      start(),
      userTask('sign', {
        assignee: '${p}',
        attributes: { 'ttc:completion': '2' },
        multiInstance: { collection: '${people}', elementVariable: 'p' },
      }),
      exclusive('g'),
      end('yes'),
      end('no'),
    ],
    'start > sign > g; g >{ttc:vote=approve} yes; g >{ttc:vote=reject} no',
  );
  expect(await findProblems(xml, rule)).toEqual([]);
});
