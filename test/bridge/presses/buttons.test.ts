/** What a button looks like on the wire, and how each kind of it is called. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BridgeOptions } from '../../../src/index.ts';
import { end, exclusive, processFile, start, subProcess, userTask } from '../../support/bpmn-xml.ts';
import { createDatabaseFile, type DatabaseFile } from '../database-file.ts';
import { createWorld, type World } from '../world.ts';

let file: DatabaseFile;
let world: World;
beforeEach(async () => {
  file = createDatabaseFile();
  world = await createWorld({ bridge: { store: file.store } });
});
afterEach(async () => {
  await world[Symbol.asyncDispose]();
  file[Symbol.dispose]();
});

async function begin(xml: string, variables: Record<string, string | string[]> = {}, options?: Partial<BridgeOptions>) {
  if (options) await world.reopen(options);
  const { processId } = await world.bridge.deploy(xml);
  const { instanceId } = await world.bridge.start(processId, { initiator: 'anna', variables });
  await world.bridge.idle();
  return instanceId;
}

interface SentItem {
  readonly next?: readonly { readonly nodeId: string; readonly actions: readonly Record<string, unknown>[] }[];
  readonly previousActions?: readonly Record<string, unknown>[];
}

/** The items of all reports so far, as they came over the wire. */
const sent = (): SentItem[] =>
  world.sandbox.traffic.filter(({ call }) => call === 'taskHandle').flatMap(({ body }) => body as SentItem[]);
const actionsOf = (nodeId: string) =>
  sent()
    .flatMap(({ next = [] }) => next)
    .find((each) => each.nodeId === nodeId)?.actions;
/** The calls of buttons so far: method and parameters. */
const called = () =>
  world.sandbox.traffic.filter(({ call }) => call === 'button').map(({ method, body }) => ({ method, body }));

const oneTask = (extensions: string) =>
  processFile([start(), userTask('check', { assignee: 'bo', extensions }), end()], 'start > check > end', {
    id: 'one',
  });

it('buttons of the process stand on every task, behind its own, also inside a sub-process', async () => {
  const everywhere =
    '<ttc:action name="Stop" type="BREAK_UP"/><ttc:action name="Call back" type="REVOKE"/>' +
    '<ttc:action name="Urge" key="urge" type="PROMOTER"/><ttc:action name="Note" key="note" type="ALL"/>';
  const part = subProcess('part', [start('in'), userTask('check', { assignee: 'bo' }), end('out')], 'in > check > out');
  const xml = processFile(
    [start(), userTask('apply', { assignee: 'anna' }), part, userTask('file', { assignee: 'chen' }), end()],
    'start > apply > part > file > end',
    { id: 'whole', extensions: everywhere },
  );
  await begin(xml);
  await world.press('anna', 'apply');
  await world.press('bo', 'check');
  for (const nodeId of ['apply', 'check', 'file']) {
    expect(actionsOf(nodeId)?.map(({ name, type }) => [name, type])).toEqual([
      ['Handle', 'HANDLE'],
      ['Stop', 'BREAK_UP'],
      ['Call back', 'REVOKE'],
      ['Urge', 'PROMOTER'],
      ['Note', 'ALL'],
    ]);
  }
  const [transaction] = world.sandbox.initiated('anna');
  expect(transaction?.tasks.map(({ buttons }) => buttons.map(({ name }) => name))).toEqual(
    Array(3).fill(['Stop', 'Call back', 'Urge', 'Note']),
  );
});

