import { describe, expect, test } from 'vitest';
import { BpmnError } from '../../../src/index.ts';
import { bpmn, element, end, node, process, serviceTask, start, userTask } from '../../support/bpmn-xml.ts';
import { createDatabaseFile } from '../database-file.ts';
import { createWorld } from '../world.ts';

const DAY_MS = 86_400_000;

const timer = (value: string, form = 'timeDuration') =>
  element('timerEventDefinition', {}, element(form, { 'xsi:type': 'tFormalExpression' }, value));
const message = element('messageEventDefinition', { messageRef: 'm' });
const signal = element('signalEventDefinition', { signalRef: 'g' });
const error = element('errorEventDefinition', { errorRef: 'x' });
const boundary = (
  id: string,
  attachedToRef: string,
  content: string,
  options: { name?: string; cancelActivity?: boolean } = {},
) =>
  node('boundaryEvent', id, {
    ...(options.name && { name: options.name }),
    attributes: { attachedToRef, cancelActivity: options.cancelActivity },
    content,
  });
const file = (nodes: Parameters<typeof process>[1], paths: string) =>
  bpmn(
    element('message', { id: 'm', name: 'cancelled' }),
    element('signal', { id: 'g', name: 'alarm' }),
    element('error', { id: 'x', errorCode: 'NO_MONEY' }),
    process('process', nodes, paths),
  );

describe('a timer', () => {
  const reminder = file(
    [
      start(),
      userTask('sign', { assignee: 'bo' }),
      boundary('late', 'sign', timer('P40D'), { name: 'Too late' }),
      userTask('decide', { assignee: 'dara' }),
      end(),
      end('given-up'),
    ],
    'start > sign > end; late > decide > given-up',
  );

  test('fires once after 40 days and a restart, and the person it was waiting for is reported with the event', async () => {
    using file = createDatabaseFile();
    let now = Date.UTC(2026, 0, 1);
    await using world = await createWorld({
      bridge: { store: file.store, clock: () => now },
      sandbox: { clock: () => now },
    });
    await world.begin(reminder);
    now += 39 * DAY_MS;
    await world.reopen();
    await world.bridge.idle();
    expect(world.pending()).toEqual(['bo:sign']);
    now += DAY_MS;
    const bridge = await world.reopen();
    await bridge.idle();
    expect(world.pending()).toEqual(['dara:decide']);
    expect(world.reports()).toEqual(['start next sign', 'sign next decide']);
    const [report] = (await bridge.outbox.list()).slice(-1);
    expect(report?.report.item).toMatchObject({ handler: 'bo', handlerName: 'System', handleStatus: 'Too late' });
    expect(await world.press('dara', 'decide')).toBe(0);
    expect(world.sandbox.transactions()[0]?.conclusions).toHaveLength(1);
    expect(await bridge.incidents.list()).toEqual([]);
  });

  test('does not fire when the task was handled in time', async () => {
    let now = Date.UTC(2026, 0, 1);
    await using world = await createWorld({ bridge: { clock: () => now }, sandbox: { clock: () => now } });
    await world.begin(reminder);
    await world.press('bo', 'sign');
    now += 50 * DAY_MS;
    await world.bridge.idle();
    expect(world.reports()).toEqual(['start next sign', 'sign end']);
  });

  test('between two tasks: the task before says none, and what follows continues it', async () => {
    let now = Date.UTC(2026, 0, 1);
    await using world = await createWorld({ bridge: { clock: () => now }, sandbox: { clock: () => now } });
    await world.begin(
      file(
        [
          start(),
          userTask('apply', { assignee: 'anna' }),
          node('intermediateCatchEvent', 'wait', { content: timer('PT2H') }),
          userTask('check', { assignee: 'bo' }),
          end(),
        ],
        'start > apply > wait > check > end',
      ),
    );
    await world.press('anna', 'apply');
    now += 7_200_000;
    await expect.poll(() => world.pending()).toEqual(['bo:check']);
    await world.press('bo', 'check');
    expect(world.reports()).toEqual(['start next apply', 'apply none', 'apply next check', 'check end']);
  });

  test('that repeats without end reminds once after an outage, not once for every round it missed', async () => {
    let now = Date.UTC(2026, 0, 1);
    await using world = await createWorld({ bridge: { clock: () => now }, sandbox: { clock: () => now } });
    await world.begin(
      file(
        [
          start(),
          userTask('sign', { assignee: 'bo' }),
          boundary('again', 'sign', timer('R/PT1H', 'timeCycle'), { cancelActivity: false }),
          userTask('remind', { assignee: 'chen' }),
          end(),
          end('reminded'),
        ],
        'start > sign > end; again > remind > reminded',
      ),
    );
    now += 1000 * 3_600_000;
    await expect.poll(() => world.pending()).toEqual(['bo:sign', 'chen:remind']);
    now += 3_600_000;
    await expect.poll(() => world.pending().length).toBe(2);
    expect(world.pending()).toContain('chen:remind');
  });

  test('ends a task of a group: the first member the host names stands in', async () => {
    let now = Date.UTC(2026, 0, 1);
    const identity = { isMember: () => true, membersOf: (group: string) => (group === 'legal' ? ['emil', 'gu'] : []) };
    await using world = await createWorld({ bridge: { clock: () => now, identity }, sandbox: { clock: () => now } });
    await world.begin(
      file(
        [
          start(),
          userTask('check', { groups: 'legal' }),
          boundary('late', 'check', timer('P1D')),
          userTask('decide', { assignee: 'dara' }),
          end(),
          end('given-up'),
        ],
        'start > check > end; late > decide > given-up',
      ),
    );
    now += DAY_MS;
    await expect.poll(() => world.pending()).toEqual(['dara:decide']);
    const [report] = (await world.bridge.outbox.list()).slice(-1);
    expect(report?.report.item).toMatchObject({ handler: 'emil', status: 'next' });
  });
});

