import { expect, test } from 'vitest';
import { fileWith, userTask } from '../../../support/bpmn-xml.ts';
import { findProblems } from '../../find-problems.ts';

const rule = 'url-invalid';

test('an address without http is refused', async () => {
  const xml = fileWith(userTask('a', { attributes: { 'ttc:handleUrl': 'example.com/x' } }));
  expect(await findProblems(xml, rule)).toEqual(['error a: The address "example.com/x" is not a web address.']);
});

test('a placeholder that nothing fills in is refused', async () => {
  const xml = fileWith(userTask('a', { attributes: { 'ttc:viewUrl': 'https://x/{id}/{taskId}' } }));
  expect(await findProblems(xml, rule)).toEqual([
    'error a: The address "https://x/{id}/{taskId}" contains {id}, which is not a known placeholder.',
  ]);
});

test('a placeholder in a form address that nothing fills in is refused once', async () => {
  const xml = fileWith(userTask('a', { attributes: { 'camunda:formKey': 'https://x/{orderId}' } }));
  expect(await findProblems(xml, rule)).toEqual([
    'error a: The address "https://x/{orderId}" contains {orderId}, which is not a known placeholder.',
  ]);
});

test.each([
  'https://x/{taskId}/{instanceId}/{nodeId}?who={handlers}&case={businessKey}',
  'https://x/${orderId}',
  '${host}/{taskId}',
  '="https://x/" + orderId',
])('%s is fine', async (url) => {
  const xml = fileWith(userTask('a', { attributes: { 'ttc:handleUrl': url } }));
  expect(await findProblems(xml, rule)).toEqual([]);
});

test('an expression in it that cannot be read is refused as one', async () => {
  const xml = fileWith(userTask('a', { attributes: { 'ttc:handleUrl': 'https://x/${1 +}', 'ttc:viewUrl': '${host' } }));
  expect(await findProblems(xml, rule)).toEqual([]);
  expect(await findProblems(xml, 'expression-invalid')).toHaveLength(2);
});

const page = (tag: string, url: string, type = 'ALL') =>
  `<ttc:${tag} name="Look" type="${type}" optType="1" url="${url}"/>`;

test('the page of a button is looked at likewise, on a task, on a handled one and on the process', async () => {
  const extensions = page('action', '/look/{taskId}') + page('previousAction', 'https://x/{taskid}');
  const xml = fileWith(userTask('a', { extensions }), { extensions: page('action', 'https://x/{id}'), id: 'whole' });
  expect(await findProblems(xml, rule)).toEqual([
    'error whole: The address "https://x/{id}" contains {id}, which is not a known placeholder.',
    'error a: The address "/look/{taskId}" is not a web address.',
    'error a: The address "https://x/{taskid}" contains {taskid}, which is not a known placeholder.',
  ]);
});

test('a page with the three placeholders is fine', async () => {
  const extensions = page('action', 'https://x/{taskId}/{instanceId}/{nodeId}');
  expect(await findProblems(fileWith(userTask('a', { extensions })), rule)).toEqual([]);
});
