import { describe, expect, test } from 'vitest';
import { expandCall } from '../../../src/model/prepare/calls/expand-call.ts';
import {
  bpmn,
  callActivity,
  end,
  message,
  process,
  processFile,
  root,
  start,
  userTask,
} from '../../support/bpmn-xml.ts';
import { parseBpmn, readModel, readXml } from '../../support/inner/model.ts';
import { compileDefinition, writeModel } from '../../support/inner/plugin.ts';
import { flowsOf, prepareAccepted } from './prepare.ts';

const look = (assignee: string) =>
  bpmn(process('check', [start('s'), userTask('look', { assignee }), end('e')], 's > look > e'));
const version = (definitionId: string, xml = look('bo'), processId = 'check') => ({ definitionId, processId, xml });
const waiting = async (target: string, ...others: string[]) =>
  (
    await prepareAccepted(
      processFile(
        [start(), callActivity('call', target), ...others.map((id) => userTask(id, { assignee: 'anna' })), end()],
        ['start', 'call', ...others, 'end'].join(' > '),
        { id: 'main' },
      ),
    )
  ).xml;

/** Ids of the user tasks of a definition. */
async function tasksOf(xml: string): Promise<readonly string[]> {
  const { model, problems } = await readXml(xml);
  expect(problems).toEqual([]);
  return [...(model?.userTasks.keys() ?? [])];
}

test('a process is drawn in behind the wait of its call, beside all that was there', async () => {
  const before = await waiting('check');
  const { xml, gatewayId, flowId } = await expandCall(before, 'call..call', version('v1'));
  expect(await tasksOf(xml)).toEqual(['call.look']);
  expect(flowsOf(xml)).toEqual(expect.arrayContaining([...flowsOf(before)]));
  expect(flowsOf(xml)).toContain(`${flowId}: ${gatewayId} > call..v1`);
  expect((await readXml(xml)).model?.reserved?.has('call.look')).toBe(false);
});

test('the same version is not drawn in again, and the same texts give the same definition', async () => {
  const before = await waiting('check');
  const [{ parsed: _tree, ...one }, { parsed: _other, ...other }] = [
    await expandCall(before, 'call..call', version('v1')),
    await expandCall(before, 'call..call', version('v1')),
  ];
  expect(other).toEqual(one);
  expect(await expandCall(one.xml, 'call..call', version('v1'))).toEqual(one);
});

test('its tree runs as its text does, which is read after a restart', async () => {
  const { xml, parsed } = await expandCall(await waiting('check'), 'call..call', version('v1'));
  if (parsed === undefined) throw new Error('nothing was drawn in');
  const [direct, again] = [parsed, await parseBpmn(xml)].map((file) => {
    return compileDefinition(readModel(file, { accepted: true })).model;
  });
  expect(direct && writeModel(direct)).toBe(again && writeModel(again));
  expect(direct?.userTasks.has('call.look')).toBe(true);
});

test('another version, and other processes of a computed call, have ids of their own', async () => {
  const one = await expandCall(await waiting('check'), 'call..call', version('v1'));
  const two = await expandCall(one.xml, 'call..call', version('v2'));
  const three = await expandCall(two.xml, 'call..call', version('v3'));
  expect(await tasksOf(three.xml)).toEqual(['call.look', 'call.check.v2.look', 'call.check.v3.look']);
  const computed = await expandCall(await waiting('${which}'), 'call..call', version('v1'));
  expect(await tasksOf(computed.xml)).toEqual(['call.check.look']);
});

test('of several processes it makes no difference which came first', async () => {
  const asking = (id: string, name: string) =>
    processFile(
      [start('s', { content: message('m') }), userTask('ask', { assignee: id }), end('e', { content: message('m') })],
      's > ask > e',
      {
        id,
        roots: root('message', 'm', { name }),
      },
    );
  const processes = ['legal', 'finance', 'people'].map((id) => version(`${id}-1`, asking(id, `told ${id}`), id));
  const orders = [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
  ];
  const texts = await Promise.all(
    orders.map(async (order) => {
      let xml = await waiting('${which}');
      for (const index of order) {
        const process = processes[index];
        if (process) xml = (await expandCall(xml, 'call..call', process)).xml;
      }
      return xml;
    }),
  );
  expect(new Set(texts).size).toBe(1);
  expect([...(await tasksOf(texts[0] ?? ''))].toSorted()).toEqual([
    'call.finance.ask',
    'call.legal.ask',
    'call.people.ask',
  ]);
});

test('what was drawn in by number, before it went by content, is found again', async () => {
  const { xml, flowId } = await expandCall(await waiting('check'), 'call..call', version('v1'));
  const before = xml.replaceAll('call..flow-v1', 'call..flow-1').replaceAll('call..v1', 'call..1');
  expect(flowId).toBe('call..flow-v1');
  expect(await expandCall(before, 'call..call', version('v1'))).toMatchObject({ xml: before, flowId: 'call..flow-1' });
  const both = await expandCall(before, 'call..call', version('v2'));
  expect(flowsOf(both.xml)).toEqual(expect.arrayContaining([...flowsOf(before)]));
});

test('no id is taken that the author of the caller gave', async () => {
  const { xml } = await expandCall(await waiting('check', 'call.look'), 'call..call', version('v1'));
  expect(await tasksOf(xml)).toEqual(['call.check.v1.look', 'call.look']);
});

describe('what cannot be called', () => {
  test('has several starts, none of them plain', async () => {
    const told = processFile(
      [start('s', { content: message('m') }), start('t', { content: message('m') }), end('e')],
      's > e; t > e',
      { id: 'told', roots: root('message', 'm') },
    );
    await expect(expandCall(await waiting('told'), 'call..call', version('v', told, 'told'))).rejects.toMatchObject({
      code: 'ERR_STEP_FAILED',
      message: expect.stringContaining('Give it one plain start event'),
    });
  });

  test('is 50 processes deep', async () => {
    const self = processFile([start(), callActivity('c', 'main'), end()], 'start > c > end', { id: 'main' });
    const { xml } = await prepareAccepted(self);
    const namespace = 'xmlns:prepared="http://bpmn-transaction-bridge/schema/prepared/1.0"';
    const wait = `<subProcess id="inner"><serviceTask id="wait" ${namespace} prepared:target="main"/></subProcess>`;
    const level = (depth: number): string =>
      depth === 50
        ? wait
        : `<subProcess id="p${depth}" ${namespace} prepared:process="main">${level(depth + 1)}</subProcess>`;
    const deep = xml.replace('</process>', `${level(1)}</process>`);
    await expect(expandCall(deep, 'wait', version('v', xml, 'main'))).rejects.toMatchObject({
      code: 'ERR_CALL_TOO_DEEP',
      message: expect.stringMatching(/calls 51 processes deep \(main > main > .* > main\): let the recursion end/),
    });
  });
});
