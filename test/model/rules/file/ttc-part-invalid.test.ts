import { expect, test } from 'vitest';
import { fileWith, properties, userTask } from '../../../support/bpmn-xml.ts';
import { findProblems } from '../../find-problems.ts';

const rule = 'ttc-part-invalid';

test.each([
  ['a property', { extensions: properties({ 'ttc:action': 'Urge' }) }],
  ['an attribute', { attributes: { 'ttc:action': 'Urge' } }],
])('a button written as %s of one value is refused', async (written, options) => {
  expect(await findProblems(fileWith(userTask('a', options)), rule)).toEqual([
    `error a: ttc:action, written as ${written}, does not say which part it is.`,
  ]);
});

test.each([
  'ttc:previousAction',
  'ttc:notify',
  'ttc:notify.end',
  'ttc:action.urge',
  'ttc:action.urge.key',
  'ttc:notify.end.on',
])('%s alone says no part', async (name) => {
  const xml = fileWith(userTask('a', { extensions: properties({ [name]: 'x' }) }));
  expect(await findProblems(xml, rule)).toEqual([
    `error a: ${name}, written as a property, does not say which part it is.`,
  ]);
});

test('a part that is given twice is refused', async () => {
  const extensions = properties({ 'ttc:action.urge.name': 'Urge', 'ttc:action.urge.type': 'PROMOTER' });
  const xml = fileWith(userTask('a', { extensions, attributes: { 'ttc:action.urge.name': 'Hurry' } }));
  expect(await findProblems(xml, rule)).toEqual([
    'error a: ttc:action.urge.name, written as a property, is given twice.',
  ]);
});

test('a part that no button has is refused with the button, and a message names its own', async () => {
  const extensions = properties({
    'ttc:action.urge.name': 'Urge',
    'ttc:action.urge.type': 'DEAL',
    'ttc:action.urge.colour': 'red',
    'ttc:notify.handled.titel': 'Done',
  });
  const xml = fileWith(userTask('a', { extensions }));
  expect(await findProblems(xml, rule)).toEqual([]);
  expect(await findProblems(xml, 'action-invalid')).toEqual([
    'error a: The button "Urge" cannot be shown: a button has no field colour.',
  ]);
  expect((await findProblems(xml, 'message-invalid'))[0]).toContain('ttc:notify has no field titel');
});

test('where the name means nothing, that is said once, of all its parts', async () => {
  const extensions = properties({ 'ttc:message.title': 'x', 'ttc:message': 'y' });
  const xml = fileWith(userTask('a', { extensions }));
  expect(await findProblems(xml, rule)).toEqual([]);
  expect(await findProblems(xml, 'unknown-ttc-name')).toEqual(['error a: ttc:message means nothing on a user task.']);
});