describe('a directory that never answers', () => {
  const groups = file(
    [
      start(),
      userTask('apply', { assignee: 'anna' }),
      userTask('check', { groups: 'legal' }),
      boundary('late', 'check', timer('P1D')),
      userTask('decide', { assignee: 'dara' }),
      end(),
      end('given-up'),
    ],
    'start > apply > check > end; late > decide > given-up',
  );

  test('is asked at deploy, and by the step that ends a task of a group, which then names the stand-in of the system', async () => {
    let now = Date.UTC(2026, 0, 1);
    const asked: string[] = [];
    const membersOf = (group: string) => {
      asked.push(group);
      return new Promise<never>(() => undefined);
    };
    await using world = await createWorld({
      bridge: {
        clock: () => now,
        identity: { isMember: () => true, membersOf },
        defaults: { systemHandler: 'gu' },
      },
      sandbox: { clock: () => now },
    });
    await world.bridge.deploy(groups);
    // Deploy asked once, whether anybody can be named at all.
    expect(asked.splice(0)).toEqual(['legal']);
    await world.bridge.start('process', { initiator: 'anna' });
    await world.bridge.idle();
    await world.press('anna', 'apply');
    expect(asked).toEqual([]);
    now += DAY_MS;
    await expect.poll(() => world.pending()).toEqual(['dara:decide']);
    expect(asked).toEqual(['legal']);
    const [report] = (await world.bridge.outbox.list()).slice(-1);
    expect(report?.report.item).toMatchObject({ handler: 'gu', status: 'next' });
  });
});

describe('a timer that the process cannot follow', () => {
  test('stands as one incident, is retried with back-off, and is resolved when it goes through', async () => {
    let now = Date.UTC(2026, 0, 1);
    const jobs = { retryMinMs: 1_000, retryMaxMs: 60_000 };
    await using world = await createWorld({ bridge: { clock: () => now, jobs }, sandbox: { clock: () => now } });
    await world.bridge.deploy(
      file(
        [
          start(),
          node('parallelGateway', 'fork'),
          userTask('name', { assignee: 'anna' }),
          node('intermediateCatchEvent', 'wait', { content: timer('PT1H') }),
          userTask('decide', { assignee: '${boss}' }),
          userTask('check', { assignee: 'bo' }),
          end(),
        ],
        'start > fork > name > check > end; fork > wait > decide > end',
      ),
    );
    const { instanceId } = await world.bridge.start('process', { initiator: 'anna' });
    const told: string[] = [];
    world.bridge.on('incident', ({ subject }) => void told.push(subject));
    await world.bridge.idle();
    now += 3_600_000;
    await world.bridge.idle();
    for (const [pauseMs, count] of [
      [999, 1],
      [1, 2],
      [1_999, 2],
      [1, 3],
      [3_999, 3],
      [1, 4],
    ] as const) {
      now += pauseMs;
      await world.bridge.idle();
      expect(await world.bridge.incidents.list()).toMatchObject([
        { instanceId, kind: 'wake', code: 'ERR_NO_HANDLER', count, at: Date.UTC(2026, 0, 1, 1), resolvedAt: null },
      ]);
    }
    expect(told).toEqual([instanceId]);
    // The step that names the boss lets the timer fire at once, whatever pause it had reached.
    const [task] = await world.bridge.tasks.list({ instanceId, state: 'IN_PROGRESS' });
    await world.bridge.press(task?.taskId ?? '', { account: 'anna', variables: { boss: 'dara' } });
    await world.bridge.idle();
    expect(world.pending().toSorted()).toEqual(['bo:check', 'dara:decide']);
    expect(await world.bridge.incidents.list({ open: true })).toEqual([]);
  });
});

