import { expect, test } from 'vitest';
import { fileWith, manualTask, properties, userTask } from '../../../support/bpmn-xml.ts';
import { findProblems } from '../../find-problems.ts';

const rule = 'unknown-ttc-name';

test('a misspelled name is refused', async () => {
  const xml = fileWith(userTask('a', { attributes: { 'ttc:handler': 'anna' } }));
  expect(await findProblems(xml, rule)).toEqual(['error a: ttc:handler means nothing on a user task.']);
});

test('as an extension property too', async () => {
  const xml = fileWith(userTask('a', { extensions: properties({ 'ttc:handlerz': 'anna' }) }));
  expect(await findProblems(xml, rule)).toEqual(['error a: ttc:handlerz means nothing on a user task.']);
});

test('and as an element', async () => {
  const xml = fileWith(userTask('a', { extensions: '<ttc:buton name="x"/>' }));
  expect(await findProblems(xml, rule)).toEqual(['error a: ttc:buton means nothing on a user task.']);
});

test('a name on the wrong kind of element is refused', async () => {
  const xml = fileWith(manualTask('a', { attributes: { 'ttc:handlers': 'anna' } }));
  expect(await findProblems(xml, rule)).toEqual(['error a: ttc:handlers means nothing on this element.']);
});

test('known names are fine', async () => {
  const xml = fileWith(userTask('a', { attributes: { 'ttc:taskName': 'x' } }), {
    attributes: { 'ttc:transTypeCode': 'LEAVE' },
  });
  expect(await findProblems(xml, rule)).toEqual([]);
});
