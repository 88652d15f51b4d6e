import { expect, test } from 'vitest';
import { callActivity, end, multiInstance, processFile, start, userTask } from '../../support/bpmn-xml.ts';
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

test('what happens anyway needs nothing, and is not named', async () => {
  const same = '<camunda:in variables="all"/><camunda:in businessKey="#{execution.processBusinessKey}"/>';
  const { set, xml } = await assignments(`${same}<camunda:in source="person" target="person"/>`);
  expect(set).toEqual([]);
  expect(xml).not.toContain('call..');
  expect(await found(same)).toEqual([]);
});

test('what is not run is named', async () => {
  expect(await found('<camunda:in businessKey="${other}"/><camunda:out source="x" target="a.b"/>')).toEqual([
    'call-parameter-not-run call: The call activity "call" has the parameter camunda:in businessKey="${other}", camunda:out target="a.b", which is not run.',
  ]);
});

test('a variable that the caller reads, or that parallel instances share, is named', async () => {
  const mapped = '<camunda:in source="boss" target="person"/>';
  expect(await found(mapped)).toEqual([]);
  expect(await found(mapped, {}, '${person}')).toEqual([
    'call-parameter-shared call: The call activity "call" sets person, which its caller reads as well: caller and called process share their variables.',
  ]);
  const parallel = multiInstance({ collection: '${bosses}', elementVariable: 'boss' });
  expect(await found(mapped, { content: parallel })).toEqual([
    'call-parameter-shared call: The call activity "call" sets person for each of its parallel instances, which share their variables: the last one would count for all.',
  ]);
});
