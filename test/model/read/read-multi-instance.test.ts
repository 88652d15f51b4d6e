import { describe, expect, test } from 'vitest';
import type { MultiInstanceOptions } from '../../support/bpmn-xml.ts';
import { end, exclusive, fileWith, processFile, serviceTask, start, userTask } from '../../support/bpmn-xml.ts';
import { readAccepted, readServiceNode, readTask } from '../read-accepted.ts';

async function readLoop(multiInstance: MultiInstanceOptions) {
  const { multiInstance: read } = await readTask(fileWith(userTask('a', { assignee: '${p}', multiInstance })));
  return {
    sequential: read?.sequential,
    collection: read?.collection?.text,
    elementVariable: read?.elementVariable,
    cardinality: read?.cardinality?.text,
    condition: read?.condition?.text,
  };
}

describe('for whom', () => {
  test.each<[string, MultiInstanceOptions]>([
    ['camunda', { attributes: { 'camunda:collection': '${people}', 'camunda:elementVariable': 'p' } }],
    ['camunda, the name of a variable', { collection: 'people', elementVariable: 'p' }],
    ['flowable', { attributes: { 'flowable:collection': 'people', 'flowable:elementVariable': 'p' } }],
    ['activiti', { attributes: { 'activiti:collection': '${people}', 'activiti:elementVariable': 'p' } }],
    [
      'BPMN with an expression, as Flowable and Activiti write it',
      { content: '<loopDataInputRef>${people}</loopDataInputRef><inputDataItem name="p"/>' },
    ],
    [
      'BPMN with the name of a variable',
      { content: '<loopDataInputRef>people</loopDataInputRef><inputDataItem id="p"/>' },
    ],
  ])('%s', async (_title, multiInstance) => {
    expect(await readLoop(multiInstance)).toMatchObject({ collection: '${people}', elementVariable: 'p' });
  });

  test('Camunda 8', async () => {
    const content =
      '<extensionElements><zeebe:loopCharacteristics inputCollection="=people" inputElement="p"/></extensionElements>';
    expect(await readLoop({ content })).toMatchObject({ collection: '=people', elementVariable: 'p' });
  });

  test('BPMN with a data object of the file', async () => {
    const task = userTask('a', {
      multiInstance: { content: '<loopDataInputRef>d1</loopDataInputRef><inputDataItem name="p"/>' },
    });
    const before = '<dataObject id="d1" name="people"/>';
    const { multiInstance: read } = await readTask(processFile([start(), task, end()], 'start > a > end', { before }));
    expect(read?.collection?.text).toBe('${people}');
  });

  test('jBPM, which binds a data input of the task to the variable', async () => {
    const content =
      '<ioSpecification><dataInput id="in" name="IN_COLLECTION"/></ioSpecification><dataInputAssociation><sourceRef>v</sourceRef><targetRef>in</targetRef></dataInputAssociation>';
    const multiInstance = { content: '<loopDataInputRef>in</loopDataInputRef><inputDataItem id="p"/>' };
    const task = userTask('a', { content, multiInstance });
    const { multiInstance: read } = await readTask(fileWith(task, { before: '<property id="v" name="people"/>' }));
    expect(read).toMatchObject({ collection: { text: '${people}' }, elementVariable: 'p' });
  });

  test('a number', async () => {
    expect(await readLoop({ cardinality: '${count}' })).toMatchObject({
      cardinality: '${count}',
      collection: undefined,
    });
  });
});

test('in parallel or one after the other', async () => {
  expect((await readLoop({ cardinality: 2 })).sequential).toBe(false);
  expect((await readLoop({ cardinality: 2, sequential: true })).sequential).toBe(true);
});

test('until the completion condition is met', async () => {
  const condition = '${nrOfCompletedInstances / nrOfInstances >= 0.5}';
  expect((await readLoop({ cardinality: 2, condition })).condition).toBe(condition);
});

test.each([
  ['all', { kind: 'all' }],
  ['any', { kind: 'any' }],
  ['2', { kind: 'count', count: 2 }],
  ['60%', { kind: 'percent', percent: 60 }],
])('ttc:completion="%s"', async (text, completion) => {
  const multiInstance = { cardinality: 3, condition: '${nrOfCompletedInstances == 1}' };
  const task = userTask('a', { attributes: { 'ttc:completion': text }, multiInstance });
  const { multiInstance: read } = await readTask(fileWith(task));
  expect(read?.completion).toEqual(completion);
  expect(read).not.toHaveProperty('condition');
});

describe('votes', () => {
  const signed = (paths: string, extensions = '') =>
    processFile(
      [
        start(),
        userTask('a', { assignee: '${p}', extensions, multiInstance: { collection: 'people', elementVariable: 'p' } }),
        exclusive('g'),
        end('yes'),
        end('no'),
      ],
      `start > a > g; ${paths}`,
    );

  test('on the flows of the gateway behind it', async () => {
    const xml = signed('g >"Yes"{ttc:vote=approve} yes; g >"No"{ttc:vote=reject} no');
    const { multiInstance: read, buttons } = await readTask(xml);
    expect(read?.votes).toEqual({ gatewayId: 'g', approve: 'g-yes', reject: 'g-no' });
    expect(buttons.map(({ label, vote, effect }) => [label, vote, effect.kind])).toEqual([
      ['Yes', 'approve', 'route'],
      ['No', 'reject', 'route'],
    ]);
    expect((await readAccepted(xml)).routedGateways).toEqual(new Set(['g']));
  });

  test('on explicit buttons', async () => {
    const extensions =
      '<ttc:action name="Yes" type="HANDLE" nextNodeKey="yes" vote="approve"/><ttc:action name="No" type="HANDLE" nextNodeKey="no" vote="reject"/>';
    const { multiInstance: read, buttons } = await readTask(signed('g > yes; g > no', extensions));
    expect(read?.votes).toEqual({ gatewayId: 'g', approve: 'g-yes', reject: 'g-no' });
    expect(buttons.map(({ vote }) => vote)).toEqual(['approve', 'reject']);
  });

  test('win over conditions on the same flows', async () => {
    const { multiInstance: read } = await readTask(
      signed('g >[${ok}]{ttc:vote=approve} yes; g >[${!ok}]{ttc:vote=reject} no'),
    );
    expect(read?.votes?.approve).toBe('g-yes');
  });
});

test('a service may happen several times too', async () => {
  const task = serviceTask('a', { multiInstance: { collection: '${items}', elementVariable: 'item' } });
  const { multiInstance: read } = await readServiceNode(fileWith(task));
  expect([read?.collection?.text, read?.elementVariable]).toEqual(['${items}', 'item']);
});
