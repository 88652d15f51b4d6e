import { expect, test } from 'vitest';
import {
  end,
  fileWith,
  node,
  processFile,
  root,
  serviceTask,
  start,
  throwEvent,
  userTask,
} from '../../support/bpmn-xml.ts';
import { findProblems } from '../find-problems.ts';

const rule = 'vendor-feature-not-run';

test('listeners are named', async () => {
  const xml = fileWith(
    userTask('a', { extensions: '<camunda:taskListener event="create"/><camunda:executionListener event="start"/>' }),
  );
  expect(await findProblems(xml, rule)).toEqual([
    'warning a: "a" has a task listener, an execution listener: that belongs to the engine it was drawn for and is not run.',
  ]);
});

test('a form that only its own engine shows is named', async () => {
  const xml = fileWith(userTask('a', { attributes: { 'camunda:formKey': 'embedded:app:form.html' } }));
  expect(await findProblems(xml, rule)).toEqual([
    'warning a: "a" has the form embedded:app:form.html: that belongs to the engine it was drawn for and is not run.',
  ]);
});

test('an output collection of a multi-instance marker is named', async () => {
  const content = (attributes: string) =>
    `<extensionElements><zeebe:loopCharacteristics inputCollection="=people"${attributes}/></extensionElements>`;
  const task = (attributes: string) => fileWith(userTask('a', { multiInstance: { content: content(attributes) } }));
  expect(await findProblems(task(' outputCollection="votes" outputElement="=vote"'), rule)).toEqual([
    'warning a: "a" has an output collection: that belongs to the engine it was drawn for and is not run.',
  ]);
  expect(await findProblems(task(''), rule)).toEqual([]);
});

test('form fields and injected fields are named', async () => {
  const xml = fileWith(serviceTask('a', { extensions: '<flowable:field name="x"/><flowable:formProperty id="y"/>' }));
  expect(await findProblems(xml, rule)).toEqual([
    'warning a: "a" has an injected field, form fields: that belongs to the engine it was drawn for and is not run.',
  ]);
});

test('asynchronous continuations are named, where they are on', async () => {
  const xml = fileWith(userTask('a', { attributes: { 'camunda:asyncBefore': 'true', 'camunda:asyncAfter': 'false' } }));
  expect(await findProblems(xml, rule)).toEqual([
    'warning a: "a" has asynchronous continuation: that belongs to the engine it was drawn for and is not run.',
  ]);
});

test('retries and task headers of Camunda 8 are named', async () => {
  const xml = fileWith(
    node('serviceTask', 'a', { extensions: '<zeebe:taskDefinition type="t" retries="5"/><zeebe:taskHeaders/>' }),
  );
  expect(await findProblems(xml, rule)).toEqual([
    'warning a: "a" has task headers, a number of retries: that belongs to the engine it was drawn for and is not run.',
  ]);
});

test('a mapping on a user task is named', async () => {
  const xml = fileWith(userTask('a', { extensions: '<zeebe:ioMapping/>' }));
  expect(await findProblems(xml, rule)).toEqual([
    'warning a: "a" has an input or output mapping: that belongs to the engine it was drawn for and is not run.',
  ]);
});

test('a built-in task type is named', async () => {
  const xml = fileWith(serviceTask('a', { attributes: { 'flowable:type': 'mail' } }));
  expect(await findProblems(xml, rule)).toEqual([
    'warning a: "a" has the built-in task type mail: that belongs to the engine it was drawn for and is not run.',
  ]);
});

test('a form that is a page is not', async () => {
  const xml = fileWith(userTask('a', { attributes: { 'camunda:formKey': 'https://x/form' } }));
  expect(await findProblems(xml, rule)).toEqual([]);
});

test('names the service of a message event, which throws the message itself', async () => {
  const xml = processFile(
    [start(), throwEvent('t', '<messageEventDefinition messageRef="m" camunda:topic="mail"/>'), end()],
    'start > t > end',
    { roots: root('message', 'm') },
  );
  expect(await findProblems(xml, rule)).toEqual([
    'warning t: "t" has a service that sends the message: that belongs to the engine it was drawn for and is not run.',
  ]);
});