describe('a button that opens a page', () => {
  it('has the address of the page, filled in and escaped, and nobody is called', async () => {
    const url = 'https://pages.example/transfer/{taskId}?in={instanceId}&amp;at={nodeId}';
    const page = `<ttc:action name="Give away" type="TRANSFER" optType="1" url="${url}" method="get"/>`;
    const id = await begin(oneTask(page));
    const filled = `https://pages.example/transfer/${id}.1?in=${id}&at=check`;
    expect(actionsOf('check')?.[1]).toEqual({
      ...{ name: 'Give away', type: 'TRANSFER', optType: 1, url: filled, method: 'get', allowMerge: 0 },
    });
    const pressed = await world.sandbox.press(`${id}.1`, { action: 'Give away', account: 'bo' });
    expect(pressed).toMatchObject({ status: undefined, opened: filled });
    expect(called()).toEqual([]);
  });

  it('does from its page what the method of the bridge does', async () => {
    const page =
      '<ttc:action name="Give away" type="TRANSFER" optType="1" url="https://pages.example/{taskId}"/>' +
      '<ttc:action name="Tell" type="CIRCULARIZE" optType="1" url="https://pages.example/tell/{taskId}"/>';
    const id = await begin(oneTask(page));
    const { opened } = await world.sandbox.press(`${id}.1`, { action: 'Give away', account: 'bo' });
    const taskId = new URL(opened ?? '').pathname.slice(1);
    expect(await world.bridge.circulate(taskId, { from: 'bo', to: ['dara'] })).toMatchObject({ kind: 'applied' });
    expect(await world.bridge.transfer(taskId, { from: 'bo', to: 'chen' })).toMatchObject({ kind: 'applied' });
    await world.bridge.idle();
    expect(world.pending()).toEqual(['chen:check']);
    expect(actionsOf('check')?.map(({ name }) => name)).toEqual(['Handle', 'Give away', 'Tell']);
  });

  it('may stand in the handled list', async () => {
    const page =
      '<ttc:previousAction name="Look" key="look" type="HANDLEDR" optType="1" url="https://pages.example/{nodeId}/{taskId}"/>';
    const id = await begin(oneTask(page));
    await world.press('bo', 'check');
    expect(sent().at(-1)?.previousActions).toEqual([
      { name: 'Look', type: 'HANDLEDR', optType: '1', method: 'post', url: `https://pages.example/check/${id}.1` },
    ]);
    const { opened } = await world.sandbox.press(`${id}.1`, { action: 'Look', account: 'bo' });
    expect(opened).toBe(`https://pages.example/check/${id}.1`);
  });
});

it('a button of the handled list goes with the report that handles the task, with its times and no word of batches', async () => {
  const id = await begin(
    oneTask('<ttc:previousAction name="Back" key="back" type="HANDLEDR" times="2" method="put"/>'),
  );
  expect(actionsOf('check')?.map(({ name }) => name)).toEqual(['Handle']);
  await world.press('bo', 'check');
  const url = expect.stringContaining(`/tasks/${id}.1/back/k1.`);
  expect(sent().at(-1)?.previousActions).toEqual([
    { name: 'Back', type: 'HANDLEDR', optType: '0', method: 'put', times: 2, url },
  ]);
});

describe('a button that is called', () => {
  it.each(['get', 'post', 'put'])('by %s, as its diagram says', async (method) => {
    await begin(oneTask(`<ttc:action name="Go" key="go" type="HANDLE" method="${method}"/>`));
    expect(actionsOf('check')).toMatchObject([{ name: 'Go', optType: 0, method }]);
    expect(await world.press('bo', 'check', 'Go')).toBe(0);
    expect(called()).toMatchObject([{ method: method.toUpperCase(), body: { accountName: 'bo', opinions: 'fine' } }]);
    expect(world.reports().at(-1)).toBe('check end');
  });

  it('sends the nextNodeKey of its flow, which is what follows, or the flow where two lead to the same', async () => {
    const decided = (nodeId: string, ways: string) =>
      processFile(
        [start(), userTask(nodeId, { assignee: 'bo' }), exclusive('ok'), userTask('file', { assignee: 'chen' }), end()],
        `start > ${nodeId} > ok; ${ways}; file > end`,
        { id: 'decided' },
      );
    await begin(decided('check', 'ok >"Yes" file; ok >"No" end'));
    expect(actionsOf('check')?.map(({ nextNodeKey }) => nextNodeKey)).toEqual(['file', 'end']);
    expect(await world.press('bo', 'check', 'Yes')).toBe(0);
    expect(called().at(-1)?.body).toMatchObject({ nextNodeKey: 'file' });
    expect(world.pending()).toEqual(['chen:file']);

    await begin(decided('judge', 'ok >"Yes" file; ok >"Hurry" file; ok >"No" end'));
    expect(actionsOf('judge')?.map(({ nextNodeKey }) => nextNodeKey)).toEqual(['ok-file', 'ok-file-2', 'end']);
  });

  it('may be pressed in a batch where its diagram, or the default for derived buttons, allows it', async () => {
    const explicit =
      '<ttc:action name="Agree" key="agree" type="HANDLE" allowMerge="1"/><ttc:action name="Refuse" key="refuse" type="HANDLE"/>';
    await begin(oneTask(explicit));
    const derived = processFile([start(), userTask('sign', { assignee: 'bo' }), end()], 'start > sign > end', {
      id: 'two',
    });
    await begin(derived, {}, { defaults: { allowMerge: 1 } });
    expect(
      [...(actionsOf('check') ?? []), ...(actionsOf('sign') ?? [])].map(({ name, allowMerge }) => [name, allowMerge]),
    ).toEqual([
      ['Agree', 1],
      ['Refuse', 0],
      ['Handle', 1],
    ]);
  });

  it('is pressed for a batch of tasks, one after the other', async () => {
    const xml = oneTask('<ttc:action name="Agree" key="agree" type="HANDLE" allowMerge="1"/>');
    await begin(xml);
    await begin(xml);
    const batch = world.sandbox.batchable('bo').map(({ taskId }) => taskId);
    const results = await world.sandbox.batch(batch, { account: 'bo', opinions: 'all of them' });
    await world.bridge.idle();
    expect(results.map(({ body }) => (body as { code: number }).code)).toEqual([0, 0]);
    expect(world.pending()).toEqual([]);
    expect(await world.bridge.instances.list({ status: 'ended' })).toHaveLength(2);
  });
});

