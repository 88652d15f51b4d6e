import { expect, test } from 'vitest';
import {
  boundary,
  catchEvent,
  end,
  eventGateway,
  exclusive,
  fileWith,
  inclusive,
  manualTask,
  node,
  parallel,
  plainTask,
  processFile,
  receiveTask,
  root,
  type SubProcessOptions,
  serviceTask,
  start,
  subProcess,
  timer,
  userTask,
} from '../../../support/bpmn-xml.ts';
import { readXml } from '../../../support/inner/model.ts';
import { findProblems } from '../../find-problems.ts';

const rule = 'element-not-supported';

test('names a boundary event and what it waits for', async () => {
  const xml = processFile(
    [
      start(),
      userTask('a'),
      end(),
      boundary('late', 'a', '<cancelEventDefinition/>', { name: 'too late' }),
      boundary('undo', 'a', '<compensateEventDefinition/>'),
      boundary('blank', 'a', ''),
    ],
    'start > a > end; late > end; undo > end; blank > end',
  );
  expect(await findProblems(xml, rule)).toEqual([
    'error late: This version does not run a cancel boundary event "too late".',
    'error undo: This version does not run a compensation boundary event.',
    'error blank: This version does not run a boundary event without a trigger.',
  ]);
});

test('names the trigger of the vendor', async () => {
  const extensions = '<extensionElements><flowable:eventType>paid</flowable:eventType></extensionElements>';
  const xml = processFile(
    [start(), userTask('a'), catchEvent('wait', extensions), end(), boundary('late', 'a', extensions)],
    'start > a > wait > end; late > end',
  );
  expect(await findProblems(xml, rule)).toEqual([
    'error wait: This version does not run a flowable:eventType intermediate catch event.',
    'error late: This version does not run a flowable:eventType boundary event.',
  ]);
});

test.each([
  ['transaction', 'a transaction'],
  ['adHocSubProcess', 'an ad-hoc sub-process'],
  ['complexGateway', 'a complex gateway'],
])('names a %s once, not each thing inside', async (tag, kind) => {
  const content = tag.includes('omplex') ? '' : '<startEvent id="inner"/>';
  const xml = fileWith(node(tag, 'part', { content }));
  expect(await findProblems(xml, rule)).toEqual([`error part: This version does not run ${kind}.`]);
});

test('refuses events that start or end a process in another way', async () => {
  const xml = processFile(
    [
      start('start', { content: '<conditionalEventDefinition/>' }),
      userTask('a'),
      end('end', { content: '<cancelEventDefinition/>' }),
    ],
    'start > a > end',
  );
  expect(await findProblems(xml, rule)).toEqual([
    'error start: This version does not run a conditional start event.',
    'error end: This version does not run a cancel end event.',
  ]);
});

test('refuses a start event with a trigger in a sub-process that a flow leads to', async () => {
  const inner = subProcess('part', [start('s', { content: timer('P1D') }), end('e')], 's > e');
  expect(await findProblems(fileWith(inner), rule)).toEqual([
    'error s: This version does not run a timer start event.',
  ]);
});

test('refuses gateways and tasks that start the process by themselves', async () => {
  const xml = processFile(
    [
      start(),
      eventGateway('g', { attributes: { instantiate: true } }),
      receiveTask('r', 'm', { attributes: { instantiate: true } }),
      eventGateway('p', { attributes: { eventGatewayType: 'Parallel' } }),
      catchEvent('c', timer('PT1H')),
      end(),
    ],
    'start > g > r > p > c > end',
    { roots: root('message', 'm') },
  );
  expect(await findProblems(xml, rule)).toEqual([
    'error g: This version does not run an event-based gateway that starts the process.',
    'error r: This version does not run a receive task that starts the process.',
    'error p: This version does not run a parallel event-based gateway.',
  ]);
});

test('refuses a terminate end event of Flowable that is to end a multi-instance from deep within', async () => {
  const stop = (attribute: string) => end('e', { content: `<terminateEventDefinition flowable:${attribute}="true"/>` });
  const part = (attribute: string, options: SubProcessOptions = {}) =>
    subProcess('part', [start('s'), stop(attribute)], 's > e', options);
  const repeated: SubProcessOptions = { multiInstance: { cardinality: 2 } };
  const deep = (attribute: string) =>
    fileWith(subProcess('outer', [start('s0'), part(attribute), end('e0')], 's0 > part > e0', repeated));
  expect(await findProblems(deep('terminateMultiInstance'), rule)).toEqual([
    'error e: This version does not run a terminate end event that ends a multi-instance from a sub-process within it (flowable:terminateMultiInstance).',
  ]);
  expect(await findProblems(deep('terminateAll'), rule)).toEqual([]);
  for (const attribute of ['terminateMultiInstance', 'terminateAll']) {
    expect(await findProblems(fileWith(part(attribute, repeated)), rule)).toEqual([]);
    expect(await findProblems(fileWith(part(attribute)), rule)).toEqual([]);
  }
  const { problems } = await readXml(processFile([start(), userTask('a'), stop('terminateAll')], 'start > a > e'));
  expect(problems).toEqual([]);
});

test('refuses a default mark where nothing is chosen', async () => {
  const xml = processFile([start(), userTask('a'), end(), end('other')], 'start >[${x}] a; a >"on"* end; a > other');
  expect(await findProblems(xml, rule)).toEqual([
    'error a-end: The flow is marked as default, but it comes out of "a", which does not choose between flows.',
  ]);
});

test('a task may choose between its flows by conditions', async () => {
  const xml = processFile([start(), userTask('a'), end(), end('other')], 'start > a >* end; a >[${x}] other');
  expect(await findProblems(xml, rule)).toEqual([]);
});

test('runs tasks of every plain kind and the three gateways', async () => {
  const xml = processFile(
    [
      start(),
      plainTask('a'),
      manualTask('b'),
      userTask('c'),
      serviceTask('d'),
      parallel('e'),
      inclusive('f'),
      exclusive('g'),
      end(),
    ],
    'start > a > b > c > d > e > f > g > end',
  );
  expect(await findProblems(xml, rule)).toEqual([]);
});

test.each(['startQuantity', 'completionQuantity'])('refuses a task of several tokens by %s', async (attribute) => {
  const xml = processFile([start(), userTask('a', { attributes: { [attribute]: '2' } }), end()], 'start > a > end');
  expect(await findProblems(xml, rule)).toEqual([
    'error a: This version does not run an activity that consumes or produces several tokens (startQuantity, completionQuantity).',
  ]);
  expect(await findProblems(xml.replace(`${attribute}="2"`, `${attribute}="1"`), rule)).toEqual([]);
});
