import { expect, test } from 'vitest';
import { bpmn, element, end, process, start, userTask } from '../../../support/bpmn-xml.ts';
import { findProblems } from '../../find-problems.ts';

const rule = 'collaboration-part-not-run';
const main = process('main', [start(), userTask('a'), end()], 'start > a > end');
const collaboration = (content: string) => bpmn(element('collaboration', { id: 'both' }, content), main);
const pool = (maximum: number | undefined, processRef?: string) =>
  element(
    'participant',
    { id: 'pool', name: 'Branches', processRef },
    element('participantMultiplicity', { minimum: 1, maximum }),
  );

test('a pool with several participants gets a warning', async () => {
  expect(await findProblems(collaboration(pool(3, 'main')), rule)).toEqual([
    'warning pool: The pool "Branches" is marked as having up to 3 participants, but a message reaches only one instance of it.',
  ]);
});

test('one participant is what every pool is, and a pool without a process does not run', async () => {
  for (const content of [pool(undefined, 'main'), pool(1, 'main'), pool(3)]) {
    expect(await findProblems(collaboration(content), rule)).toEqual([]);
  }
});

test('correlation keys get one warning, of the collaboration or of its conversations', async () => {
  const key = element('correlationKey', { id: 'key', name: 'order' });
  const other = element('correlationKey', { id: 'other' });
  const talk = element('conversation', { id: 'talk' }, key);
  const problem = 'warning both: The collaboration has correlation keys, which are not used to match messages here.';
  expect(await findProblems(collaboration(key + other), rule)).toEqual([problem]);
  expect(await findProblems(collaboration(talk), rule)).toEqual([problem]);
});
