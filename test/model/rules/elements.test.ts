import BpmnModdle from 'bpmn-moddle';
import { describe, expect, test } from 'vitest';
import {
  bareTask,
  boundary,
  bpmn,
  callActivity,
  catchEvent,
  element,
  end,
  eventGateway,
  fileWith,
  lanes,
  link,
  manualTask,
  node,
  plainTask,
  process,
  processFile,
  receiveTask,
  root,
  type SubProcessOptions,
  serviceTask,
  start,
  subProcess,
  throwEvent,
  timer,
  userTask,
} from '../../support/bpmn-xml.ts';
import { draw } from '../../support/draw.ts';
import { isModdleElement, readModel, readXml } from '../../support/inner/model.ts';
import { findProblems } from '../find-problems.ts';
import { prepare } from '../prepare/prepare.ts';
import { findsIn } from './cases.ts';

describe('element-not-supported', () => {
  const rule = 'element-not-supported';

  findsIn(rule, [
    [
      'names a boundary event and what it waits for',
      draw({
        tasks: 'a',
        others: [
          boundary('late', 'a', '<cancelEventDefinition/>', { name: 'too late' }),
          boundary('undo', 'a', '<compensateEventDefinition/>'),
          boundary('blank', 'a', ''),
        ],
        paths: 'start > a > end; late > end; undo > end; blank > end',
      }),
      [
        'error late: This version does not run a cancel boundary event "too late".',
        'error undo: This version does not run a compensation boundary event.',
        'error blank: This version does not run a boundary event without a trigger.',
      ],
    ],
    [
      'refuses events that start or end a process in another way',
      processFile(
        [
          start('start', { content: '<conditionalEventDefinition/>' }),
          userTask('a'),
          end('end', { content: '<cancelEventDefinition/>' }),
        ],
        'start > a > end',
      ),
      [
        'error start: This version does not run a conditional start event.',
        'error end: This version does not run a cancel end event.',
      ],
    ],
    [
      'refuses a compensation task that a flow leads to',
      fileWith(userTask('a', { name: 'Undo', attributes: { isForCompensation: true } })),
      'error a: This version does not run a compensation task on a path of flows "Undo".',
    ],
    [
      'refuses a start event with a trigger in a sub-process that a flow leads to',
      fileWith(subProcess('part', [start('s', { content: timer('P1D') }), end('e')], 's > e')),
      'error s: This version does not run a timer start event.',
    ],
    [
      'refuses gateways and tasks that start the process by themselves',
      processFile(
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
      ),
      [
        'error g: This version does not run an event-based gateway that starts the process.',
        'error r: This version does not run a receive task that starts the process.',
        'error p: This version does not run a parallel event-based gateway.',
      ],
    ],
    [
      'refuses a default mark where nothing is chosen',
      processFile([start(), userTask('a'), end(), end('other')], 'start >[${x}] a; a >"on"* end; a > other'),
      'error a-end: The flow is marked as default, but it comes out of "a", which does not choose between flows.',
    ],
    [
      'the only flow of a task may be its default flow',
      processFile([start(), userTask('a'), end()], 'start > a >* end'),
    ],
    [
      'a task may choose between its flows by conditions',
      processFile([start(), userTask('a'), end(), end('other')], 'start > a >* end; a >[${x}] other'),
    ],
    [
      'runs tasks of every plain kind and the three gateways',
      draw({
        tasks: 'c',
        services: 'd',
        exclusive: 'g',
        parallel: 'e',
        inclusive: 'f',
        others: [plainTask('a'), manualTask('b')],
        paths: 'start > a > b > c > d > e > f > g > end',
      }),
    ],
  ]);

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

  test('refuses a terminate end event of Flowable that is to end a multi-instance from deep within', async () => {
    const stop = (attribute: string) =>
      end('e', { content: `<terminateEventDefinition flowable:${attribute}="true"/>` });
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

  test.each(['startQuantity', 'completionQuantity'])('refuses a task of several tokens by %s', async (attribute) => {
    const xml = processFile([start(), userTask('a', { attributes: { [attribute]: '2' } }), end()], 'start > a > end');
    expect(await findProblems(xml, rule)).toEqual([
      'error a: This version does not run an activity that consumes or produces several tokens (startQuantity, completionQuantity).',
    ]);
    expect(await findProblems(xml.replace(`${attribute}="2"`, `${attribute}="1"`), rule)).toEqual([]);
  });
});

describe('needs-bridge-deploy', () => {
  const rule = 'needs-bridge-deploy';

  findsIn(rule, [
    [
      'calls and links are refused in a file that is read as it stands',
      draw({
        others: [
          callActivity('call', 'other', { name: 'Check' }),
          throwEvent('out', link('over')),
          catchEvent('in', link('over')),
        ],
        paths: 'start > call > out; in > end',
      }),
      [
        'error call: "Check" is a call activity, which runs only in a deployed file.',
        'error out: "out" is a link intermediate throw event, which runs only in a deployed file.',
        'error in: "in" is a link intermediate catch event, which runs only in a deployed file.',
      ],
    ],
    ['a file without them is fine', processFile([start(), userTask('a'), end()], 'start > a > end')],
  ]);

  test('so is an event whose definition stands outside of it, which the engine would not find', async () => {
    const roots = `${root('message', 'm', { name: 'm' })}<messageEventDefinition id="elsewhere" messageRef="m"/>`;
    const xml = fileWith(catchEvent('wait', '<eventDefinitionRef>elsewhere</eventDefinitionRef>'), { roots });
    expect(await findProblems(xml, rule)).toEqual([
      'error wait: "wait" is an intermediate catch event whose definition is outside the event (eventDefinitionRef), which runs only in a deployed file.',
    ]);
  });
});

describe('id-missing', () => {
  const rule = 'id-missing';

  const WITHOUT = fileWith(userTask('a')).replace('id="start-a"', '');

  test('an element without an id is refused where somebody else parsed the file', async () => {
    const { rootElement } = await new BpmnModdle().fromXML(WITHOUT);
    if (!isModdleElement(rootElement)) throw new Error('no definitions');
    const { problems } = readModel({ definitions: rootElement });
    expect(problems).toMatchObject([{ rule, severity: 'error', reason: 'A SequenceFlow has no id.' }]);
  });

  findsIn(rule, [['in a file that is parsed here it gets one', WITHOUT]]);
});

describe('part-not-run', () => {
  const rule = 'part-not-run';

  const DATA = '<dataInput id="di"/><dataOutput id="do"/><inputSet/><outputSet/>';

  const said = (id: string, parts: string, name = id) =>
    `warning ${id}: "${name}" has ${parts}: this has no effect on the process.`;

  test('what a task says of data is named once, however much there is', async () => {
    const content =
      element('ioSpecification', {}, DATA) +
      element('dataInputAssociation', {}, '<targetRef>di</targetRef>').repeat(2) +
      element('dataOutputAssociation', {}, '<targetRef>do</targetRef>');
    expect(await findProblems(fileWith(userTask('a', { content })), rule)).toEqual([
      said('a', 'data inputs and outputs, data associations'),
    ]);
  });

  test('what modelers write for a line to a data object is named, too', async () => {
    const content = `${element('property', { id: 'place' })}<dataInputAssociation><targetRef>place</targetRef></dataInputAssociation>`;
    expect(await findProblems(fileWith(serviceTask('a', { content })), rule)).toEqual([said('a', 'data associations')]);
  });

  test('of data that says who handles a task, or what a service is given, the rest is named', async () => {
    const content =
      '<ioSpecification><dataInput id="i1" name="ActorId"/><dataInput id="i2" name="NotStartedNotify"/></ioSpecification>' +
      ['i1', 'i2']
        .map(
          (id) =>
            `<dataInputAssociation><targetRef>${id}</targetRef><assignment><from>x</from><to>${id}</to></assignment></dataInputAssociation>`,
        )
        .join('');
    expect(await findProblems(fileWith(userTask('a', { content })), rule)).toEqual([
      said('a', 'data inputs and outputs (NotStartedNotify)'),
    ]);
    expect(await findProblems(fileWith(serviceTask('a', { content })), rule)).toEqual([]);
  });

  test('data and operations of events are named', async () => {
    const event = (data: string) =>
      `${data}<messageEventDefinition messageRef="m"><operationRef>o</operationRef></messageEventDefinition>`;
    const roots =
      root('message', 'm', { name: 'm' }) +
      element(
        'interface',
        { id: 'i', name: 'i' },
        '<operation id="o" name="o"><inMessageRef>m</inMessageRef></operation>',
      );
    const xml = processFile(
      [start(), throwEvent('t', event('<dataInput id="di"/>')), catchEvent('c', event('<dataOutput id="do"/>')), end()],
      'start > t > c > end',
      { roots },
    );
    const parts = 'data inputs and outputs, an operation of an interface';
    expect(await findProblems(xml, rule)).toEqual([said('t', parts), said('c', parts)]);
  });

  test('an output collection of a multi-instance marker is named', async () => {
    const marker = (content: string) => fileWith(userTask('a', { multiInstance: { cardinality: 2, content } }));
    for (const content of ['<loopDataOutputRef>all</loopDataOutputRef>', '<outputDataItem id="one"/>']) {
      const xml = marker(content).replace('<endEvent', '<dataObject id="all"/>$&');
      expect(await findProblems(xml, rule)).toEqual([said('a', 'an output collection')]);
    }
  });

  test('data and subscriptions of the process are named', async () => {
    const content =
      element('ioSpecification', {}, DATA) + element('correlationSubscription', { correlationKeyRef: 'key' });
    expect(await findProblems(fileWith(userTask('a'), { content }), rule)).toEqual([
      said('process', 'data inputs and outputs, a correlation subscription'),
    ]);
  });

  findsIn(rule, [
    [
      'a rendering of a user task is named',
      fileWith(userTask('a', { content: '<rendering id="r"/>' })),
      said('a', 'a rendering'),
    ],
  ]);

  test('a role that names nobody is named, beside a lane or somebody else who decides in its place', async () => {
    const role = element('potentialOwner', { name: 'Owner' }, '<resourceRef>clerks</resourceRef>');
    const roots = element('resource', { id: 'clerks', name: 'clerks' });
    const inLane = (attributes = {}) =>
      processFile([start(), { ...userTask('a', { content: role }), attributes }, end()], 'start > a > end', {
        roots,
        before: lanes({ Office: ['a'] }),
      });
    expect(await findProblems(inLane(), rule)).toEqual([said('a', 'a role "Owner" that names nobody')]);
    expect(await findProblems(inLane({ 'ttc:handlers': 'anna' }), rule)).toEqual([
      said('a', 'a role "Owner" that names nobody'),
    ]);
  });

  test('a performer is named beside an assignee, whether or not it names somebody', async () => {
    const named =
      '<resourceAssignmentExpression><formalExpression>chen</formalExpression></resourceAssignmentExpression>';
    for (const inside of [named, '<resourceRef>clerks</resourceRef>']) {
      const xml = fileWith(userTask('a', { content: element('performer', { name: 'Clerk' }, inside) }), {
        roots: element('resource', { id: 'clerks', name: 'clerks' }),
      });
      expect(await findProblems(xml, rule)).toEqual([said('a', 'a performer "Clerk" who gets no task')]);
    }
  });

  test('a call activity and the process it calls are judged before they are drawn into one', async () => {
    const association = '<dataInputAssociation><targetRef>di</targetRef></dataInputAssociation>';
    const xml = bpmn(
      process('main', [start(), callActivity('call', 'part', { content: association }), end()], 'start > call > end'),
      process('part', [start('s'), userTask('a'), end('e')], 's > a > e', {
        isExecutable: false,
        content: element('ioSpecification', {}, DATA),
      }),
    );
    const { problems } = await prepare(xml);
    const found = problems.filter((problem) => problem.rule === rule);
    expect(found.map(({ severity, elementId, reason }) => `${severity} ${elementId}: ${reason}`)).toEqual([
      said('call', 'data associations'),
      said('call', 'data inputs and outputs', 'part'),
    ]);
  });

  test('a diagram without such parts has no warning', async () => {
    const content =
      '<potentialOwner><resourceAssignmentExpression><formalExpression>clerks</formalExpression></resourceAssignmentExpression></potentialOwner>';
    expect(await findProblems(fileWith({ ...userTask('a', { content }), attributes: {} }), rule)).toEqual([]);
  });

  test('what jBPM writes on a user task for its lists of tasks is not, nor a variable under its own name', async () => {
    const names = ['TaskName', 'Skippable', 'Comment', 'amount', 'total'];
    const inputs = names.map((name) => element('dataInput', { id: `in-${name}`, name })).join('');
    const given = names.map((name) =>
      name === 'amount' || name === 'total'
        ? `<dataInputAssociation><sourceRef>${name === 'amount' ? name : 'sum'}</sourceRef><targetRef>in-${name}</targetRef></dataInputAssociation>`
        : `<dataInputAssociation><targetRef>in-${name}</targetRef><assignment><from>x</from><to>in-${name}</to></assignment></dataInputAssociation>`,
    );
    const taken =
      '<dataOutputAssociation><sourceRef>out</sourceRef><targetRef>amount</targetRef></dataOutputAssociation>';
    const of = (parts: readonly string[]) =>
      fileWith(
        userTask('a', {
          content: `<ioSpecification>${inputs}<dataOutput id="out" name="amount"/></ioSpecification>${parts.join('')}${taken}`,
        }),
        { content: '<property id="amount"/><property id="sum"/>' },
      );
    expect(await findProblems(of(given.slice(0, 4)), rule)).toEqual([]);
    expect(await findProblems(of(given), rule)).toEqual([said('a', 'data inputs and outputs (total)')]);
  });

  test('a role of a task that nobody handles is left to the rule that says so', async () => {
    const content = '<potentialOwner><resourceRef>boss</resourceRef></potentialOwner>';
    const roots = element('resource', { id: 'boss', name: 'Boss' });
    expect(await findProblems(fileWith(bareTask('a', { content }), { roots }), rule)).toEqual([]);
    expect(await findProblems(fileWith(userTask('a', { content }), { roots }), rule)).toEqual([
      said('a', 'a role that names nobody'),
    ]);
  });

  test('that a task does not depend on whom jBPM keeps out of it is a guess', async () => {
    const guesses = async (input: string) => {
      const content =
        `<ioSpecification><dataInput id="i" name="${input}"/></ioSpecification>` +
        '<dataInputAssociation><targetRef>i</targetRef><assignment><from>bo</from><to>i</to></assignment></dataInputAssociation>';
      const { problems } = await readXml(fileWith(userTask('a', { content })));
      return problems.filter((problem) => problem.rule === rule).map(({ guess }) => guess ?? false);
    };
    expect(await guesses('ExcludedOwnerId')).toEqual([true]);
    expect(await guesses('total')).toEqual([false]);
  });

  test('data without an input or output is nothing', async () => {
    const content = element('ioSpecification', {}, '<inputSet/><outputSet/>');
    expect(await findProblems(fileWith(userTask('a', { content })), rule)).toEqual([]);
  });
});
