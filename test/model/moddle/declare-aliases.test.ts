import { afterEach, expect, test, vi } from 'vitest';
import { readVendorAttribute } from '../../../src/model/moddle/extension.ts';
import { bareTask, bpmn, callActivity, end, process, start } from '../../support/bpmn-xml.ts';
import { elementsOf, parseBpmn } from '../../support/inner/model.ts';
import { findPrepared, prepare } from '../prepare/prepare.ts';

afterEach(() => vi.restoreAllMocks());

const CAMUNDA = 'http://camunda.org/schema/1.0/bpmn';
const check = bareTask('check', {
  attributes: { 'color:assignee': 'bo', 'color:asignee': 'bo' },
  extensions: '<color:taskListener event="create" color:note="x"/>',
});
const called = process('two', [start('s'), end('e')], 's > e', { isExecutable: false });
const drawn = bpmn(
  process('one', [start(), check, callActivity('call', 'two'), end()], 'start > check > call > end'),
  called,
);
/** Modelers give this prefix to the colors of shapes, in a namespace that moddle knows. */
const file = drawn
  .replace(/ xmlns:camunda="[^"]*"/, '')
  .replace('<definitions ', `<definitions xmlns:color="${CAMUNDA}" `);

test('a prefix that moddle knows for another namespace is read by its declaration', async () => {
  const { rootElements: [one] = [] } = (await parseBpmn(file)).definitions;
  const task = elementsOf(one, 'flowElements').find(({ id }) => id === 'check');
  expect(task && readVendorAttribute(task, 'camunda', 'assignee')).toBe('bo');
});

test('it is written with the rest of a diagram that is prepared, and nothing is printed', async () => {
  const print = vi.spyOn(console, 'warn');
  const foreign = file.replaceAll(CAMUNDA, 'http://www.omg.org/spec/BPMN/non-normative/color');
  expect((await prepare(foreign)).xml).toMatch(/\w+:assignee="bo"/);
  expect(await findPrepared(file)).toEqual([
    expect.stringContaining('task listener'),
    expect.stringContaining('No engine knows camunda:asignee, note of camunda:taskListener'),
  ]);
  expect(print).not.toHaveBeenCalled();
});

test.each([
  `xmlns:camunda="${CAMUNDA}" xmlns="${CAMUNDA}"`,
  `xmlns="${CAMUNDA}" xmlns:camunda="${CAMUNDA}"`,
  `xmlns:c7="${CAMUNDA}" xmlns="${CAMUNDA}"`,
])('a prefix whose namespace is the default one too keeps its attributes: %s', async (declared) => {
  const prefix = declared.includes('c7') ? 'c7' : 'camunda';
  const xml = `<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" ${declared} targetNamespace="t">
    <bpmn:process id="p" isExecutable="true"><bpmn:startEvent id="s"/>
    <bpmn:sequenceFlow id="f" sourceRef="s" targetRef="t"/>
    <bpmn:userTask id="t" ${prefix}:assignee="bo" candidateUsers="chen"/></bpmn:process></bpmn:definitions>`;
  const { rootElements: [one] = [] } = (await parseBpmn(xml)).definitions;
  const task = elementsOf(one, 'flowElements').find(({ id }) => id === 't');
  expect(task && readVendorAttribute(task, 'camunda', 'assignee')).toBe('bo');
  expect(task && readVendorAttribute(task, 'camunda', 'candidateUsers')).toBeUndefined();
  const prepared = await prepare(xml);
  expect(prepared.xml).toContain('assignee="bo"');
  expect(await findPrepared(xml)).toEqual([expect.stringContaining('candidateUsers')]);
});
