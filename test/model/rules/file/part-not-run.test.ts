import { expect, test } from 'vitest';
import {
  bareTask,
  bpmn,
  callActivity,
  catchEvent,
  element,
  end,
  fileWith,
  lanes,
  process,
  processFile,
  root,
  serviceTask,
  start,
  throwEvent,
  userTask,
} from '../../../support/bpmn-xml.ts';
import { readXml } from '../../../support/inner/model.ts';
import { findProblems } from '../../find-problems.ts';
import { prepare } from '../../prepare/prepare.ts';

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

test('a rendering of a user task is named', async () => {
  const xml = fileWith(userTask('a', { content: '<rendering id="r"/>' }));
  expect(await findProblems(xml, rule)).toEqual([said('a', 'a rendering')]);
});

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
