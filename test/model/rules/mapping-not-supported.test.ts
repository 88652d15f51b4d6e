import { expect, test } from 'vitest';
import { fileWith, serviceTask } from '../../support/bpmn-xml.ts';
import { findProblems } from '../find-problems.ts';

const rule = 'mapping-not-supported';

test('a script in a mapping is refused', async () => {
  const xml = fileWith(
    serviceTask('a', {
      extensions:
        '<camunda:inputOutput><camunda:inputParameter name="x"><camunda:script scriptFormat="groovy">1</camunda:script></camunda:inputParameter></camunda:inputOutput>',
    }),
  );
  expect(await findProblems(xml, rule)).toEqual([
    'error a: camunda:inputParameter "x" is a script; a mapping of "a" takes a text or an expression, under the name of a variable.',
  ]);
});

test('a list and a map are refused', async () => {
  const xml = fileWith(
    serviceTask('a', {
      extensions:
        '<camunda:inputOutput><camunda:inputParameter name="x"><camunda:list/></camunda:inputParameter><camunda:outputParameter name="y"><camunda:map/></camunda:outputParameter></camunda:inputOutput>',
    }),
  );
  expect(await findProblems(xml, rule)).toEqual([
    'error a: camunda:inputParameter "x" is a list; a mapping of "a" takes a text or an expression, under the name of a variable.',
    'error a: camunda:outputParameter "y" is a map; a mapping of "a" takes a text or an expression, under the name of a variable.',
  ]);
});

test('a target inside a variable is refused', async () => {
  const xml = fileWith(
    serviceTask('a', {
      extensions: '<zeebe:ioMapping><zeebe:output source="=x" target="order.id"/></zeebe:ioMapping>',
    }),
  );
  expect(await findProblems(xml, rule)).toEqual([
    'error a: zeebe:output "order.id" is not the name of a variable; a mapping of "a" takes a text or an expression, under the name of a variable.',
  ]);
});

test('text and expressions are fine', async () => {
  const xml = fileWith(
    serviceTask('a', {
      extensions:
        '<camunda:inputOutput><camunda:inputParameter name="x">${y}</camunda:inputParameter></camunda:inputOutput>',
    }),
  );
  expect(await findProblems(xml, rule)).toEqual([]);
});
