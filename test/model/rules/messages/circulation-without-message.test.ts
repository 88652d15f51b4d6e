import { expect, test } from 'vitest';
import { fileWith, userTask } from '../../../support/bpmn-xml.ts';
import { findProblems } from '../../find-problems.ts';

const rule = 'circulation-without-message';
const BUTTON = '<ttc:action name="Tell" type="CIRCULARIZE" to="ann"/>';
const NOTICE = '<ttc:notify on="circulated" messageTypeCode="SEEN" title="See" toPersons="circulated"/>';
const diagram = (ofTask: string, ofProcess = '') =>
  fileWith(userTask('a', { extensions: ofTask }), { extensions: ofProcess });
const find = (xml: string, circulation = false) => findProblems(xml, rule, { circulation });

test('a button that circulates is warned of where neither the diagram nor the host says what to send', async () => {
  const reason = 'The button "Tell" circulates a task, but nobody gets a message about it.';
  expect(await find(diagram(BUTTON))).toEqual([`warning a: ${reason}`]);
  expect(await find(diagram('', BUTTON))).toEqual([`warning process: ${reason}`]);
  expect(await find(diagram(BUTTON + NOTICE.replace('"circulated"', '"created"')))).toHaveLength(1);
});

test('a notice of the task or of the process is enough, and so is the option of the host', async () => {
  expect(await find(diagram(BUTTON + NOTICE))).toEqual([]);
  expect(await find(diagram(BUTTON, NOTICE))).toEqual([]);
  expect(await find(diagram(NOTICE, BUTTON))).toEqual([]);
  expect(await find(diagram(BUTTON), true)).toEqual([]);
});

test('where nobody circulates, nobody is missed', async () => {
  expect(await find(diagram(''))).toEqual([]);
});
