import { expect, test } from 'vitest';
import {
  boundary,
  bpmn,
  callActivity,
  end,
  error,
  escalation,
  exclusive,
  lanes,
  message,
  multiInstance,
  node,
  process,
  processFile,
  properties,
  receiveTask,
  root,
  start,
  subProcess,
  timer,
  userTask,
} from '../../support/bpmn-xml.ts';
import { draw } from '../../support/draw.ts';
import { readXml } from '../../support/inner/model.ts';
import { findPrepared, flowsOf, prepare, prepareAccepted } from './prepare.ts';

const caller = (calledElement: string | undefined, options: Parameters<typeof callActivity>[2] = {}) =>
  processFile([start(), callActivity('call', calledElement, options), end()], 'start > call > end', { id: 'main' });
const check = process(
  'check',
  [start('s'), userTask('look', { name: 'Look' }), exclusive('ok'), end('e'), end('no')],
  's > look > ok; ok >"Yes" e; ok >"No" no',
);

test('a called process of another file becomes a sub-process with its ids behind the call', async () => {
  const { model, xml } = await prepareAccepted(caller('check', { name: 'Checking' }), { check: bpmn(check) });
  expect(model.processId).toBe('main');
  expect([...model.subProcesses.values()]).toEqual([{ nodeId: 'call', nodeName: 'Checking' }]);
  expect([...model.userTasks.values()].map(({ nodeId, nodeName }) => [nodeId, nodeName])).toEqual([
    ['call.look', 'Look'],
  ]);
  expect(
    model.userTasks.get('call.look')?.buttons.map(({ label, nextNodeKey, effect }) => [label, nextNodeKey, effect]),
  ).toEqual([
    ['Yes', 'call.e', { kind: 'route', gatewayId: 'call.ok', flowId: 'call.ok-e' }],
    ['No', 'call.no', { kind: 'route', gatewayId: 'call.ok', flowId: 'call.ok-no' }],
  ]);
  expect(flowsOf(xml)).toEqual(
    expect.arrayContaining(['call.s-look: call.s > call.look', 'start-call: start > call', 'call-end: call > end']),
  );
});

test('what comes out resolves when it is read again, and needs nothing more', async () => {
  const { xml, model } = await prepareAccepted(caller('check'), { check: bpmn(check) });
  const again = await prepareAccepted(xml);
  expect(again.xml).toBe(xml);
  expect(again.problems).toEqual([]);
  expect([...again.model.userTasks.keys()]).toEqual([...model.userTasks.keys()]);
  expect((await readXml(xml)).model).toBeDefined();
});

test('a called process of the same file is found there, executable or not, and asked for nowhere', async () => {
  for (const isExecutable of [false, null]) {
    const inFile = process('check', [start('s'), userTask('look'), end('e')], 's > look > e', { isExecutable });
    const main = process('main', [start(), callActivity('call', 'tns:check'), end()], 'start > call > end');
    const { model, problems } = await prepareAccepted(bpmn(main, inFile));
    expect([...model.userTasks.keys()]).toEqual(['call.look']);
    expect(problems).toEqual([]);
  }
});

test('Camunda 8 names the called process in an extension', async () => {
  const xml = caller(undefined, { extensions: '<zeebe:calledElement processId="check"/>' });
  expect([...(await prepareAccepted(xml, { check: bpmn(check) })).model.userTasks.keys()]).toEqual(['call.look']);
});

test('calls of calls, two calls of one process, and calls inside sub-processes', async () => {
  const deep = processFile([start(), callActivity('inner', 'check'), end()], 'start > inner > end', { id: 'deep' });
  const xml = draw({
    others: [
      callActivity('one', 'deep'),
      subProcess('part', [callActivity('two', 'check')], ''),
      callActivity('three', 'check'),
    ],
    paths: 'start > one > part > three > end',
  });
  const { model } = await prepareAccepted(xml, { deep, check: bpmn(check) });
  expect([...model.userTasks.keys()]).toEqual(['one.inner.look', 'two.look', 'three.look']);
  expect([...model.subProcesses.keys()]).toEqual(['one', 'one.inner', 'part', 'two', 'three']);
});

