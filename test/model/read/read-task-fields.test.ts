import { describe, expect, test } from 'vitest';
import { ALLOWED_OPERATIONS } from '../../../src/model/ttc/allowed-operations.ts';
import { fileWith, properties, subProcess, userTask } from '../../support/bpmn-xml.ts';
import type { ModelOptions } from '../../support/inner/model.ts';
import { readAccepted, readTask } from '../read-accepted.ts';

const withAttributes = (attributes: Record<string, string>) => fileWith(userTask('a', { attributes }));
const withExtensions = (extensions: string) => fileWith(userTask('a', { extensions }));

test('nodeId is the id, nodeName the name on one line', async () => {
  const task = await readTask(fileWith(userTask('a', { name: 'Approve\nthe leave' })));
  expect(task).toMatchObject({ nodeId: 'a', nodeName: 'Approve the leave' });
});

test('nodeName is the id where there is no name', async () => {
  expect((await readTask(fileWith(userTask('a')))).nodeName).toBe('a');
});

test('ttc:taskName is an expression', async () => {
  const { taskName } = await readTask(withAttributes({ 'ttc:taskName': 'Leave of ${initiator}' }));
  expect(taskName?.evaluate({ initiator: 'anna' })).toBe('Leave of anna');
});

describe('timeOut', () => {
  test.each([
    ['ttc:timeOut in hours', withAttributes({ 'ttc:timeOut': '24', 'camunda:dueDate': 'P1D' }), 'hours', '24'],
    ['camunda:dueDate', withAttributes({ 'camunda:dueDate': 'P1D', 'flowable:dueDate': 'P2D' }), 'due', 'P1D'],
    ['zeebe:taskSchedule', withExtensions('<zeebe:taskSchedule dueDate="=due"/>'), 'due', '=due'],
    ['flowable:dueDate', withAttributes({ 'flowable:dueDate': '${due}' }), 'due', '${due}'],
    ['activiti:dueDate', withAttributes({ 'activiti:dueDate': 'PT4H' }), 'due', 'PT4H'],
  ])('%s', async (_title, xml, kind, text) => {
    const { timeOut } = await readTask(xml);
    expect([timeOut?.kind, timeOut?.expression.text]).toEqual([kind, text]);
  });

  test('is absent where nothing says it', async () => {
    expect((await readTask(fileWith(userTask('a')))).timeOut).toBeUndefined();
  });
});

describe('canDelegate and autoCreateTransType', () => {
  test('come from the task', async () => {
    const xml = withAttributes({ 'ttc:canDelegate': '1', 'ttc:autoCreateTransType': 'true' });
    expect(await readTask(xml, 'a', { canDelegate: 0, autoCreateTransType: false })).toMatchObject({
      canDelegate: 1,
      autoCreateTransType: true,
    });
  });

  test('else from the options', async () => {
    const task = await readTask(fileWith(userTask('a')), 'a', { canDelegate: 1, autoCreateTransType: true });
    expect(task).toMatchObject({ canDelegate: 1, autoCreateTransType: true });
  });

  test('else are left to the center', async () => {
    const task = await readTask(fileWith(userTask('a')));
    expect(task).not.toHaveProperty('canDelegate');
    expect(task).not.toHaveProperty('autoCreateTransType');
  });
});

describe('allow', () => {
  const written = (ofTask: string | undefined, ofProcess: string | undefined) =>
    fileWith(userTask('a', { attributes: { 'ttc:allow': ofTask } }), { attributes: { 'ttc:allow': ofProcess } });
  const options: ModelOptions = { allow: ['claim'] };

  test.each([
    ['comes from the task', 'delegate', 'addSigners', ['delegate']],
    ['else from the process', undefined, 'addSigners', ['addSigners']],
    ['else from the options', undefined, undefined, ['claim']],
    ['none on a task takes away what the process allows', 'none', 'addSigners', []],
    ['none on a process takes away what the options allow', undefined, 'none', []],
    [
      'has commas or blanks between its words',
      'claim delegate,addSigners sendBackDirect',
      undefined,
      [...ALLOWED_OPERATIONS],
    ],
  ])('%s', async (_title, ofTask, ofProcess, allow) => {
    expect((await readTask(written(ofTask, ofProcess), 'a', options)).allow).toEqual(allow);
  });

  test('is empty where nothing says it', async () => {
    expect((await readTask(fileWith(userTask('a')))).allow).toEqual([]);
  });

  test('holds in the sub-processes of the process', async () => {
    const xml = fileWith(subProcess('part', [userTask('a')], ''), { attributes: { 'ttc:allow': 'claim' } });
    expect((await readTask(xml)).allow).toEqual(['claim']);
  });
});

