import { expect, test } from 'vitest';
import { fileWith, node, serviceTask } from '../../../support/bpmn-xml.ts';
import { findProblems } from '../../find-problems.ts';

const rule = 'mapping-not-supported';
const WHAT =
  'a mapping of "a" must have the name of a variable, and texts, expressions, or lists and maps of them as its value; on a service that calls a function of the host, scripts too.';

const mapped = (parameters: string) =>
  fileWith(serviceTask('a', { extensions: `<camunda:inputOutput>${parameters}</camunda:inputOutput>` }));

test('scripts as inputs and outputs need a function for scripts', async () => {
  const script = '<camunda:script scriptFormat="groovy">1</camunda:script>';
  const output = mapped(`<camunda:outputParameter name="x">${script}</camunda:outputParameter>`);
  expect(await findProblems(output, rule)).toEqual([]);
  expect(await findProblems(output, 'script-not-run', { scripts: false })).toEqual([
    'error a: "a" has an output that is a script, x, but the host has no function that runs scripts.',
  ]);
  const input = mapped(`<camunda:inputParameter name="x">${script}</camunda:inputParameter>`);
  expect(await findProblems(input, rule)).toEqual([]);
  expect(await findProblems(input, 'script-not-run', { scripts: false })).toEqual([
    'error a: "a" has an input that is a script, x, but the host has no function that runs scripts.',
  ]);
});

test('a task that is computed at once has no scripts in its mappings', async () => {
  const extensions =
    '<camunda:inputOutput><camunda:inputParameter name="x"><camunda:script scriptFormat="js">1</camunda:script></camunda:inputParameter><camunda:outputParameter name="y"><camunda:script scriptFormat="js">2</camunda:script></camunda:outputParameter></camunda:inputOutput>';
  const xml = fileWith(node('serviceTask', 'a', { extensions, attributes: { 'camunda:expression': '${1 + 1}' } }));
  expect(await findProblems(xml, rule)).toEqual([
    `error a: the input "x" is a script, but the task is computed within the step, which cannot wait for a script; ${WHAT}`,
    `error a: the output "y" is a script, but the task is computed within the step, which cannot wait for a script; ${WHAT}`,
  ]);
});

test('a name that is none is refused', async () => {
  expect(await findProblems(mapped('<camunda:inputParameter>1</camunda:inputParameter>'), rule)).toEqual([
    `error a: camunda:inputParameter has no name for its value; ${WHAT}`,
  ]);
  const extensions = '<zeebe:ioMapping><zeebe:output source="=x" target="order.__proto__"/></zeebe:ioMapping>';
  expect(await findProblems(fileWith(serviceTask('a', { extensions })), rule)).toEqual([
    `error a: zeebe:output "order.__proto__" is not the name of a variable; ${WHAT}`,
  ]);
});

test('the key of an entry that is computed is refused', async () => {
  const xml = mapped(
    '<camunda:inputParameter name="x"><camunda:map><camunda:entry key="${y}">1</camunda:entry></camunda:map></camunda:inputParameter>',
  );
  expect(await findProblems(xml, rule)).toEqual([
    `error a: an entry of camunda:inputParameter "x" has the key "\${y}", which must not be an expression; ${WHAT}`,
  ]);
});

test('texts, expressions, lists and maps are fine', async () => {
  const xml = mapped(
    '<camunda:inputParameter name="x">${y}</camunda:inputParameter><camunda:inputParameter name="z"><camunda:list><camunda:value>1</camunda:value></camunda:list></camunda:inputParameter><camunda:outputParameter name="w"><camunda:map/></camunda:outputParameter>',
  );
  expect(await findProblems(xml, rule)).toEqual([]);
});