test('multi-instance, boundary events, lanes and the default mark of the call stay on it', async () => {
  const loop = multiInstance({ collection: '${people}', elementVariable: 'p' });
  const xml = draw({
    others: [
      callActivity('call', 'bare', { content: loop, attributes: { default: 'call-end' } }),
      boundary('late', 'call', timer('P1D')),
    ],
    paths: 'start > call > end; late > end; call >[${x}] end',
    before: lanes({ Office: ['call'] }),
  });
  const bare = processFile([start('s'), node('userTask', 'look'), end('e')], 's > look > e', { id: 'bare' });
  const { model, xml: prepared } = await prepareAccepted(xml, { bare });
  expect(prepared).toMatch(/<subProcess id="call" default="call-end">/);
  expect(model.subProcesses.get('call')?.multiInstance).toMatchObject({ elementVariable: 'p', sequential: false });
  expect(model.events.get('late')?.role).toEqual({ kind: 'boundary', attachedTo: 'call', interrupting: true });
  expect(model.userTasks.get('call.look')?.assignment).toMatchObject([{ kind: 'handlingGroup', from: 'lane name' }]);
});

test.each(['startQuantity', 'completionQuantity'])(
  '%s of a call is refused, and not lost with it',
  async (quantity) => {
    const call = caller('check', { attributes: { [quantity]: 2 } });
    const found = await findPrepared(call, { check: bpmn(check) });
    expect(found.map((problem) => problem.split(':')[0])).toEqual(['element-not-supported call']);
  },
);

test('messages and errors are shared where they mean the same, and renamed where they do not', async () => {
  const called = processFile(
    [start('s'), receiveTask('same', 'm'), receiveTask('other', 'n'), end('e', { content: error('x') })],
    's > same > other > e',
    {
      id: 'called',
      roots:
        root('message', 'm', { name: 'paid' }) + root('message', 'n') + root('error', 'x') + root('error', 'unused'),
    },
  );
  const xml = draw(
    {
      others: [
        receiveTask('r', 'm'),
        receiveTask('q', 'n'),
        callActivity('call', 'called'),
        boundary('b', 'call', error('x')),
      ],
      paths: 'start > r > q > call > end; b > end',
    },
    root('message', 'm', { name: 'paid' }) +
      root('message', 'n', { name: 'something else' }) +
      root('error', 'x', { errorCode: 'E1' }),
  );
  const { model, xml: prepared } = await prepareAccepted(xml, { called });
  const triggers = Object.fromEntries(
    [...model.events].map(([id, { trigger }]) => [
      id,
      'name' in trigger ? trigger.name.text : 'code' in trigger ? trigger.code : trigger.kind,
    ]),
  );
  expect(triggers).toEqual({
    r: 'paid',
    q: 'something else',
    b: 'E1',
    'call.same': 'paid',
    // Known by its id alone in its own file, it keeps that as its name.
    'call.other': 'n',
    'call.e': 'x',
  });
  expect(prepared.match(/<message /g)).toHaveLength(3);
  expect(prepared).not.toContain('unused');
});

test('a prefix that means another namespace in the called file keeps its meaning', async () => {
  const called = bpmn(process('check', [start('s'), userTask('look', { assignee: 'anna' }), end('e')], 's > look > e'))
    .replaceAll('camunda:', 'c7:')
    .replace('xmlns:camunda', 'xmlns:c7');
  const clash = caller('check').replace('xmlns:flowable="http://flowable.org/bpmn"', 'xmlns:c7="http://elsewhere"');
  const { model } = await prepareAccepted(clash, { check: called });
  expect(model.userTasks.get('call.look')?.assignment[0]?.expressions[0]?.text).toBe('anna');
});

test('a button of the called process still leads to its node, and a collection that is only written stays', async () => {
  const called = processFile(
    [
      start('s'),
      userTask('look', {
        extensions:
          '<ttc:action type="HANDLE" name="Go" nextNodeKey="a"/><ttc:action type="HANDLE" name="Stop" nextNodeKey="b"/>',
      }),
      exclusive('g'),
      userTask('a', {
        content:
          '<multiInstanceLoopCharacteristics><loopDataInputRef>people</loopDataInputRef></multiInstanceLoopCharacteristics>',
      }),
      end('b'),
    ],
    's > look > g > a > b; g > b',
    { id: 'called' },
  );
  const { model } = await prepareAccepted(caller('called'), { called });
  expect(model.userTasks.get('call.look')?.buttons.map(({ nextNodeKey }) => nextNodeKey)).toEqual(['call.a', 'call.b']);
  expect(model.userTasks.get('call.a')?.multiInstance?.collection?.text).toBe('${people}');
});

