import { expect, test } from 'vitest';
import {
  catchEvent,
  element,
  fileWith,
  message,
  root,
  serviceTask,
  timer,
  userTask,
} from '../../../support/bpmn-xml.ts';
import { findProblems } from '../../find-problems.ts';

const rule = 'part-given-twice';
const twice = (id: string, part: string) => [
  `error ${id}: ${part} appears more than once here, but BPMN 2.0 allows only one.`,
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

test('two references of one kind are; as an element beside its attribute, one is skipped and said so', async () => {
  const refs = element('loopDataInputRef', {}, 'x') + element('loopDataInputRef', {}, 'y');
  const marked = fileWith(userTask('a', { multiInstance: { cardinality: 2, content: refs } }));
  expect(await findProblems(marked, rule)).toEqual(twice('a', 'loopDataInputRef'));
  const roots = root('message', 'm') + root('message', 'n');
  const definition = element('messageEventDefinition', { messageRef: 'm' }, element('messageRef', {}, 'n'));
  expect(await findProblems(fileWith(catchEvent('c', definition), { roots }), 'file-part-skipped')).toHaveLength(1);
});

test('one reference is not, nor several where BPMN allows them', async () => {
  const roots = root('message', 'm');
  expect(await findProblems(fileWith(catchEvent('c', message('m')), { roots }), rule)).toEqual([]);
  const lane = (content: string) => element('laneSet', { id: 'set' }, element('lane', { id: 'lane' }, content));
  const before = lane(element('flowNodeRef', {}, 'start') + element('flowNodeRef', {}, 'a'));
  expect(await findProblems(fileWith(userTask('a'), { before }), rule)).toEqual([]);
});

test('what may be given several times is not', async () => {
  const content = '<documentation>one</documentation><documentation>two</documentation>';
  expect(await findProblems(fileWith(userTask('a', { content })), rule)).toEqual([]);
  expect(await findProblems(fileWith(catchEvent('c', timer('P1D'))), rule)).toEqual([]);
});
