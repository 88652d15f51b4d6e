/** The door `bpmn-transaction-bridge/testing`, as the tests of a service use it. */
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { createProcessTest, type ProcessTestOptions } from '../../src/testing/index.ts';
import { end, processFile, start, userTask } from '../support/bpmn-xml.ts';

const DAY_MS = 86_400_000;
const diagrams = new URL('../../processes/expense-claim.bpmn', import.meta.url);

const tempFolders = async () => (await readdir(tmpdir())).filter((name) => name.startsWith('process-test-'));

test('a claim is checked, reminded of after three days, approved after a restart, and paid', async () => {
  const before = await tempFolders();
  const payments: unknown[] = [];
  const expenses = await createProcessTest({
    diagrams,
    bridge: { services: { 'pay-out': ({ variables }) => void payments.push(variables.amount) } },
    now: new Date('2026-03-02T04:00:00Z'),
  });
  const variables = { purpose: 'Train to Hamburg', amount: 400, manager: 'bo' };
  const instanceId = await expenses.start('expense-claim', { initiator: 'anna', variables });
  await expenses.press('anna', 'claim');
  expect(expenses.pending()).toMatchObject([
    { nodeId: 'check-receipts', nodeName: 'Check receipts', accounts: ['fatima', 'gu'], buttons: ['Handle'] },
  ]);
  const checked = await expenses.press('gu', 'Check receipts', undefined, { opinions: 'All there.' });
  expect(checked).toMatchObject({ status: 200, body: { code: 0 } });

  const messages = () => expenses.sandbox.messages('bo').length;
  await expenses.advance(3 * DAY_MS - 1);
  expect(messages()).toBe(0);
  await expenses.advance(1);
  expect(messages()).toBe(1);

  const { bridge } = expenses;
  await expenses.restart();
  expect(expenses.bridge).not.toBe(bridge);
  const [task] = expenses.pending();
  await expenses.press('bo', task?.taskId ?? '', 'Approve');
  expect(payments).toEqual([400]);
  expect(expenses.pending()).toEqual([]);
  expect(await expenses.reports(instanceId)).toEqual([
    { nodeId: null, status: 'next', next: ['claim'], handler: 'anna', handlerName: 'Anna Berg' },
    expect.objectContaining({ nodeId: 'claim', status: 'next', next: ['check-receipts'], handler: 'anna' }),
    expect.objectContaining({ nodeId: 'check-receipts', status: 'next', next: ['approve'], handler: 'gu' }),
    expect.objectContaining({ nodeId: 'approve', status: 'end', next: [], handleStatus: 'Approve' }),
  ]);
  expect(await expenses.reports()).toHaveLength(4);
  await expenses.close();
  await expenses.close();
  expect(await tempFolders()).toEqual(before);
});

test('a press that nobody can make says what is pending, and calls nothing', async () => {
  await using expenses = await createProcessTest({ diagrams, bridge: { services: { 'pay-out': () => undefined } } });
  await expect(expenses.press('bo', 'approve')).rejects.toMatchObject({
    code: 'ERR_INPUT_INVALID',
    message: 'bo has no task approve; pending: nothing',
  });
  const variables = { purpose: 'Tea', amount: 4, manager: 'bo' };
  await expenses.start('expense-claim', { initiator: 'anna', variables });
  await expect(expenses.press('bo', 'approve')).rejects.toThrow('bo has no task approve; pending: claim of anna');
  await expenses.press('anna', 'claim');
  await expect(expenses.press('bo', 'approve')).rejects.toThrow(
    /has 3 buttons that a press without a name could mean for bo\. .*: .* \(Approve\), .* \(Reject\), .* \(Circulate\)\.$/,
  );
  await expect(expenses.press('bo', 'approve', 'Agree')).rejects.toMatchObject({ code: 'ERR_BUTTON_UNKNOWN' });
  expect(expenses.sandbox.traffic.filter(({ call }) => call === 'button')).toHaveLength(1);
});

test('an initiator urges and withdraws, by the buttons of the process, and a page of the service presses', async () => {
  const contract = new URL('../../processes/contract.bpmn', import.meta.url);
  await using contracts = await createProcessTest({ diagrams: contract });
  const variables = { subject: 'Rent', reviewer: 'bo', manager: 'dara' };
  const instanceId = await contracts.start('contract', { initiator: 'anna', variables });
  // Withdraw, Abort and Urge are on it too, in the list of what she initiated.
  await contracts.press('anna', 'Draft');
  const opened = await contracts.press('bo', 'review', 'transfer');
  expect(opened).toMatchObject({ opened: expect.stringContaining('https://contracts.example/transfer/') });
  expect(contracts.pending().map(({ nodeId }) => nodeId)).toEqual(['review']);

  expect(await contracts.press('anna', 'review', 'Urge')).toMatchObject({ body: { code: 0 } });
  expect(contracts.pending().map(({ nodeId }) => nodeId)).toEqual(['review', 'see-to-it']);
  await expect(contracts.press('bo', 'review', 'Urge')).rejects.toMatchObject({
    code: 'ERR_BUTTON_UNKNOWN',
    message: expect.stringMatching(/for bo\. .*transfer \(Transfer\), ask-manager \(Hand to the manager\)/),
  });

  const noted = await contracts.press('bo', 'review', 'handle', { variables: { pages: 12 }, opinions: 'Read.' });
  expect(noted).toEqual({ verdict: { kind: 'applied', message: 'Handle: done' } });
  expect(await contracts.bridge.instances.variables(instanceId)).toMatchObject({ pages: 12, opinions: 'Read.' });
  await expect(contracts.press('dara', 'Sign', 'handle', { variables: {}, uuid: 'u-1' })).rejects.toMatchObject({
    code: 'ERR_INPUT_INVALID',
  });

  await contracts.press('anna', 'Sign', 'withdraw');
  expect(contracts.pending()).toEqual([]);
  expect((await contracts.bridge.instances.get(instanceId))?.status).toBe('revoked');
});

