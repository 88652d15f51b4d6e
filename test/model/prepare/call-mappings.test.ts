import { expect, test } from 'vitest';
import {
  callActivity,
  end,
  multiInstance,
  type NodeOptions,
  processFile,
  start,
  userTask,
} from '../../support/bpmn-xml.ts';
import { findPrepared, prepareAccepted } from './prepare.ts';

const check = processFile([start('s'), userTask('look', { assignee: '${person}' }), end('e')], 's > look > e', {
  id: 'check',
});
const caller = (extensions: string, options: Parameters<typeof callActivity>[2] = {}, assignee = 'anna') =>
  processFile(
    [start(), userTask('first', { assignee }), callActivity('call', 'check', { extensions, ...options }), end()],
    'start > first > call > end',
    { id: 'main' },
  );
const found = (...args: Parameters<typeof caller>) => findPrepared(caller(...args), { check });

/** What is set in a file: `node name expression`. */
async function assignments(extensions: string) {
  const { model, xml } = await prepareAccepted(caller(extensions), { check });
  const set = [...model.services.values()].flatMap(({ nodeId, assign = [] }) =>
    assign.map(({ name, value }) => `${nodeId} ${name} ${value.text}`),
  );
  return { set, tasks: [...model.userTasks.keys()], xml };
}

/** What the nodes of a call pass: all, what is local to the call, `name expression`. */
async function passedBy(options: NodeOptions): Promise<Partial<Record<'in' | 'out', string>>> {
  const file = processFile([start(), callActivity('call', 'check', options), end()], 'start > call > end', {
    id: 'main',
  });
  const { model } = await prepareAccepted(file, { check });
  return Object.fromEntries(
    [...model.services.values()].map(({ assign = [], passes }) => [
      passes?.way,
      [
        ...(passes?.all ? ['all'] : []),
        ...(passes?.local ? ['local'] : []),
        ...assign.map(({ name, value }) => `${name} ${value.text}`),
      ].join(' '),
    ]),
  );
}

test.each(['camunda', 'flowable', 'activiti'])('in and out of %s set variables around the process', async (vendor) => {
  const { set, tasks } = await assignments(
    `<${vendor}:in source="boss" target="person"/><${vendor}:in sourceExpression="\${a + 1}" target="b"/>` +
      `<${vendor}:out source="result" target="checked"/>`,
  );
  expect(set).toEqual(['call..in person ${boss}', 'call..in b ${a + 1}', 'call..out checked ${result}']);
  expect(tasks).toEqual(['first', 'call.look']);
});

test('those of Camunda 8 as well', async () => {
  const { set } = await assignments(
    '<zeebe:ioMapping><zeebe:input source="=boss" target="person"/><zeebe:output source="=x" target="y"/></zeebe:ioMapping>',
  );
  expect(set).toEqual(['call..in person =boss', 'call..out y =x']);
});

test.each([
  ['nothing', '', {}],
  ['all of them, both ways', '<camunda:in variables="all"/><camunda:out variables="all"/>', { in: 'all', out: 'all' }],
  ['those of the call alone', '<camunda:in variables="all" local="true"/>', { in: 'local' }],
  ['one by one', '<camunda:in source="a" target="a"/>', { in: 'a ${a}' }],
  ['the business key, which is the same', '<camunda:in businessKey="#{execution.processBusinessKey}"/>', {}],
])('Camunda 7 passes %s', async (_what, extensions, passed) => {
  expect(await passedBy({ extensions, attributes: { 'camunda:asyncBefore': 'true' } })).toEqual({ in: '', ...passed });
});

test.each(['flowable', 'activiti'])('%s passes all into the process where it inherits them', async (vendor) => {
  expect(await passedBy({ attributes: { [`${vendor}:inheritVariables`]: 'true' } })).toEqual({ in: 'all' });
  expect(await passedBy({ attributes: { [`${vendor}:inheritVariables`]: 'false' } })).toEqual({ in: '' });
});

test.each([
  ['', '', { in: 'all local', out: 'all' }],
  ['propagateAllParentVariables="false" propagateAllChildVariables="false"', '', { in: 'local' }],
  ['propagateAllParentVariables="false"', '<zeebe:input source="=a" target="b"/>', { in: 'local b =a', out: 'all' }],
  ['propagateAllChildVariables="true"', '<zeebe:output source="=a" target="b"/>', { in: 'all local', out: 'b =a' }],
])('Camunda 8 passes all but what it says: %s%s', async (attributes, mapping, passed) => {
  const extensions = `<zeebe:calledElement processId="check" ${attributes}/><zeebe:ioMapping>${mapping}</zeebe:ioMapping>`;
  expect(await passedBy({ extensions })).toEqual(passed);
});

