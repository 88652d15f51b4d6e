/** What people and operators do to tasks and instances beside handling them: from the center's buttons and from code. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  boundary,
  catchEvent,
  end,
  eventSubProcess,
  message,
  parallel,
  processFile,
  root,
  signal,
  start,
  timer,
  userTask,
} from '../support/bpmn-xml.ts';
import { createDatabaseFile, type DatabaseFile } from './database-file.ts';
import { createWorld, type World } from './world.ts';

const HOUR_MS = 3_600_000;
const NOON = Date.UTC(2026, 2, 1, 4);

let now: number;
let file: DatabaseFile;
let world: World;
beforeEach(async () => {
  now = NOON;
  file = createDatabaseFile();
  world = await createWorld({
    bridge: { store: file.store, clock: () => now, defaults: { systemHandler: 'chen', systemName: 'Bot' } },
    sandbox: { clock: () => now },
  });
});
afterEach(async () => {
  await world[Symbol.asyncDispose]();
  file[Symbol.dispose]();
});

const TWO_STEPS = processFile(
  [start(), userTask('check', { assignee: 'bo' }), userTask('file', { assignee: 'anna' }), end()],
  'start > check > file > end',
  { id: 'two-steps' },
);

async function begin(xml: string, variables: Record<string, string | string[]> = {}): Promise<string> {
  const { processId } = await world.bridge.deploy(xml);
  const { instanceId } = await world.bridge.start(processId, {
    initiator: 'anna',
    initiatorName: 'Anna A.',
    variables,
  });
  await world.bridge.idle();
  return instanceId;
}
const parked = () => world.bridge.outbox.list({ state: 'parked' });
const stateOf = async (taskId: string) => (await world.bridge.tasks.get(taskId))?.state;

describe('a transfer', () => {
  it('closes the task and opens the next one of the same node, as often as wanted', async () => {
    const id = await begin(TWO_STEPS);
    for (const [from, to] of [
      ['bo', 'chen'],
      ['chen', 'emil'],
      ['emil', 'bo'],
    ] as const) {
      expect(await world.bridge.transfer(world.taskOf(from, 'check'), { from, to, opinions: 'please' })).toMatchObject({
        kind: 'applied',
      });
      await world.bridge.idle();
    }
    expect(world.pending()).toEqual(['bo:check']);
    expect(await world.bridge.tasks.get(`${id}.1`)).toMatchObject({
      state: 'TURN',
      handler: 'bo',
      turnHandler: 'chen',
    });
    expect(await stateOf(`${id}.2`)).toBe('TURN');
    await world.press('bo', 'check');
    await world.press('anna', 'file');
    expect(world.reports()).toEqual([
      'start next check',
      'check next check',
      'check next check',
      'check next check',
      'check next file',
      'file end',
    ]);
    expect(await parked()).toEqual([]);
    const [, handedOver] = await world.bridge.explain(id);
    expect(handedOver?.reason).toBe(`check (task ${id}.1) was handed over, and goes on as check (task ${id}.2).`);
  });

  it('to the same person is refused, and so is one by somebody who has not the task', async () => {
    const id = await begin(TWO_STEPS);
    const before = file.dump();
    const taskId = `${id}.1`;
    expect(await world.bridge.transfer(taskId, { from: 'bo', to: 'bo' })).toMatchObject({ kind: 'invalid' });
    expect(await world.bridge.transfer(taskId, { from: 'emil', to: 'chen' })).toEqual({
      kind: 'forbidden',
      message: 'only a handler of the task may do this',
    });
    expect(await world.bridge.transfer('nowhere', { from: 'bo', to: 'chen' })).toMatchObject({ kind: 'unknown' });
    await expect(world.bridge.transfer(taskId, { from: 'bo', to: 'chen,emil' })).rejects.toMatchObject({
      code: 'ERR_INPUT_INVALID',
    });
    expect(file.dump()).toEqual(before);
  });

  it('of a task that was transferred already is stale', async () => {
    const id = await begin(TWO_STEPS);
    await world.bridge.transfer(`${id}.1`, { from: 'bo', to: 'chen' });
    expect(await world.bridge.transfer(`${id}.1`, { from: 'bo', to: 'emil' })).toMatchObject({ kind: 'stale' });
    expect(await world.bridge.press(`${id}.1`, { account: 'bo' })).toMatchObject({ kind: 'stale' });
  });

  it('inside a countersign moves one signature, and the countersign ends when all have signed', async () => {
    await begin(
      processFile(
        [
          start(),
          userTask('sign', { assignee: '${who}', multiInstance: { collection: '${people}', elementVariable: 'who' } }),
          userTask('file', { assignee: 'anna' }),
          end(),
        ],
        'start > sign > file > end',
        { id: 'countersign' },
      ),
      { people: ['bo', 'chen'] },
    );
    await world.bridge.transfer(world.taskOf('bo', 'sign'), { from: 'bo', to: 'emil' });
    await world.bridge.idle();
    expect(world.pending().toSorted()).toEqual(['chen:sign', 'emil:sign']);
    await world.press('chen', 'sign');
    await world.press('emil', 'sign');
    expect(world.reports().slice(1)).toEqual(['sign next sign', 'sign none', 'sign next file']);
  });

  it('of one part of a shared countersign leaves the others in it', async () => {
    const id = await begin(
      processFile(
        [
          start(),
          userTask('sign', {
            assignee: '${who}',
            multiInstance: { collection: '${people}', elementVariable: 'who' },
            attributes: { 'ttc:countersign': 'shared' },
          }),
          end(),
        ],
        'start > sign > end',
        { id: 'shared' },
      ),
      { people: ['anna', 'bo', 'chen'] },
    );
    await world.bridge.press(`${id}.1`, { account: 'anna' });
    expect(await world.bridge.transfer(`${id}.1`, { from: 'bo', to: 'emil' })).toMatchObject({ kind: 'applied' });
    await world.bridge.idle();
    const open = await world.bridge.tasks.list({ instanceId: id, state: 'IN_PROGRESS' });
    expect(open).toMatchObject([{ taskId: `${id}.2`, handlers: ['emil', 'chen'], signedBy: ['anna'] }]);
    expect(await world.bridge.press(`${id}.2`, { account: 'anna' })).toMatchObject({ kind: 'stale' });
    await world.bridge.press(`${id}.2`, { account: 'chen' });
    await world.bridge.press(`${id}.2`, { account: 'emil' });
    expect(await world.bridge.instances.get(id)).toMatchObject({ status: 'ended' });
  });

  it('by a button with a fixed "to" goes where its expression says', async () => {
    await begin(
      processFile(
        [
          start(),
          userTask('check', {
            assignee: 'bo',
            extensions: '<ttc:action name="To the deputy" key="deputy" type="TRANSFER" to="${deputy}"/>',
          }),
          end(),
        ],
        'start > check > end',
        { id: 'deputy' },
      ),
      { deputy: 'emil' },
    );
    expect(await world.press('bo', 'check', 'To the deputy')).toBe(0);
    expect(world.pending()).toEqual(['emil:check']);
  });
});

it('a task in the wrong hands is put into others by an operator, a group task too', async () => {
  const identity = { isMember: () => false, membersOf: () => ['gu'] };
  await world.reopen({ identity });
  const id = await begin(
    processFile([start(), userTask('check', { groups: 'legal' }), end()], 'start > check > end', { id: 'group' }),
  );
  const reassigned = await world.bridge.reassign(`${id}.1`, { handlers: ['emil', 'bo'], reason: 'on leave' });
  expect(reassigned).toMatchObject({ kind: 'applied' });
  await world.bridge.idle();
  expect(world.pending().toSorted()).toEqual(['bo:check', 'emil:check']);
  expect(await world.bridge.tasks.get(`${id}.1`)).toMatchObject({ state: 'TURN', turnHandler: 'emil,bo' });
});

it('a task is circulated: others are named in the history, and nothing else happens', async () => {
  const id = await begin(TWO_STEPS);
  const verdict = await world.bridge.circulate(`${id}.1`, { from: 'bo', to: ['chen', 'emil'], opinions: 'see' });
  expect(verdict).toMatchObject({ kind: 'applied' });
  await world.bridge.idle();
  const circulated = (await world.bridge.history()).filter(({ type }) => type === 'task.circulated');
  expect(circulated.map(({ data }) => data)).toEqual([
    { taskId: `${id}.1`, account: 'bo', to: ['chen', 'emil'], opinions: 'see' },
  ]);
  expect(world.reports()).toEqual(['start next check']);
});

describe('a suspended instance', () => {
  const REMINDED = processFile(
    [
      start(),
      parallel('fork'),
      userTask('check', { assignee: 'bo' }),
      catchEvent('pause', timer('PT2H')),
      userTask('file', { assignee: 'anna' }),
      end('checked'),
      end('filed'),
    ],
    'start > fork > check > checked; fork > pause > file > filed',
    { id: 'reminded' },
  );

  it('refuses presses readably, and keeps the remaining time of its timers over a restart', async () => {
    const id = await begin(REMINDED);
    now += HOUR_MS;
    expect(await world.bridge.suspend(id, { account: 'bo', opinions: 'wait' })).toMatchObject({ kind: 'applied' });
    expect(await world.bridge.tasks.get(`${id}.1`)).toMatchObject({
      state: 'SUSPENDED',
      suspendedAt: now,
      handler: 'bo',
    });
    expect(await world.bridge.suspend(id)).toMatchObject({ kind: 'suspended' });
    expect(await world.press('bo', 'check')).toBe(423);
    now += 100 * HOUR_MS;
    await world.reopen();
    await world.bridge.idle();
    expect(world.pending()).toEqual(['bo:check']);

    expect(await world.bridge.activate(id, { account: 'anna' })).toMatchObject({ kind: 'applied' });
    expect(await world.bridge.tasks.get(`${id}.1`)).toMatchObject({
      state: 'IN_PROGRESS',
      suspendedAt: null,
      handler: null,
    });
    now += HOUR_MS - 1;
    await world.bridge.idle();
    expect(world.pending()).toEqual(['bo:check']);
    now += 1;
    await world.bridge.idle();
    expect(world.pending().toSorted()).toEqual(['anna:file', 'bo:check']);
    expect(await world.press('bo', 'check')).toBe(0);
    expect(await world.press('anna', 'file')).toBe(0);
    expect(await world.bridge.instances.get(id)).toMatchObject({ status: 'ended' });
  });

  it('is suspended and activated by buttons of the pending list too', async () => {
    const id = await begin(
      processFile(
        [
          start(),
          userTask('check', {
            assignee: 'bo',
            extensions:
              '<ttc:action name="Hold" key="hold" type="HANG_UP"/><ttc:action name="Go on" key="go-on" type="ACTIVE"/>',
          }),
          end(),
        ],
        'start > check > end',
        { id: 'held' },
      ),
    );
    expect(await world.press('bo', 'check', 'Go on')).toBe(2005);
    expect(await world.press('bo', 'check', 'Hold')).toBe(0);
    expect(await world.bridge.instances.get(id)).toMatchObject({ status: 'suspended' });
    const { body } = await world.sandbox.press(`${id}.1`, { action: 'Go on', account: 'bo', raw: true });
    expect(body).toMatchObject({ code: 0 });
    expect(await world.press('bo', 'check')).toBe(0);
  });

  it('is suspended by the host in the name of the system: its account, not the name that is shown', async () => {
    const id = await begin(REMINDED);
    expect(await world.bridge.suspend(id)).toMatchObject({ kind: 'applied' });
    expect(await world.bridge.tasks.get(`${id}.1`)).toMatchObject({ state: 'SUSPENDED', handler: 'chen' });
  });

  it('does not wait for a directory that does not answer', async () => {
    const id = await begin(
      processFile(
        [start(), parallel('f'), userTask('check', { assignee: 'bo' }), userTask('pay', { groups: 'finance' }), end()],
        'start > f; f > check > end; f > pay > end',
        { id: 'slow-directory' },
      ),
    );
    await world.reopen({ identity: { isMember: () => new Promise(() => {}) } });
    void world.bridge.suspend(id, { account: 'emil' });
    expect(await world.press('bo', 'check')).toBe(0);
  });

  it('takes no message, and none is lost: whoever sends it hears why', async () => {
    const id = await begin(
      processFile(
        [start(), catchEvent('arrival', message('paid')), userTask('file', { assignee: 'anna' }), end()],
        'start > arrival > file > end',
        { id: 'billing', roots: root('message', 'paid', { name: 'paid' }) },
      ),
    );
    await world.bridge.suspend(id);
    await expect(world.bridge.message({ name: 'paid', instanceId: id })).rejects.toMatchObject({
      code: 'ERR_SUSPENDED',
    });
    await world.bridge.activate(id);
    expect(await world.bridge.message({ name: 'paid', instanceId: id })).toMatchObject({ matched: true });
  });

  it('leaves a message of its matter to the next that waits for it and runs', async () => {
    const waiting = processFile(
      [start(), catchEvent('arrival', message('paid')), userTask('file', { assignee: 'anna' }), end()],
      'start > arrival > file > end',
      { id: 'billing', roots: root('message', 'paid', { name: 'paid' }) },
    );
    await world.bridge.deploy(waiting);
    const matter = { initiator: 'anna', businessKey: 'bill-1' };
    const older = await world.bridge.start('billing', matter);
    now += 1;
    const younger = await world.bridge.start('billing', matter);
    await world.bridge.suspend(older.instanceId);
    const paid = { name: 'paid', businessKey: 'bill-1' };
    expect(await world.bridge.message(paid)).toEqual({ matched: true, ...younger });
    await expect(world.bridge.message(paid)).rejects.toMatchObject({ code: 'ERR_SUSPENDED' });
    await world.bridge.activate(older.instanceId);
    expect(await world.bridge.message(paid)).toEqual({ matched: true, ...older });
  });
});

describe('an instance that is ended before its time', () => {
  const PARALLEL = processFile(
    [
      start(),
      parallel('fork'),
      userTask('check', { assignee: 'bo' }),
      userTask('file', { assignee: 'chen' }),
      end('checked'),
      end('filed'),
    ],
    'start > fork > check > checked; fork > file > filed',
    { id: 'both', extensions: '<ttc:action name="Stop" type="BREAK_UP"/><ttc:action name="Call back" type="REVOKE"/>' },
  );

  it('from code is reported with one end, under the name of who ended it', async () => {
    const id = await begin(PARALLEL);
    expect(await world.bridge.terminate(id, { account: 'bo' })).toEqual({
      kind: 'forbidden',
      message: 'only the initiator of the process may do this',
    });
    expect(await world.bridge.terminate(id, { account: 'anna', opinions: 'too late' })).toMatchObject({
      kind: 'applied',
    });
    await world.bridge.idle();
    expect(world.reports()).toEqual(['start next check,file', 'check end']);
    const [, report] = await world.bridge.outbox.list({ instanceId: id });
    expect(report?.report.item).toMatchObject({ handler: 'bo', handlerName: 'Anna A.', handleOpinions: 'too late' });
    for (const taskId of [`${id}.1`, `${id}.2`]) {
      expect(await world.bridge.tasks.get(taskId)).toMatchObject({ state: 'TERMINATED', handler: 'anna' });
    }
    const types = (await world.bridge.history({ instanceId: id })).map(({ type }) => type);
    expect(types.filter((type) => type.startsWith('task.'))).toEqual([
      ...['task.created', 'task.created'],
      ...['task.gone', 'task.gone'],
    ]);
    expect(await world.bridge.instances.get(id)).toMatchObject({ status: 'terminated' });
    expect(await world.bridge.press(`${id}.1`, { account: 'bo' })).toMatchObject({ kind: 'stale' });
    expect(await world.bridge.terminate(id)).toMatchObject({ kind: 'stale' });
    expect(await parked()).toEqual([]);
  });

  it.each([
    ['Stop', 'terminated', 'TERMINATED'],
    ['Call back', 'revoked', 'RECALL'],
  ] as const)(
    "by the center's own button %s is not reported: the center concludes it",
    async (label, status, state) => {
      const id = await begin(PARALLEL);
      const { body } = await world.sandbox.press(`${id}.1`, { action: label, account: 'anna' });
      expect(body).toMatchObject({ code: 0 });
      await world.bridge.idle();
      expect(world.reports()).toEqual(['start next check,file']);
      expect(await world.bridge.instances.get(id)).toMatchObject({ status });
      expect([await stateOf(`${id}.1`), await stateOf(`${id}.2`)]).toEqual([state, state]);
    },
  );

  it('while it is suspended, by an operator, is reported under the name of the system', async () => {
    const id = await begin(PARALLEL);
    await world.bridge.suspend(id);
    expect(await world.bridge.revoke(id)).toMatchObject({ kind: 'applied' });
    await world.bridge.idle();
    const reports = await world.bridge.outbox.list({ instanceId: id });
    expect(reports.at(-1)?.report.item).toMatchObject({ status: 'end', handlerName: 'Bot' });
    expect(await world.bridge.tasks.get(`${id}.1`)).toMatchObject({ state: 'RECALL', suspendedAt: null });
  });
});

describe('a button that completes nothing', () => {
  const URGED = processFile(
    [
      start(),
      userTask('check', { assignee: 'bo', extensions: '<ttc:action name="Note it" key="note" type="DEAL"/>' }),
      boundary('urged', 'check', message('urge'), { interrupting: false }),
      userTask('answer', { assignee: 'chen' }),
      end(),
      end('answered'),
    ],
    'start > check > end; urged > answer > answered',
    {
      id: 'urging',
      roots: root('message', 'urge', { name: 'urge' }),
      extensions: '<ttc:action name="Urge" key="urge" type="PROMOTER"/>',
    },
  );

  it('reaches what listens to its key, as a message or a signal', async () => {
    const actions: unknown[] = [];
    world.bridge.on('action', ({ key, matched, account }) => actions.push([key, account, matched]));
    const id = await begin(URGED);
    const { body } = await world.sandbox.press(`${id}.1`, { action: 'Urge', account: 'anna', opinions: 'hurry' });
    expect(body).toMatchObject({ code: 0 });
    await world.bridge.idle();
    expect(world.pending().toSorted()).toEqual(['bo:check', 'chen:answer']);
    expect(actions).toEqual([['urge', 'anna', true]]);
  });

  it('changes nothing where nothing listens, and is told to the host all the same', async () => {
    const actions: unknown[] = [];
    world.bridge.on('action', (event) => actions.push(event));
    const id = await begin(URGED);
    expect(await world.press('bo', 'check', 'Note it')).toBe(0);
    expect(actions).toMatchObject([
      { instanceId: id, taskId: `${id}.1`, nodeId: 'check', key: 'note', type: 'DEAL', account: 'bo', matched: false },
    ]);
    expect(world.pending()).toEqual(['bo:check']);
  });

  it('starts an event sub-process by a signal of its key', async () => {
    await begin(
      processFile(
        [
          start(),
          userTask('check', { assignee: 'bo', extensions: '<ttc:action name="Help" key="help" type="ALL"/>' }),
          end(),
          eventSubProcess(
            'helping',
            [
              start('asked', { content: signal('help'), attributes: { isInterrupting: false } }),
              userTask('aid', { assignee: 'emil' }),
              end('aided'),
            ],
            'asked > aid > aided',
          ),
        ],
        'start > check > end',
        { id: 'helped', roots: root('signal', 'help', { name: 'help' }) },
      ),
    );
    expect(await world.press('bo', 'check', 'Help')).toBe(0);
    expect(world.pending().toSorted()).toEqual(['bo:check', 'emil:aid']);
  });
});

it('variables set from code are what the next condition reads', async () => {
  const id = await begin(TWO_STEPS);
  expect(await world.bridge.setVariables(id, { amount: 5 })).toMatchObject({ kind: 'applied' });
  await expect(world.bridge.setVariables('nowhere', {})).rejects.toMatchObject({ code: 'ERR_INSTANCE_UNKNOWN' });
  await world.bridge.terminate(id);
  expect(await world.bridge.setVariables(id, {})).toMatchObject({ kind: 'stale' });
});

it('who only stands in a report for what an event did has not handled the task', async () => {
  const id = await begin(
    processFile(
      [
        start(),
        userTask('check', {
          assignee: 'bo',
          extensions: '<ttc:previousAction name="Take back" key="back" type="HANDLEDR"/>',
        }),
        boundary('late', 'check', timer('PT1H')),
        userTask('chase', { assignee: 'chen' }),
        end(),
      ],
      'start > check > end; late > chase > end',
      { id: 'chased' },
    ),
  );
  now += HOUR_MS;
  await world.bridge.idle();
  expect(await world.bridge.tasks.get(`${id}.1`)).toMatchObject({ handler: 'bo', handlerName: 'Bot', state: 'FINISH' });
  expect(await world.bridge.press(`${id}.1`, { action: 'back', account: 'bo' })).toMatchObject({ kind: 'forbidden' });
});
