import { expect, test } from 'vitest';
import { end, node, processFile, start } from '../../support/bpmn-xml.ts';
import { findProblems } from '../find-problems.ts';
import { prepareAccepted } from './prepare.ts';

const workItem = (id: string, taskName: string) => node('task', id, { attributes: { 'tns:taskName': taskName } });
const xml = processFile(
  [start(), workItem('mail', 'Email'), workItem('sign', 'Human Task'), node('task', 'note'), end()],
  'start > mail > sign > note > end',
  { attributes: { 'xmlns:tns': 'http://www.jboss.org/drools' } },
);

test('what a work item handler does is a service, what a person does a user task, and a plain task is neither', async () => {
  const options = { assigns: true };
  const { model, xml: prepared } = await prepareAccepted(xml, {}, options);
  expect([...model.services.values()]).toMatchObject([{ nodeId: 'mail', service: 'Email' }]);
  expect([...model.userTasks.keys()]).toEqual(['sign']);
  expect((await prepareAccepted(prepared, {}, options)).xml).toBe(prepared);
});

test('a file that is read as it stands is refused', async () => {
  expect(await findProblems(xml, 'needs-bridge-deploy')).toEqual([
    expect.stringContaining('error mail: "mail" is a work item of jBPM'),
    expect.stringContaining('error sign: "sign" is a work item of jBPM'),
  ]);
});
