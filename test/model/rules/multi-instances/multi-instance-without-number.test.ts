import { expect, test } from 'vitest';
import { fileWith, serviceTask, userTask } from '../../../support/bpmn-xml.ts';
import { findProblems } from '../../find-problems.ts';

const rule = 'multi-instance-without-number';

test('a marker without collection and cardinality is refused', async () => {
  const xml = fileWith(userTask('a', { multiInstance: {} }));
  expect(await findProblems(xml, rule)).toEqual([
    'error a: "a" should happen several times, but it does not say for whom or how often.',
  ]);
});

test('on a service too', async () => {
  const xml = fileWith(serviceTask('a', { multiInstance: { sequential: true } }));
  expect(await findProblems(xml, rule)).toEqual([
    'error a: "a" should happen several times, but it does not say for whom or how often.',
  ]);
});

test('a cardinality is fine', async () => {
  const xml = fileWith(userTask('a', { multiInstance: { cardinality: 3 } }));
  expect(await findProblems(xml, rule)).toEqual([]);
});

test('a collection that a class of its engine parses is named', async () => {
  const content =
    '<extensionElements><flowable:collection flowable:delegateExpression="${parser}"><flowable:string>[]</flowable:string></flowable:collection></extensionElements>';
  expect(await findProblems(fileWith(userTask('a', { multiInstance: { content } })), rule)).toEqual([
    'error a: "a" should happen several times, but its collection is parsed by ${parser} (flowable:collection), which only its own engine has.',
  ]);
});

test('one that is a word is none', async () => {
  const xml = fileWith(userTask('a', { multiInstance: { cardinality: 'many' } }));
  expect(await findProblems(xml, rule)).toEqual([
    'error a: "a" should happen several times, but its loop cardinality, many, is not a number.',
  ]);
});
