import { describe, expect, test } from 'vitest';
import {
  bpmn,
  catchEvent,
  element,
  end,
  message,
  process,
  root,
  signal,
  start,
  throwEvent,
  timer,
  userTask,
} from '../../support/bpmn-xml.ts';
import { drawProcess } from '../../support/draw.ts';
import { createDatabaseFile } from '../database-file.ts';
import { createWorld } from '../world.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const NEW_YEAR = Date.UTC(2026, 0, 1);
const SYSTEM = { systemHandler: 'system' };

/** A process that a timer starts, with one task for bo. */
const startedBy = (definition: string, id = 'rounds', task = userTask('look', { assignee: 'bo' })) =>
  bpmn(process(id, [start('due', { content: definition }), task, end()], `due > ${task.id} > end`));
const date = (text: string) =>
  element('timerEventDefinition', {}, element('timeDate', { 'xsi:type': 'tFormalExpression' }, text));

/** A world whose clock the test moves. */
async function createTimedWorld(store: string) {
  const time = { now: NEW_YEAR };
  const clock = () => time.now;
  const world = await createWorld({ bridge: { store, clock, defaults: SYSTEM }, sandbox: { clock } });
  const started = async () => (await world.bridge.instances.list()).map(({ startedAt }) => startedAt - NEW_YEAR);
  return {
    world,
    started,
    async pass(ms: number) {
      time.now += ms;
      await world.bridge.idle();
      return started();
    },
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}

describe('start events call functions of the host, and ask for the time', () => {
  const functions = { 'calendar.next': () => 'PT2H', 'topics.order': () => 'orders' };

  test('of a timer', async () => {
    const time = { now: NEW_YEAR };
    const clock = () => time.now;
    const bridge = { clock, defaults: SYSTEM, expressions: { functions }, timeZone: 'UTC' };
    await using world = await createWorld({ bridge, sandbox: { clock } });
    await world.bridge.deploy(startedBy(timer('${calendar.next()}'), 'called'));
    await world.bridge.deploy(startedBy(date('${now().plusHours(1)}'), 'asking'));
    time.now += HOUR_MS;
    await world.bridge.idle();
    expect((await world.bridge.instances.list()).map(({ processId }) => processId)).toEqual(['asking']);
    time.now += HOUR_MS;
    await world.bridge.idle();
    expect(await world.bridge.instances.list()).toHaveLength(2);
    await world.press('bo', 'look');
    await world.press('bo', 'look');
    expect(world.reports().toSorted()).toEqual(['look end', 'look end', 'start next look', 'start next look']);
  });

  test('of a message', async () => {
    await using world = await createWorld({ bridge: { expressions: { functions } } });
    const xml = bpmn(
      process(
        'ordered',
        [start('in', { content: message('m') }), userTask('look', { assignee: 'bo' }), end()],
        'in > look > end',
      ) + root('message', 'm', { name: '${topics.order()}' }),
    );
    await world.bridge.deploy(xml);
    await world.bridge.message({ name: 'orders', businessKey: 'A-1', initiator: 'anna' });
    await world.bridge.idle();
    await world.press('bo', 'look');
    expect(world.reports()).toEqual(['start next look', 'look end']);
  });
});

describe('a process that a timer starts', () => {
  test('after a duration: once, 40 days later and after restarts, in the name of the system', async () => {
    using file = createDatabaseFile();
    await using timed = await createTimedWorld(file.store);
    const { world } = timed;
    await world.bridge.deploy(startedBy(timer('P40D')));
    expect(await timed.pass(39 * DAY_MS)).toEqual([]);
    await world.reopen();
    expect(await timed.pass(DAY_MS)).toEqual([40 * DAY_MS]);
    expect(world.pending()).toEqual(['bo:look']);
    expect(await world.bridge.instances.list()).toMatchObject([{ initiator: 'system', processId: 'rounds' }]);
    expect(await world.press('bo', 'look')).toBe(0);
    // A service deploys its files whenever it starts.
    await (await world.reopen()).deploy(startedBy(timer('P40D')));
    // Instances are deleted 90 days after their end.
    expect(await timed.pass(80 * DAY_MS)).toHaveLength(1);
  });

  test('in rounds: those of a number are all made up for after an outage, of an endless cycle only one', async () => {
    using file = createDatabaseFile();
    await using timed = await createTimedWorld(file.store);
    await timed.world.bridge.deploy(startedBy(timer('R3/PT4H'), 'three'));
    await timed.world.bridge.deploy(startedBy(timer('R/PT4H'), 'endless'));
    expect(await timed.pass(4 * HOUR_MS)).toHaveLength(2);
    await timed.world.bridge.close();
    await timed.world.reopen();
    await timed.pass(30 * HOUR_MS);
    const count = async (processId: string) => (await timed.world.bridge.instances.list({ processId })).length;
    expect([await count('three'), await count('endless')]).toEqual([3, 2]);
    await timed.pass(2 * HOUR_MS);
    expect([await count('three'), await count('endless')]).toEqual([3, 3]);
  });

  test('at a date of the configured zone, of which a later version does not make another', async () => {
    using file = createDatabaseFile();
    await using timed = await createTimedWorld(file.store);
    const { bridge } = timed.world;
    await bridge.deploy(startedBy(date('2026-01-02T09:00:00')));
    expect(await timed.pass(DAY_MS + HOUR_MS - 1)).toEqual([]);
    expect(await timed.pass(1)).toEqual([DAY_MS + HOUR_MS]);
    await bridge.deploy(startedBy(date('2026-01-02T09:00:00'), 'rounds', userTask('look', { assignee: 'chen' })));
    expect(await timed.pass(DAY_MS)).toHaveLength(1);
  });

  test('a new version replaces the times of the former', async () => {
    using file = createDatabaseFile();
    await using timed = await createTimedWorld(file.store);
    const { bridge } = timed.world;
    await bridge.deploy(startedBy(timer('PT2H')));
    await bridge.deploy(startedBy(timer('PT5H')));
    expect(await timed.pass(4 * HOUR_MS)).toEqual([]);
    expect(await timed.pass(HOUR_MS)).toEqual([5 * HOUR_MS]);
    await bridge.deploy(bpmn(process('rounds', [start(), end()], 'start > end')));
    const makeLatest = { makeLatest: true };
    const { definitionId } = await bridge.deploy(startedBy(timer('PT5H')), makeLatest);
    await bridge.deploy(bpmn(process('rounds', [start(), end()], 'start > end')), makeLatest);
    expect(await timed.pass(DAY_MS)).toHaveLength(1);

    await bridge.definitions.makeLatest(definitionId);
    await bridge.idle();
    expect(await timed.pass(4 * HOUR_MS)).toHaveLength(1);
    expect(await timed.pass(HOUR_MS)).toHaveLength(2);
  });

  test('and a person too: each start event leads on by itself', async () => {
    using file = createDatabaseFile();
    await using timed = await createTimedWorld(file.store);
    const { world } = timed;
    await world.begin(
      bpmn(
        drawProcess({
          id: 'rounds',
          people: { ask: 'anna', look: 'bo' },
          others: [start('due', { content: timer('PT1H') })],
          paths: 'start > ask > end; due > look > end',
        }),
      ),
    );
    expect(world.pending()).toEqual(['anna:ask']);
    await timed.pass(HOUR_MS);
    expect(world.pending().toSorted()).toEqual(['anna:ask', 'bo:look']);
  });

  test('makes one instance where the disk fails between the start and the next round', async () => {
    using file = createDatabaseFile();
    await using timed = await createTimedWorld(file.store);
    const { world } = timed;
    await world.bridge.deploy(startedBy(timer('R/PT1H')));
    file.run(`create trigger full before update of due_at on timer_starts
      begin select raise(abort, 'the disk is full'); end`);
    expect(await timed.pass(HOUR_MS)).toHaveLength(1);
    file.run('drop trigger full');
    await world.reopen();
    expect(await timed.pass(0)).toHaveLength(1);
    expect(await timed.pass(HOUR_MS)).toHaveLength(2);
  });

  test('that cannot be started stands as one incident, until a version that can', async () => {
    using file = createDatabaseFile();
    await using timed = await createTimedWorld(file.store);
    const { bridge } = timed.world;
    await bridge.deploy(startedBy(timer('R/PT1H'), 'rounds', userTask('look', { assignee: '${boss}' })));
    await timed.pass(HOUR_MS);
    expect(await timed.pass(1_000)).toEqual([]);
    expect(await bridge.incidents.list({ open: true })).toMatchObject([
      { instanceId: null, kind: 'start', subject: 'rounds.due', code: 'ERR_NO_HANDLER', count: 2 },
    ]);
    await bridge.deploy(startedBy(timer('R/PT1H')));
    expect(await bridge.incidents.list({ open: true })).toEqual([]);
    expect(await timed.pass(HOUR_MS)).toHaveLength(1);
  });

  test('is refused where the bridge was not told in whose name', async () => {
    await using world = await createWorld();
    await expect(world.bridge.deploy(startedBy(timer('PT1H')))).rejects.toMatchObject({
      code: 'ERR_MODEL_REFUSED',
      details: { problems: [{ rule: 'timer-start-without-initiator', elementId: 'due' }] },
    });
    expect(await world.bridge.start('rounds', { initiator: 'anna' }).catch(({ code }) => code)).toBe(
      'ERR_PROCESS_UNKNOWN',
    );
  });
});

describe('a signal', () => {
  const alarm = root('signal', 'g', { name: 'alarm' });
  /** Started by the alarm. */
  const brigade = (id: string, account: string) =>
    bpmn(
      alarm,
      process(
        id,
        [start('heard', { content: signal('g') }), userTask('help', { assignee: account }), end()],
        'heard > help > end',
      ),
    );
  /** Raises the alarm after a task of anna. */
  const house = bpmn(
    alarm,
    drawProcess({
      id: 'house',
      people: { smell: 'anna', wait: 'anna' },
      others: [throwEvent('cry', signal('g'))],
      paths: 'start > smell > cry > wait > end',
    }),
  );
  /** Waits for the alarm. */
  const neighbour = bpmn(
    alarm,
    root('message', 'm', { name: 'moved' }),
    process(
      'neighbour',
      [start(), catchEvent('hear', signal('g')), userTask('look', { assignee: 'bo' }), end()],
      'start > hear > look > end',
    ),
  );

  test('that is thrown reaches every instance that waits for it, and every process it starts, once', async () => {
    using file = createDatabaseFile();
    await using world = await createWorld({ bridge: { store: file.store } });
    for (const xml of [brigade('fire', 'chen'), brigade('police', 'dara'), house, neighbour])
      await world.bridge.deploy(xml);
    for (const businessKey of ['left', 'right'])
      await world.bridge.start('neighbour', { initiator: 'bo', businessKey });
    await world.bridge.start('house', { initiator: 'anna', businessKey: 'street 1' });
    await world.bridge.idle();
    await world.press('anna', 'smell');
    expect(world.pending().toSorted()).toEqual(['anna:wait', 'bo:look', 'bo:look', 'chen:help', 'dara:help']);
    expect(await world.bridge.instances.list({ processId: 'fire' })).toMatchObject([
      { initiator: 'anna', businessKey: 'street 1' },
    ]);
    expect(await world.bridge.incidents.list()).toEqual([]);
    await (await world.reopen()).idle();
    expect(await world.bridge.instances.list()).toHaveLength(5);
  });

  test('reaches the others when one of them cannot follow, and that one once it can', async () => {
    let now = NEW_YEAR;
    await using world = await createWorld({ bridge: { clock: () => now }, sandbox: { clock: () => now } });
    await world.bridge.deploy(brigade('fire', '${nobody}'));
    await world.bridge.deploy(brigade('police', 'dara'));
    await world.begin(house);
    await world.press('anna', 'smell');
    expect(world.pending().toSorted()).toEqual(['anna:wait', 'dara:help']);
    await world.bridge.deploy(brigade('fire', 'chen'));
    now += 1_000;
    await world.bridge.idle();
    expect(world.pending().toSorted()).toEqual(['anna:wait', 'chen:help', 'dara:help']);
  });

  test('is heard once where the disk fails as its jobs are closed', async () => {
    using file = createDatabaseFile();
    const jobs = { maxAttempts: 1000, retryMinMs: 20, retryMaxMs: 20 };
    await using world = await createWorld({ bridge: { store: file.store, jobs } });
    for (const xml of [brigade('fire', 'chen'), house]) await world.bridge.deploy(xml);
    await world.bridge.start('house', { initiator: 'anna' });
    await world.bridge.idle();
    file.run(`create trigger full before update on jobs when new.state = 'done'
      begin select raise(abort, 'the disk is full'); end`);
    const taskId = world.taskOf('anna', 'smell');
    await world.sandbox.press(taskId, { action: 'Handle', account: 'anna' });
    await expect.poll(() => Number(file.dump().jobs?.[0]?.attempts)).toBeGreaterThan(2);
    file.run('drop trigger full');
    await expect.poll(() => world.pending().toSorted()).toEqual(['anna:wait', 'chen:help']);
    expect(file.dump().jobs?.map(({ state }) => state)).toEqual(['done', 'done']);
  });

  test('is broadcast by the host too; who cannot follow is named', async () => {
    await using world = await createWorld();
    for (const xml of [brigade('fire', '${who}'), brigade('police', '${nobody}'), neighbour])
      await world.bridge.deploy(xml);
    const waiting = await world.bridge.start('neighbour', { initiator: 'bo' });
    const sent = await world.bridge.broadcast({ name: 'alarm', initiator: 'anna', payload: { who: 'emil' } });
    expect(sent).toMatchObject({
      instanceIds: [waiting.instanceId, expect.any(String)],
      failures: [{ subject: 'police', code: 'ERR_NO_HANDLER' }],
    });
    await world.bridge.idle();
    expect(world.pending().toSorted()).toEqual(['bo:look', 'emil:help']);
    expect(await world.bridge.broadcast({ name: 'unheard of' })).toEqual({ instanceIds: [], failures: [] });
    await expect(world.bridge.broadcast({} as never)).rejects.toMatchObject({ code: 'ERR_INPUT_INVALID' });
  });

  test('sent to one instance stays in it', async () => {
    await using world = await createWorld();
    for (const xml of [brigade('fire', 'chen'), neighbour]) await world.bridge.deploy(xml);
    const first = await world.bridge.start('neighbour', { initiator: 'bo' });
    await world.bridge.start('neighbour', { initiator: 'bo' });
    await world.bridge.signal(first.instanceId, { name: 'alarm' });
    await world.bridge.idle();
    expect(world.pending()).toEqual(['bo:look']);
  });

  test('of a message name starts nothing', async () => {
    await using world = await createWorld();
    const shop = bpmn(
      root('message', 'm', { name: 'alarm' }),
      process('shop', [start('asked', { content: message('m') }), end()], 'asked > end'),
    );
    await world.bridge.deploy(shop);
    expect(await world.bridge.broadcast({ name: 'alarm', initiator: 'anna' })).toEqual({
      instanceIds: [],
      failures: [],
    });
  });
});

test('a signal starts the processes that can be read, beside those that cannot', async () => {
  using database = createDatabaseFile();
  let isDown = false;
  const functions = {
    'topics.alarm': () => {
      if (isDown) throw new Error('the list of topics is closed');
      return 'alarm';
    },
  };
  await using world = await createWorld({ bridge: { store: database.store, expressions: { functions } } });
  const heard = (id: string, name = 'alarm') =>
    bpmn(
      root('signal', 'g', { name }),
      process(
        id,
        [start('begin', { content: signal('g') }), userTask('look', { assignee: 'bo' }), end()],
        'begin > look > end',
      ),
    );
  await world.bridge.deploy(heard('damaged'));
  await world.bridge.deploy(heard('unnamed', '${topics.alarm()}'));
  await world.bridge.deploy(heard('whole'));
  await world.bridge.close();
  database.run("update definitions set xml = xml || ' ' where process_id = 'damaged'");
  isDown = true;
  await world.reopen();
  await world.bridge.broadcast({ name: 'alarm', initiator: 'anna' });
  await world.bridge.idle();
  expect((await world.bridge.instances.list()).map(({ processId }) => processId)).toEqual(['whole']);
  expect((await world.bridge.health()).unreadableDefinitions).toHaveLength(1);
});
