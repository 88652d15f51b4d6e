import { expect, test } from 'vitest';
import { catchEvent, element, fileWith } from '../../../support/bpmn-xml.ts';
import { readXml } from '../../../support/inner/model.ts';
import { findProblems } from '../../find-problems.ts';

const rule = 'timer-read-as';
const timed = (form: string, text: string) =>
  fileWith(catchEvent('c', element('timerEventDefinition', {}, element(form, {}, text))));

test('numbered days of the week are taken for what most engines take them for', async () => {
  expect(await findProblems(timed('timeCycle', '0 0 9 ? * 2-6'), rule)).toEqual([
    'warning c: The timer "c" is set to "0 0 9 ? * 2-6" and numbers the days of the week: 1 is Sunday, as in Quartz.',
  ]);
  expect(await findProblems(timed('timeCycle', '0 9 * * 1-5'), rule)).toEqual([
    'warning c: The timer "c" is set to "0 9 * * 1-5" and numbers the days of the week: 0 and 7 are Sunday.',
  ]);
});

test.each(['0 0 9 ? * MON-FRI', '0 0/5 * * * ?', 'R3/PT1H'])('%s means the same to all', async (text) => {
  expect(await findProblems(timed('timeCycle', text), rule)).toEqual([]);
});

test('which engine a file is for is told by the namespaces that it declares', async () => {
  const cycle = timed('timeCycle', 'R3/PT1H').replace(/ xmlns:(camunda|zeebe|activiti)="[^"]*"/g, '');
  const writtenFor = async (xml: string) => (await readXml(xml)).model?.events.get('c')?.trigger;
  expect(await writtenFor(cycle)).toMatchObject({ writtenFor: 'flowable' });
  expect(await writtenFor(timed('timeCycle', 'R3/PT1H'))).not.toHaveProperty('writtenFor');
});
