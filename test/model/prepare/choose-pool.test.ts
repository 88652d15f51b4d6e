import { expect, test } from 'vitest';
import {
  bpmn,
  catchEvent,
  element,
  end,
  message,
  node,
  process,
  receiveTask,
  root,
  start,
  throwEvent,
  userTask,
} from '../../support/bpmn-xml.ts';
import { findPrepared, prepare, prepareAccepted } from './prepare.ts';

const flow = (id: string, sourceRef: string, targetRef: string, attributes = {}) =>
  element('messageFlow', { id, sourceRef, targetRef, ...attributes });
const pool = (id: string, processRef?: string) => element('participant', { id, name: id, processRef });
const together = (...parts: readonly string[]) => element('collaboration', { id: 'together' }, parts.join(''));

const shop = (options = {}) =>
  process(
    'shop',
    [start(), throwEvent('ask', message()), receiveTask('answer'), userTask('ship'), end()],
    'start > ask > answer > ship > end',
    options,
  );
const customer = (options = {}) =>
  process(
    'customer',
    [start('s', { content: message('question') }), userTask('think'), end('reply', { content: message() })],
    's > think > reply',
    options,
  );
const both = (shopOptions = {}, customerOptions = {}) =>
  bpmn(
    together(
      pool('Shop', 'shop'),
      pool('Customer', 'customer'),
      flow('f1', 'ask', 's'),
      flow('f2', 'reply', 'answer', { name: 'the reply' }),
    ),
    root('message', 'question', { name: 'Do you want it?' }),
    shop(shopOptions),
    customer(customerOptions),
  );

test.each(['shop', 'customer'])('the pool of %s alone stays, and both name the same messages', async (processId) => {
  const { model, messageFlows, xml } = await prepareAccepted(both(), {}, { processId });
  expect(model.processId).toBe(processId);
  const names = [...model.events.values()].map(({ nodeId, trigger }) => [
    nodeId,
    'name' in trigger && trigger.name.text,
  ]);
  expect(Object.fromEntries(names)).toEqual(
    processId === 'shop'
      ? { ask: 'Do you want it?', answer: 'the reply' }
      : { s: 'Do you want it?', reply: 'the reply' },
  );
  expect(messageFlows).toEqual([
    {
      id: 'f1',
      from: { processId: 'shop', nodeId: 'ask' },
      to: { processId: 'customer', nodeId: 's' },
      messageName: 'Do you want it?',
    },
    {
      id: 'f2',
      from: { processId: 'customer', nodeId: 'reply' },
      to: { processId: 'shop', nodeId: 'answer' },
      messageName: 'the reply',
    },
  ]);
  expect(xml).not.toContain('messageFlow');
  expect(xml.match(/<process /g)).toHaveLength(1);
  expect(xml.match(/<participant /g)).toHaveLength(1);
  expect((await prepareAccepted(xml)).xml).toBe(xml);
});

test('a file with several executable processes says which they are, and refuses to guess', async () => {
  const { executable, problems, model, xml } = await prepare(both());
  expect(executable).toEqual(['shop', 'customer']);
  expect(model).toBeUndefined();
  expect(xml).toBe(both());
  expect(problems.map(({ rule }) => rule)).toContain('several-executable-processes');
});

test('a process that the file does not have is refused', async () => {
  expect((await findPrepared(both(), {}, { processId: 'bank' }))[0]).toBe(
    'process-unknown bank: The file has no process bank.',
  );
});

test('the only executable one is chosen, and the other is said not to run', async () => {
  const { model, problems } = await prepareAccepted(both({}, { isExecutable: false }));
  expect(model.processId).toBe('shop');
  expect(problems.map(({ rule, elementId }) => `${rule} ${elementId}`)).toEqual(['other-pool-not-run customer']);
});

test('flows from and to a pool that is only a box, or a task that is no message, carry nothing', async () => {
  const xml = bpmn(
    together(
      pool('Shop', 'shop'),
      pool('Bank'),
      flow('f1', 'ask', 'Bank', { name: 'order' }),
      flow('f2', 'Bank', 'ship'),
      flow('f3', 'ship', 'Bank'),
      flow('f4', 'Bank', 'answer'),
    ),
    shop(),
  );
  const { model } = await prepareAccepted(xml);
  expect(model.events.get('ask')?.trigger).toMatchObject({ name: { text: 'order' } });
  expect(model.events.get('answer')?.trigger).toMatchObject({ name: { text: 'f4' } });
  expect(await findPrepared(xml)).toEqual([
    'message-flow-carries-nothing f2: The message flow "f2" leads to "ship", which waits for no message.',
    'message-flow-carries-nothing f3: The message flow "f3" comes from "ship", which throws no message.',
  ]);
});

test('a flow neither end of which says anything of a message is one problem', async () => {
  const xml = bpmn(
    together(pool('A', 'a'), flow('f', 'one', 'two')),
    process('a', [start(), userTask('one'), userTask('two'), end()], 'start > one > two > end'),
  );
  expect(await findPrepared(xml)).toEqual([
    'message-flow-carries-nothing f: The message flow "f" comes from "one", which throws no message, and leads to "two", which waits for no message.',
  ]);
});

test('a flow whose ends name two messages is pointed out', async () => {
  const xml = bpmn(
    together(pool('A', 'a'), pool('B', 'b'), flow('f', 'out', 'in')),
    root('message', 'm', { name: 'one' }),
    root('message', 'n', { name: 'other' }),
    process('a', [start(), throwEvent('out', message('m')), end()], 'start > out > end'),
    process('b', [start('s'), catchEvent('in', message('n')), end('e')], 's > in > e', { isExecutable: false }),
  );
  expect(await findPrepared(xml)).toContain(
    'message-flow-with-two-names f: The message flow "f" is sent as "one" and waited for as "other", so it never arrives.',
  );
});

test('the diagram keeps what is still there', async () => {
  const diagram =
    '<bpmndi:BPMNDiagram xmlns:bpmndi="http://www.omg.org/spec/BPMN/20100524/DI" id="d"><bpmndi:BPMNPlane id="p" bpmnElement="together">' +
    ['Shop', 'Customer', 'ask', 'think', 'f1']
      .map((id) => `<bpmndi:BPMN${id === 'f1' ? 'Edge' : 'Shape'} id="${id}_di" bpmnElement="${id}"/>`)
      .join('') +
    '</bpmndi:BPMNPlane></bpmndi:BPMNDiagram>';
  const { xml } = await prepareAccepted(
    both().replace('</definitions>', `${diagram}</definitions>`),
    {},
    { processId: 'shop' },
  );
  expect([...xml.matchAll(/bpmnElement="([^"]*)"/g)].map(([, id]) => id)).toEqual(['together', 'Shop', 'ask']);
});

test('a file with one process and nothing to prepare comes back as it is', async () => {
  const xml = bpmn(together(pool('Shop', 'p')), process('p', [start(), userTask('a'), end()], 'start > a > end'));
  expect((await prepareAccepted(xml)).xml).toBe(xml);
  const links = bpmn(process('p', [start(), node('manualTask', 'a'), end()], 'start > a > end'));
  expect((await prepareAccepted(links)).xml).toBe(links);
});