describe('a message', () => {
  const cancellable = file(
    [
      start(),
      userTask('sign', { assignee: 'bo' }),
      boundary('stop', 'sign', message, { name: 'Cancelled' }),
      end(),
      end('stopped'),
    ],
    'start > sign > end; stop > stopped',
  );

  test('reaches the oldest instance of the business key that waits for it, and no other', async () => {
    await using world = await createWorld();
    await world.bridge.deploy(cancellable);
    const [first, second] = [
      await world.bridge.start('process', { initiator: 'anna', businessKey: 'order-1' }),
      await world.bridge.start('process', { initiator: 'anna', businessKey: 'order-2' }),
    ];
    await world.bridge.idle();
    expect(await world.bridge.message({ name: 'cancelled', businessKey: 'order-2' })).toEqual({
      matched: true,
      instanceId: second.instanceId,
    });
    await world.bridge.idle();
    expect(await world.bridge.instances.get(second.instanceId)).toMatchObject({ status: 'ended' });
    expect(await world.bridge.instances.get(first.instanceId)).toMatchObject({ status: 'running' });
    expect(world.reports()).toEqual(['start next sign', 'start next sign', 'sign end']);
  });

  test('starts the process whose start event waits for it, when no instance of the matter does', async () => {
    await using world = await createWorld();
    await world.bridge.deploy(
      file(
        [node('startEvent', 'asked', { content: message }), userTask('answer', { assignee: '${who}' }), end()],
        'asked > answer > end',
      ),
    );
    const options = { name: 'cancelled', businessKey: 'order-1', initiator: 'anna', payload: { who: 'bo' } };
    const { matched, instanceId } = await world.bridge.message(options);
    expect(matched).toBe(true);
    await world.bridge.idle();
    expect(world.pending()).toEqual(['bo:answer']);
    expect(await world.bridge.instances.get(instanceId ?? '')).toMatchObject({
      businessKey: 'order-1',
      initiator: 'anna',
    });
  });

  test('starts its process beside one that cannot be read any more, which the operator hears of once', async () => {
    using database = createDatabaseFile();
    await using world = await createWorld({ bridge: { store: database.store } });
    await world.bridge.deploy(
      bpmn(process('an-old-one', [start(), userTask('sign', { assignee: 'bo' }), end()], 'start > sign > end')),
    );
    await world.bridge.deploy(
      file(
        [node('startEvent', 'asked', { content: message }), userTask('answer', { assignee: 'bo' }), end()],
        'asked > answer > end',
      ),
    );
    database.run("update definitions set xml = '<damaged' where process_id = 'an-old-one'");
    await world.reopen();
    for (const businessKey of ['order-1', 'order-2']) {
      const started = await world.bridge.message({ name: 'cancelled', businessKey, initiator: 'anna' });
      expect(started).toMatchObject({ matched: true });
    }
    await world.bridge.idle();
    expect(world.pending()).toEqual(['bo:answer', 'bo:answer']);
    expect(world.log.filter(({ level }) => level === 'error')).toMatchObject([{ fields: { processId: 'an-old-one' } }]);
  });

  test('that nothing waits for is answered as unmatched and changes nothing', async () => {
    await using world = await createWorld();
    const { instanceId } = await world.begin(cancellable, { businessKey: 'order-1' });
    const before = await world.bridge.history();
    const unmatched = { matched: false, instanceId: null };
    expect(await world.bridge.message({ name: 'unheard of', instanceId })).toEqual(unmatched);
    expect(await world.bridge.message({ name: 'cancelled', businessKey: 'order-9' })).toEqual(unmatched);
    expect(await world.bridge.signal(instanceId, { name: 'alarm' })).toEqual(unmatched);
    expect(await world.bridge.history()).toEqual(before);
    await expect(world.bridge.message({ name: 'cancelled' } as never)).rejects.toMatchObject({
      code: 'ERR_INPUT_INVALID',
    });
    await expect(world.bridge.signal('none', { name: 'alarm' })).rejects.toMatchObject({
      code: 'ERR_INSTANCE_UNKNOWN',
    });
  });
});