const BUTTONS = {
  ...{ 'ttc:action.go.name': 'Go', 'ttc:action.go.type': 'HANDLE', 'ttc:action.go.nextNodeKey': 'a' },
  ...{ 'ttc:action.stop.name': 'Stop', 'ttc:action.stop.type': 'HANDLE', 'ttc:action.stop.nextNodeKey': 'b' },
};

const elements = (write: (name: string, value: string) => string) =>
  Object.entries(BUTTONS)
    .map(([name, value]) => write(name, value))
    .join('');

test.each([
  ['properties', { extensions: properties(BUTTONS) }],
  ['attributes', { attributes: BUTTONS }],
  ['elements', { extensions: elements((name, value) => `<${name}>\n${value}\n</${name}>`) }],
  [
    'properties with a text',
    {
      extensions: `<x:properties xmlns:x="http://x">${elements((name, value) => `<x:property name="${name}">${value}</x:property>`)}</x:properties>`,
    },
  ],
])('a button of the called process that is written as %s leads to its node, too', async (_form, written) => {
  const called = processFile(
    [start('s'), userTask('look', written), exclusive('g'), end('a'), end('b')],
    's > look > g > a; g > b',
    { id: 'called' },
  );
  const { model } = await prepareAccepted(caller('called'), { called });
  expect(model.userTasks.get('call.look')?.buttons.map(({ nextNodeKey }) => nextNodeKey)).toEqual(['call.a', 'call.b']);
});

test('only the plain start of the called process counts', async () => {
  const called = processFile(
    [start('s'), start('m', { content: message('x') }), userTask('only'), userTask('look'), end('e')],
    's > look > e; m > only > look',
    { id: 'called', roots: root('message', 'x') },
  );
  const { model } = await prepareAccepted(caller('called'), { called });
  expect([...model.userTasks.keys()]).toEqual(['call.look']);
  expect(model.events.size).toBe(0);
});

test('a call of nothing is refused', async () => {
  const { model, problems } = await prepare(caller(undefined));
  expect(model).toBeUndefined();
  expect(problems).toMatchObject([
    {
      severity: 'error',
      rule: 'call-target-unknown',
      elementId: 'call',
      reason: 'The call activity "call" does not say which process it calls.',
    },
  ]);
});

test('a call of a case is refused by its name', async () => {
  expect(await findPrepared(caller(undefined, { attributes: { 'camunda:caseRef': 'claim' } }))).toEqual([
    'call-target-unknown call: The call activity "call" calls the case claim, but cases (CMMN) do not run here.',
  ]);
});

test('a call by the name of a process, as jBPM has it, is refused by that', async () => {
  expect(
    await findPrepared(
      caller(undefined, {
        attributes: { 'xmlns:drools': 'http://www.jboss.org/drools', 'drools:calledElementByName': 'Sub Process' },
      }),
    ),
  ).toEqual([
    expect.stringMatching(
      /^call-target-unknown call: .* by its name, Sub Process \(calledElementByName\), but .* ids\.$/,
    ),
  ]);
});

test('what is wrong in a called process is told with its ids, and so is what its parser skipped', async () => {
  const called = processFile([start('s'), node('userTask', 'look'), end('e')], 's > look > e', { id: 'called' });
  const broken = called.replace('</process>', '<boundaryEvent id="b" attachedToRef="gone"/></process>');
  expect((await findPrepared(caller('called'), { called: broken })).map((text) => text.split(':')[0])).toEqual([
    'reference-unresolved call.b',
    'element-not-supported call.b',
    'user-task-without-handler call.look',
  ]);
});

test('what is wrong with a file is told once, however many calls draw from it', async () => {
  const called = processFile([start('s'), userTask('look'), userTask('look'), end('e')], 's > look > e', { id: 'two' });
  const twice = draw({ others: [callActivity('a', 'two'), callActivity('b', 'two')], paths: 'start > a > b > end' });
  expect((await findPrepared(twice, { two: called })).map((text) => text.split(':')[0])).toEqual(['duplicate-id look']);
});

test('an escalation of the called process names the one its caller catches', async () => {
  const called = processFile([start('s'), end('e', { content: escalation('x') })], 's > e', {
    id: 'called',
    roots: root('escalation', 'x', { escalationCode: 'LATE' }),
  });
  const { model } = await prepareAccepted(caller('called'), { called });
  expect(model.events.get('call.e')?.trigger).toEqual({ kind: 'escalation', code: 'LATE' });
});