describe('urls', () => {
  test('come from their own attributes', async () => {
    const urls = {
      handleUrl: 'https://x/h/{taskId}',
      viewUrl: 'https://x/v',
      mHandleUrl: 'https://m/h',
      mViewUrl: 'https://m/v/{instanceId}/{nodeId}',
    };
    const attributes = Object.fromEntries(Object.entries(urls).map(([name, url]) => [`ttc:${name}`, url]));
    expect((await readTask(withAttributes(attributes))).urls).toEqual(urls);
  });

  test.each([
    ['camunda:formKey', withAttributes({ 'camunda:formKey': 'https://x/f', 'ttc:viewUrl': 'https://x/v' })],
    ['flowable:formKey', withAttributes({ 'flowable:formKey': 'https://x/f', 'ttc:viewUrl': 'https://x/v' })],
    [
      'zeebe:formDefinition',
      withExtensions(
        `<zeebe:formDefinition externalReference="https://x/f"/>${properties({ 'ttc:viewUrl': 'https://x/v' })}`,
      ),
    ],
  ])('else from a web address as %s', async (_title, xml) => {
    expect((await readTask(xml)).urls).toEqual({
      handleUrl: 'https://x/f',
      viewUrl: 'https://x/v',
      mHandleUrl: 'https://x/f',
      mViewUrl: 'https://x/f',
    });
  });

  test('a form that is no web address is not one', async () => {
    expect((await readTask(withAttributes({ 'camunda:formKey': 'embedded:x.html' }))).urls).toEqual({});
  });
});

describe('summary', () => {
  const written = async (extensions: string) =>
    (await readTask(withExtensions(extensions))).summary.map(({ title, content }) => [title, content.text]);

  test('of elements', async () => {
    const xml = '<ttc:summary title="Days" content="${days}"/><ttc:summary title="Why" content="=reason"/>';
    expect(await written(xml)).toEqual([
      ['Days', '${days}'],
      ['Why', '=reason'],
    ]);
  });

  test('of properties, as often as wanted', async () => {
    const one = properties({ 'ttc:summary': 'Days|${days}' });
    const two = properties({ 'ttc:summary': 'Why | a or b | c' }, 'zeebe');
    expect(await written(one + two)).toEqual([
      ['Days', '${days}'],
      ['Why', 'a or b | c'],
    ]);
  });
});

describe('the process', () => {
  test('names its type and the transaction', async () => {
    const attributes = {
      'ttc:transTypeCode': 'LEAVE',
      'ttc:transTypeName': 'Leave',
      'ttc:transactionName': '${initiator} on leave',
    };
    const extensions = '<ttc:summary title="Days" content="${days}"/>';
    const model = await readAccepted(fileWith(userTask('a'), { attributes, extensions, name: 'Leave approval' }));
    expect(model).toMatchObject({ processId: 'process', processName: 'Leave approval' });
    expect(model).toMatchObject({ transTypeCode: 'LEAVE', transTypeName: 'Leave' });
    expect(model.transactionName?.evaluate({ initiator: 'anna' })).toBe('anna on leave');
    expect(model.summary.map(({ title }) => title)).toEqual(['Days']);
  });

  test('else its id is the code and its name the name of the type', async () => {
    const model = await readAccepted(fileWith(userTask('a'), { id: 'leave', name: 'Leave approval' }));
    expect(model).toMatchObject({ transTypeCode: 'leave', transTypeName: 'Leave approval' });
  });

  test.each(['camunda', 'flowable', 'activiti'])(
    'reads the name of the initiator variable from %s:initiator',
    async (vendor) => {
      const xml = fileWith(userTask('a')).replace('<startEvent ', `<startEvent ${vendor}:initiator="employee" `);
      expect((await readAccepted(xml)).initiatorVariable).toBe('employee');
    },
  );
});
