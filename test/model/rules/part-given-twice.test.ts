import { expect, test } from 'vitest';
import { catchEvent, element, fileWith, serviceTask, timer, userTask } from '../../support/bpmn-xml.ts';
import { findProblems } from '../find-problems.ts';

const rule = 'part-given-twice';
const twice = (id: string, part: string) => [
  `error ${id}: ${part} is given more than once here, and BPMN 2.0 allows one.`,
];

test('two markers on one task are refused', async () => {
  const markers = '<standardLoopCharacteristics/><multiInstanceLoopCharacteristics/>';
  expect(await findProblems(fileWith(userTask('a', { content: markers })), rule)).toEqual(
    twice('a', 'loopCharacteristics'),
  );
});

test('two times of one kind in a timer are', async () => {
  const time = (text: string) => element('timeDuration', {}, text);
  const definition = element('timerEventDefinition', {}, time('P1D') + time('P2D'));
  expect(await findProblems(fileWith(catchEvent('c', definition)), rule)).toEqual(twice('c', 'timeDuration'));
});

test('two lists of extensions are', async () => {
  const content = '<extensionElements><camunda:properties/></extensionElements>';
  const xml = fileWith(serviceTask('a', { extensions: '<camunda:properties/>', content }));
  expect(await findProblems(xml, rule)).toEqual(twice('a', 'extensionElements'));
});

test('what may be given several times, and references, are not', async () => {
  const content = '<documentation>one</documentation><documentation>two</documentation>';
  expect(await findProblems(fileWith(userTask('a', { content })), rule)).toEqual([]);
  expect(await findProblems(fileWith(catchEvent('c', timer('P1D'))), rule)).toEqual([]);
});