it('buttons are labelled in the words of the host, and stay the same buttons when these change', async () => {
  const chinese: Record<string, string> = { Handle: '办理', Yes: '同意', No: '驳回', Note: '备注', Back: '撤回' };
  const translateLabel = (label: string) => chinese[label] ?? label;
  const xml = processFile(
    [
      start(),
      userTask('apply', { assignee: 'anna' }),
      userTask('check', {
        assignee: 'bo',
        extensions: '<ttc:previousAction name="Back" key="back" type="HANDLEDR"/>',
      }),
      exclusive('ok'),
      end(),
    ],
    'start > apply > check > ok; ok >"Yes" end; ok >"No" apply',
    { id: 'translated', extensions: '<ttc:action name="Note" key="note" type="ALL"/>' },
  );
  await begin(xml, {}, { translateLabel });
  expect(actionsOf('apply')?.map(({ name }) => name)).toEqual(['办理', '备注']);
  expect(await world.press('anna', 'apply', '办理')).toBe(0);
  expect(actionsOf('check')?.map(({ name }) => name)).toEqual(['同意', '驳回', '备注']);

  await world.reopen({ translateLabel: (label) => `${label}!` });
  expect(await world.press('bo', 'check', '驳回')).toBe(0);
  expect(sent().at(-1)).toMatchObject({ handleStatus: 'No!', previousActions: [{ name: 'Back!' }] });
  expect(world.pending()).toEqual(['anna:apply']);
});

describe('a button with a fixed "to"', () => {
  const TO = '<ttc:action name="Over" key="over" type="TRANSFER" to="${deputy}"/>';
  const TELL = '<ttc:action name="Tell" key="tell" type="CIRCULARIZE" to="=readers"/>';

  it('gives the task to whom its expression names', async () => {
    await begin(oneTask(TO), { deputy: 'chen' });
    expect(await world.press('bo', 'check', 'Over')).toBe(0);
    expect(world.pending()).toEqual(['chen:check']);
    expect(await world.press('chen', 'check')).toBe(0);
    expect(world.reports()).toEqual(['start next check', 'check next check', 'check end']);
  });

  it.each([
    ['nobody', ''],
    ['several people', 'chen,dara'],
  ])('that names %s leaves the task where it is, and says what to do', async (what, deputy) => {
    await begin(oneTask(TO), { deputy });
    const { body } = await world.sandbox.press(world.taskOf('bo', 'check'), { action: 'Over', account: 'bo' });
    const message = `The button Over names ${what} as the next handler. Set the variables its "to" reads, and press again. (ERR_STEP_FAILED)`;
    expect(body).toMatchObject({ code: 500, message });
    expect(world.pending()).toEqual(['bo:check']);
  });

  it('that names whoever presses it is refused as the same transfer from code is, and no incident comes of it', async () => {
    const instanceId = await begin(oneTask(TO), { deputy: 'bo' });
    const taskId = world.taskOf('bo', 'check');
    const untouched = file.dump();
    const { body } = await world.sandbox.press(taskId, { action: 'Over', account: 'bo' });
    const { kind, message } = await world.bridge.transfer(taskId, { from: 'bo', to: 'bo' });
    expect(body).toEqual({ code: 400, message, data: { verdict: kind } });
    expect(kind).toBe('invalid');
    expect(file.dump()).toEqual(untouched);
    await world.bridge.setVariables(instanceId, { deputy: 'chen' });
    expect(await world.press('bo', 'check', 'Over')).toBe(0);
    expect(world.pending()).toEqual(['chen:check']);
  });

  it('tells those its expression names', async () => {
    const id = await begin(oneTask(TELL), { readers: ['chen', 'dara', 'chen'] });
    expect(await world.press('bo', 'check', 'Tell')).toBe(0);
    expect(world.pending()).toEqual(['bo:check']);
    const told = (await world.bridge.history({ instanceId: id })).filter(({ type }) => type === 'task.circulated');
    expect(told.map(({ data }) => data)).toMatchObject([{ account: 'bo', to: ['chen', 'dara'], opinions: 'fine' }]);
  });
});