test('a signal reaches everything in the instance that waits for it, and its payload becomes variables', async () => {
  await using world = await createWorld();
  await world.bridge.deploy(
    file(
      [
        start(),
        node('parallelGateway', 'fork'),
        node('intermediateCatchEvent', 'a', { content: signal }),
        node('intermediateCatchEvent', 'b', { content: signal }),
        userTask('p', { assignee: '${who}' }),
        userTask('q', { assignee: '${who}' }),
        end(),
      ],
      'start > fork > a > p > end; fork > b > q > end',
    ),
  );
  const { instanceId } = await world.bridge.start('process', { initiator: 'anna' });
  expect(await world.bridge.signal(instanceId, { name: 'alarm', payload: { who: 'chen' } })).toMatchObject({
    matched: true,
  });
  await world.bridge.idle();
  expect(world.pending()).toEqual(['chen:p', 'chen:q']);
  expect(world.reports()).toEqual(['start next p,q']);
});

test('a BPMN error of a service goes to the boundary event that catches its code, at the first attempt', async () => {
  let calls = 0;
  const pay = () => {
    calls += 1;
    throw new BpmnError('NO_MONEY');
  };
  await using world = await createWorld({ bridge: { services: { pay } } });
  await world.begin(
    file(
      [
        start(),
        userTask('apply', { assignee: 'anna' }),
        serviceTask('pay'),
        boundary('broke', 'pay', error),
        userTask('beg', { assignee: 'bo' }),
        end(),
        end('poor'),
      ],
      'start > apply > pay > end; broke > beg > poor',
    ),
  );
  await world.press('anna', 'apply');
  expect(calls).toBe(1);
  expect(world.reports()).toEqual(['start next apply', 'apply next beg']);
  expect(await world.bridge.incidents.list()).toEqual([]);
});

describe('while the instance is suspended', () => {
  const condition =
    '<conditionalEventDefinition><condition xsi:type="tFormalExpression">${days &gt; 2}</condition></conditionalEventDefinition>';
  const waiting = file(
    [
      start(),
      userTask('sign', { assignee: 'bo' }),
      boundary('edge', 'sign', condition),
      node('receiveTask', 'wait'),
      userTask('decide', { assignee: 'dara' }),
      end(),
    ],
    'start > sign > end; edge > wait > decide > end',
  );

  test('a condition that became true fires once it is activated, and a receive task is not told', async () => {
    await using world = await createWorld();
    const { bridge } = world;
    await bridge.deploy(waiting);
    const { instanceId } = await bridge.start('process', { initiator: 'anna' });
    await bridge.suspend(instanceId);
    await bridge.setVariables(instanceId, { days: 3 });
    expect((await bridge.tasks.list()).map(({ state }) => state)).toEqual(['SUSPENDED']);
    await bridge.activate(instanceId);
    expect((await bridge.tasks.list()).map(({ state }) => state)).not.toContain('IN_PROGRESS');

    await bridge.suspend(instanceId);
    await expect(bridge.signal(instanceId, { nodeId: 'wait' })).rejects.toMatchObject({ code: 'ERR_SUSPENDED' });
    await bridge.activate(instanceId);
    expect(await bridge.signal(instanceId, { nodeId: 'wait', payload: { by: 'host' } })).toEqual({
      matched: true,
      instanceId,
    });
    await bridge.idle();
    expect(world.pending()).toContain('dara:decide');
  });

  test('a signal names what it is for, and one thing alone', async () => {
    await using world = await createWorld();
    const { bridge } = world;
    await bridge.deploy(waiting);
    const { instanceId } = await bridge.start('process', { initiator: 'anna' });
    for (const options of [{}, { name: 'alarm', nodeId: 'wait' }])
      await expect(bridge.signal(instanceId, options)).rejects.toMatchObject({ code: 'ERR_INPUT_INVALID' });
  });
});
