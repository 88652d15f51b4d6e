import { expect, test } from 'vitest';
import { fileWith, node, scriptTask } from '../../support/bpmn-xml.ts';
import { readServiceNode } from '../read-accepted.ts';

test('a script task has its text, its language and the result variable of Camunda 7', async () => {
  const attributes = { 'camunda:resultVariable': 'sum' };
  const service = await readServiceNode(fileWith(scriptTask('a', 'x < 1 && y', { format: 'groovy', attributes })));
  expect(service).toMatchObject({
    service: '',
    script: { format: 'groovy', text: 'x < 1 && y' },
    resultVariable: 'sum',
  });
  expect(service).not.toHaveProperty('expression');
});

test('one of Camunda 8 has an expression in place of a script', async () => {
  const extensions = '<zeebe:script expression="=a + b" resultVariable="sum"/>';
  const service = await readServiceNode(fileWith(node('scriptTask', 'a', { extensions })));
  expect(service.expression?.evaluate({ a: 1, b: 2 })).toBe(3);
  expect(service.resultVariable).toBe('sum');
  expect(service).not.toHaveProperty('script');
});

test('one that names a service is a service', async () => {
  const service = await readServiceNode(fileWith(scriptTask('a', 'x', { attributes: { 'ttc:service': 'sum' } })));
  expect(service.service).toBe('sum');
  expect(service).not.toHaveProperty('script');
});
