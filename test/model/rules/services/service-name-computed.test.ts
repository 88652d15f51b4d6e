import { expect, test } from 'vitest';
import { fileWith, node } from '../../../support/bpmn-xml.ts';
import { findProblems } from '../../find-problems.ts';

test('a name that is an expression is named', async () => {
  const xml = fileWith(node('serviceTask', 'a', { extensions: '<zeebe:taskDefinition type="=kind"/>' }));
  expect(await findProblems(xml, 'service-name-computed', { services: new Set() })).toEqual([
    'warning a: "a" computes the name of its service when a token reaches it (=kind), so nobody can check in advance whether the host has it.',
  ]);
  expect(await findProblems(xml, 'service-missing', { services: new Set() })).toEqual([]);
});

test('a type of Camunda 8 is an expression only behind =', async () => {
  const xml = fileWith(node('serviceTask', 'a', { extensions: '<zeebe:taskDefinition type="${kind}"/>' }));
  expect(await findProblems(xml, 'service-name-computed')).toEqual([]);
  expect(await findProblems(xml, 'service-missing', { services: new Set() })).toHaveLength(1);
});