test('whoever handled a task takes it back by its button in the handled list, as often as it may be pressed', async () => {
  await using leave = await createProcessTest({ diagrams: new URL('../../processes/take-back.bpmn', import.meta.url) });
  const variables = { wish: 'A tree', approver: 'bo', checker: 'dara' };
  const instanceId = await leave.start('take-back', { initiator: 'anna', variables });
  await leave.press('anna', 'Apply');
  await leave.press('bo', 'Approve');
  await leave.press('bo', 'Approve', 'Take back');
  expect(leave.pending()).toMatchObject([{ nodeId: 'approve', accounts: ['bo'] }]);
  const first = `${instanceId}.2`;
  await expect(leave.press('bo', first, 'take-back')).rejects.toMatchObject({ code: 'ERR_BUTTON_UNKNOWN' });
  // The task that is pending again has another button only.
  await leave.press('bo', 'approve', 'handle');
  expect(await leave.press('bo', 'approve', 'take-back')).toMatchObject({ body: { code: 0 } });
});

test('buttons that open one page are told apart by key and label, and two with one label by key', async () => {
  const page = (key: string, name: string, path = '{taskId}') =>
    `<ttc:action key="${key}" name="${name}" type="DEAL" optType="1" url="https://forms.example/${path}"/>`;
  const extensions = page('yes', 'Yes') + page('no', 'No') + page('note', 'Note') + page('more', 'Note', 'more');
  const judge = userTask('judge', { assignee: 'bo', extensions });
  const source = processFile([start(), judge, end()], 'start > judge > end');
  await using forms = await createProcessTest({ diagrams: source });
  const heard: (string | null)[] = [];
  forms.bridge.on('action', ({ key }) => heard.push(key));
  const instanceId = await forms.start(forms.deployed.processId, { initiator: 'anna' });
  const opened = `https://forms.example/${instanceId}.1`;
  for (const button of ['Yes', 'No', 'no', 'note'])
    expect(await forms.press('bo', 'judge', button)).toMatchObject({ opened });
  expect(await forms.press('bo', 'judge', 'more')).toMatchObject({ opened: 'https://forms.example/more' });
  for (const button of ['Yes', 'No', 'note', 'more']) await forms.press('bo', 'judge', button, { variables: {} });
  expect(heard).toEqual(['yes', 'no', 'note', 'more']);
});

test('the latest handled task and the oldest pending one are those by the clock, whatever instance they are of', async () => {
  const back = '<ttc:previousAction key="back" name="Back" type="HANDLEDR"/>';
  const asked = [userTask('first', { assignee: 'bo', extensions: back }), userTask('second', { assignee: 'bo' })];
  const source = processFile([start(), ...asked, end()], 'start > first > second > end');
  await using tasks = await createProcessTest({ diagrams: source });
  const heard: (string | null)[] = [];
  tasks.bridge.on('action', ({ taskId }) => heard.push(taskId));
  const begin = () => tasks.start(tasks.deployed.processId, { initiator: 'anna' });
  const [one, other] = [await begin(), await begin()];
  for (const id of [other, one]) {
    await tasks.press('bo', `${id}.1`);
    await tasks.advance(1_000);
  }
  await tasks.press('bo', 'first', 'Back');
  expect(heard).toEqual([`${one}.1`]);
  await tasks.press('bo', 'second');
  expect(tasks.pending().map(({ taskId }) => taskId)).toEqual([`${one}.2`]);
});

test.each([-1, 0, 1.5, Number.NaN])('the clock cannot be advanced by %s', async (ms) => {
  await using expenses = await createProcessTest({ diagrams, bridge: { services: { 'pay-out': () => undefined } } });
  await expect(expenses.advance(ms)).rejects.toMatchObject({ code: 'ERR_INPUT_INVALID' });
});

test.each([
  [{ diagrams, diagram: 'x' }, 'ERR_CONFIG_INVALID'],
  [{ diagrams: 'no-such-file.bpmn' }, 'ERR_INPUT_INVALID'],
  [{ diagrams, sandbox: { apps: [] } }, 'ERR_CONFIG_INVALID'],
  [{ diagrams, bridge: { reportHoldMs: -1 } }, 'ERR_CONFIG_INVALID'],
  [{ diagrams, store: 'sqlite:./x.db' }, 'ERR_CONFIG_INVALID'],
  [{ diagrams, store: 'postgres://host/database?schema=approvals' }, 'ERR_CONFIG_INVALID'],
])('%j is refused, and leaves nothing behind', async (options, code) => {
  const before = await tempFolders();
  await expect(createProcessTest(options as ProcessTestOptions)).rejects.toMatchObject({ code });
  expect(await tempFolders()).toEqual(before);
});

test('a database that is away leaves no server behind, which would keep the process alive', async () => {
  const servers = () => process.getActiveResourcesInfo().filter((name) => name === 'TCPServerWrap').length;
  const before = servers();
  const store = 'postgres://127.0.0.1:1/none';
  await expect(createProcessTest({ diagrams, store })).rejects.toMatchObject({ code: 'ERR_STORE_UNAVAILABLE' });
  await expect.poll(servers).toBe(before);
});
