import { expect, test } from 'vitest';
import {
  bareTask,
  end,
  eventSubProcess,
  exclusive,
  lanes,
  processFile,
  serviceTask,
  start,
  subProcess,
  timer,
  userTask,
} from '../../support/bpmn-xml.ts';
import { readAccepted } from '../read-accepted.ts';

const inner = subProcess(
  'inner',
  [start('is'), userTask('deep'), exclusive('ig'), end('yes'), end('no')],
  'is > deep > ig; ig >"Yes" yes; ig >"No" no',
  { name: 'Inner', multiInstance: { collection: '${people}', elementVariable: 'p' } },
);
const outer = subProcess(
  'outer',
  [start('os'), bareTask('sign'), serviceTask('book'), inner, end('oe')],
  'os > sign > book > inner > oe',
  { attributes: { 'ttc:completion': 'any' }, multiInstance: { cardinality: 3, sequential: true } },
);
const late = eventSubProcess(
  'late',
  [start('due', { content: timer('P1D') }), userTask('look'), end('le')],
  'due > look > le',
);
const xml = processFile([start(), userTask('a'), outer, end(), late], 'start > a > outer > end', {
  before: lanes({ Office: ['a', 'outer'] }),
});

test('the nodes of all scopes stand in the same maps', async () => {
  const model = await readAccepted(xml);
  expect([...model.userTasks.keys()]).toEqual(['a', 'sign', 'deep', 'look']);
  expect([...model.services.keys()]).toEqual(['book']);
  expect([...model.events.keys()]).toEqual(['due']);
  expect([...model.routedGateways]).toEqual(['ig']);
});

test('sub-processes say whether an event starts them and how often they happen', async () => {
  const { graph, subProcesses } = await readAccepted(xml);
  expect(graph.scopes.map(({ kind }) => kind)).toEqual(['process', 'sub-process', 'sub-process', 'event sub-process']);
  expect([...subProcesses.values()]).toMatchObject([
    {
      nodeId: 'outer',
      nodeName: 'outer',
      multiInstance: { sequential: true, completion: { kind: 'any' }, cardinality: { text: '3' } },
    },
    { nodeId: 'inner', nodeName: 'Inner', multiInstance: { elementVariable: 'p' } },
    { nodeId: 'late', nodeName: 'late' },
  ]);
  expect(subProcesses.get('late')).not.toHaveProperty('multiInstance');
});

test('a task inside has the buttons of the gateway behind it, and the lane of its sub-process', async () => {
  const { userTasks } = await readAccepted(xml);
  expect(userTasks.get('deep')?.buttons.map(({ label, nextNodeKey }) => [label, nextNodeKey])).toEqual([
    ['Yes', 'yes'],
    ['No', 'no'],
  ]);
  expect(userTasks.get('sign')?.assignment).toMatchObject([
    { kind: 'handlingGroup', from: 'lane name', expressions: [{ text: 'Office' }] },
  ]);
});

test('a loop on a user task is read; a multi-instance marker is none', async () => {
  const looped = (content: string) => processFile([start(), userTask('a', { content }), end()], 'start > a > end');
  const loop =
    '<standardLoopCharacteristics testBefore="true" loopMaximum="3"><loopCondition>${again}</loopCondition></standardLoopCharacteristics>';
  const { userTasks } = await readAccepted(looped(loop));
  expect(userTasks.get('a')?.standardLoop).toMatchObject({
    testBefore: true,
    maximum: 3,
    condition: { text: '${again}' },
  });
  expect(userTasks.get('a')).not.toHaveProperty('multiInstance');
});
