import { expect, test } from 'vitest';
import { fileWith, userTask } from '../../../support/bpmn-xml.ts';
import { findProblems } from '../../find-problems.ts';

const rule = 'time-out-invalid';

test('hours that are no number are refused', async () => {
  const xml = fileWith(userTask('a', { attributes: { 'ttc:timeOut': 'soon' } }));
  expect(await findProblems(xml, rule)).toEqual(['error a: The time-out "soon" is not a number of hours.']);
});

test('half an hour is refused', async () => {
  const xml = fileWith(userTask('a', { attributes: { 'ttc:timeOut': '0.5' } }));
  expect(await findProblems(xml, rule)).toEqual(['error a: The time-out "0.5" is not a number of hours.']);
});

test('a due date that is neither duration nor date is refused', async () => {
  const xml = fileWith(userTask('a', { attributes: { 'camunda:dueDate': 'tomorrow' } }));
  expect(await findProblems(xml, rule)).toEqual(['error a: The due date "tomorrow" is neither a duration nor a date.']);
});

test('an empty duration is refused', async () => {
  const xml = fileWith(userTask('a', { attributes: { 'camunda:dueDate': 'P' } }));
  expect(await findProblems(xml, rule)).toEqual(['error a: The due date "P" is neither a duration nor a date.']);
});

test('a duration is fine', async () => {
  const xml = fileWith(userTask('a', { attributes: { 'flowable:dueDate': 'P2DT4H' } }));
  expect(await findProblems(xml, rule)).toEqual([]);
});

test('a date is fine', async () => {
  const xml = fileWith(userTask('a', { attributes: { 'camunda:dueDate': '2030-01-31T18:00:00' } }));
  expect(await findProblems(xml, rule)).toEqual([]);
});

test('an expression is looked at when it is evaluated', async () => {
  const xml = fileWith(userTask('a', { attributes: { 'ttc:timeOut': '${hours}' } }));
  expect(await findProblems(xml, rule)).toEqual([]);
});