test('a file says by its namespaces which engine it is for; one for none or several shares the variables', async () => {
  const calling = caller('');
  const only = (...kept: string[]) =>
    calling
      .replaceAll('camunda:assignee', 'ttc:handlers')
      .replace(/ xmlns:(camunda|zeebe|flowable|activiti)="[^"]*"/g, (text, name) => (kept.includes(name) ? text : ''));
  const sharing = async (xml: string) => (await prepareAccepted(xml, { check })).model.services.size === 0;
  expect(await sharing(only())).toBe(true);
  expect(await sharing(only('camunda', 'zeebe'))).toBe(true);
  for (const vendor of ['camunda', 'zeebe', 'flowable', 'activiti']) expect(await sharing(only(vendor))).toBe(false);
  expect(await sharing(only('activiti', 'flowable'))).toBe(false);
});

/** A data input or output of the call, and what it is bound to. */
const data = (way: 'Input' | 'Output', name: string, bound: string) => {
  const id = `${way}-${name.replace(' ', '')}`;
  const refs = [`<sourceRef>${bound}</sourceRef>`, `<targetRef>${id}</targetRef>`];
  const turned = [`<sourceRef>${id}</sourceRef>`, `<targetRef>${bound}</targetRef>`];
  return {
    declared: `<data${way} id="${id}" name="${name}"/>`,
    association: `<data${way}Association>${(way === 'Input' ? refs : turned).join('')}</data${way}Association>`,
  };
};

test('data inputs and outputs of a call of jBPM are what its process is given and gives back', async () => {
  const parts = [data('Input', 'person', 'boss'), data('Input', 'a b', 'boss'), data('Output', 'result', 'verdict')];
  const content = `<ioSpecification>${parts.map(({ declared }) => declared).join('')}<inputSet/><outputSet/></ioSpecification>${parts.map(({ association }) => association).join('')}`;
  const file = processFile([start(), callActivity('call', 'check', { content }), end()], 'start > call > end', {
    id: 'main',
    before: '<property id="boss"/><property id="verdict"/>',
  });
  const jbpm = file
    .replace(/ xmlns:camunda="[^"]*"/, ' xmlns:drools="http://www.jboss.org/drools"')
    .replace(/ xmlns:(zeebe|flowable|activiti)="[^"]*"/g, '');
  const { model, problems } = await prepareAccepted(jbpm, { check });
  const set = [...model.services.values()].flatMap(({ nodeId, assign = [], passes }) =>
    assign.map(({ name, value }) => `${nodeId} ${name} ${value.text}${passes?.onError ? ', after an error too' : ''}`),
  );
  expect(set).toEqual([
    "call..in person ${execution.getVariable('boss')}",
    "call..out verdict ${execution.getVariable('result')}, after an error too",
  ]);
  expect(problems.map(({ rule, reason }) => `${rule}: ${reason}`)).toEqual([
    'call-parameter-not-run: The call activity "call" has the parameter the data input a b, which does not run here.',
  ]);
});

test('a variable that is not passed, and that the called process reads before anything in it could set it', async () => {
  const amount = '<camunda:in source="amount" target="amount"/>';
  expect(await found(amount)).toEqual([
    'call-variable-missing call: The process that the call activity "call" calls reads person at once, and the call does not pass it: the process has variables of its own, so an instance that reaches the call fails.',
  ]);
  const each = multiInstance({ collection: '${people}', elementVariable: 'person' });
  const local = '<camunda:in variables="all" local="true"/>';
  const later = processFile(
    [start('s'), userTask('ask', { assignee: 'bo' }), userTask('look', { assignee: '${person}' }), end('e')],
    's > ask > look > e',
    { id: 'check' },
  );
  expect(await found(local, { content: each })).toEqual([]);
  expect(await found('<camunda:in variables="all"/>')).toEqual([]);
  expect(await found('<camunda:in source="boss" target="person"/>')).toEqual([]);
  expect(await findPrepared(caller(amount), { check: later })).toEqual([]);
});

test('what is not run is named', async () => {
  expect(
    await found(
      '<camunda:in source="boss" target="person"/><camunda:in businessKey="${other}"/><camunda:out source="x" target="a.b"/>',
    ),
  ).toEqual([
    'call-parameter-not-run call: The call activity "call" has the parameter camunda:in businessKey="${other}", camunda:out target="a.b", which does not run here.',
  ]);
});
