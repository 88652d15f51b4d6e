import { expect, test } from 'vitest';
import { end, exclusive, processFile, start, userTask } from '../../../support/bpmn-xml.ts';
import { findProblems } from '../../find-problems.ts';

const rule = 'votes-instead-of-conditions';

test('a condition on a flow that votes choose gets a warning', async () => {
  const xml = processFile(
    [
      start(),
      userTask('sign', { assignee: '${p}', multiInstance: { collection: '${people}', elementVariable: 'p' } }),
      exclusive('g'),
      end('yes'),
      end('no'),
    ],
    'start > sign > g; g >[${ok}]{ttc:vote=approve} yes; g >{ttc:vote=reject} no',
  );
  expect(await findProblems(xml, rule)).toEqual([
    'warning g-yes: The flow has a condition, but votes choose between the flows of its gateway; the condition is ignored.',
  ]);
});

test('votes without conditions are fine', async () => {
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
