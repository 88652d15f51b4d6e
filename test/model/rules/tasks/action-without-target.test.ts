import { expect, test } from 'vitest';
import { fileWith, userTask } from '../../../support/bpmn-xml.ts';
import { findProblems } from '../../find-problems.ts';

const rule = 'action-without-target';
const withAction = (attributes: string) => fileWith(userTask('a', { extensions: `<ttc:action ${attributes}/>` }));

test.each(['TRANSFER', 'CIRCULARIZE'])('a %s button that names nobody is refused', async (type) => {
  expect(await findProblems(withAction(`name="Pass on" type="${type}"`), rule)).toEqual([
    'error a: The button "Pass on" does not say to whom: the center sends no other person with the press.',
  ]);
});

test('it may open a page that asks, or go to a fixed person', async () => {
  const page = withAction('name="Pass on" type="TRANSFER" optType="1" url="http://x/{taskId}"');
  expect(await findProblems(page, rule)).toEqual([]);
  const fixed = withAction('name="Pass on" type="TRANSFER" to="${deputy}"');
  expect(await findProblems(fixed, rule)).toEqual([]);
});

test('another button has no person it goes to', async () => {
  expect(await findProblems(withAction('name="Go" type="HANDLE" to="ann"'), rule)).toEqual([
    'error a: The button "Go" has a "to", which only TRANSFER and CIRCULARIZE have.',
  ]);
});
