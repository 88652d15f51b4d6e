import { expect, test } from 'vitest';
import { fileWith, node } from '../../support/bpmn-xml.ts';
import { findProblems } from '../find-problems.ts';

const rule = 'service-without-name';

test('a service task that names nothing is refused', async () => {
  const xml = fileWith(node('serviceTask', 'a', { attributes: { implementation: '##WebService' } }));
  expect(await findProblems(xml, rule)).toEqual(['error a: "a" calls a service, but it is not said which.']);
});

test('a decision table is named', async () => {
  const xml = fileWith(node('businessRuleTask', 'a', { attributes: { 'camunda:decisionRef': 'risk' } }));
  expect(await findProblems(xml, rule)).toEqual([
    'error a: "a" calls a service, but it names the decision table risk, and decision tables (DMN) are not run.',
  ]);
});

test('a type that is computed is named', async () => {
  const xml = fileWith(node('serviceTask', 'a', { extensions: '<zeebe:taskDefinition type="=kind"/>' }));
  expect(await findProblems(xml, rule)).toEqual([
    'error a: "a" calls a service, but its type =kind is only known at run time.',
  ]);
});

test('a decision with a service of its own is fine', async () => {
  const xml = fileWith(
    node('businessRuleTask', 'a', { attributes: { 'camunda:decisionRef': 'risk', 'ttc:service': 'risk' } }),
  );
  expect(await findProblems(xml, rule)).toEqual([]);
});
