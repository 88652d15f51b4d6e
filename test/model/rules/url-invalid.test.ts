import { expect, test } from 'vitest';
import { fileWith, userTask } from '../../support/bpmn-xml.ts';
import { findProblems } from '../find-problems.ts';

const rule = 'url-invalid';

test('an address without http is refused', async () => {
  const xml = fileWith(userTask('a', { attributes: { 'ttc:handleUrl': 'example.com/x' } }));
  expect(await findProblems(xml, rule)).toEqual(['error a: The address "example.com/x" is not a web address.']);
});

test('a placeholder that nothing fills in is refused', async () => {
  const xml = fileWith(userTask('a', { attributes: { 'ttc:viewUrl': 'https://x/{id}/{taskId}' } }));
  expect(await findProblems(xml, rule)).toEqual([
    'error a: The address "https://x/{id}/{taskId}" has {id}, which nothing fills in.',
  ]);
});

test('an expression in a form address is refused, once', async () => {
  const xml = fileWith(userTask('a', { attributes: { 'camunda:formKey': 'https://x/${orderId}' } }));
  expect(await findProblems(xml, rule)).toEqual([
    'error a: The address "https://x/${orderId}" has ${orderId}, which nothing fills in.',
  ]);
});

test('the three placeholders are fine', async () => {
  const xml = fileWith(userTask('a', { attributes: { 'ttc:handleUrl': 'https://x/{taskId}/{instanceId}/{nodeId}' } }));
  expect(await findProblems(xml, rule)).toEqual([]);
});
