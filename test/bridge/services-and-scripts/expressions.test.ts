import { afterEach, describe, expect, it } from 'vitest';
import type { BridgeOptions } from '../../../src/index.ts';
import { boundary, end, multiInstance, processFile, start, timer, userTask } from '../../support/bpmn-xml.ts';
import { draw } from '../../support/draw.ts';
import { createDatabaseFile } from '../database-file.ts';
import { createWorld, type World } from '../world.ts';

let world: World;
afterEach(() => world[Symbol.asyncDispose]());

type Functions = NonNullable<NonNullable<BridgeOptions['expressions']>['functions']>;

async function run(xml: string, functions: Functions, variables = {}, store = 'sqlite::memory:'): Promise<string> {
  world = await createWorld({ bridge: { store, expressions: { functions } } });
  const { processId } = await world.bridge.deploy(xml);
  const { instanceId } = await world.bridge.start(processId, { initiator: 'anna', businessKey: 'chen', variables });
  await world.bridge.idle();
  return instanceId;
}

/** Anna applies, a bean says who checks, a function whether the director does so as well. */
const ASKING = draw({
  id: 'asking',
  people: {
    apply: '${initiator}',
    check: "${directory.managerOf(execution.getVariable('initiator'))}",
    direct: '${directory.director}',
  },
  exclusive: 'large',
  paths: 'start > apply > check > large; large >[=isLarge(amount)] direct > end; large >* end',
});

const DIRECTORY: Functions = {
  'directory.managerOf': (account: string) => (account === 'anna' ? 'bo' : 'anna'),
  'directory.director': () => 'chen',
  isLarge: (amount: number) => amount > 1000,
};

describe('functions of the host', () => {
  it('say who handles what, and which way a gateway goes', async () => {
    await run(ASKING, DIRECTORY, { amount: 5000 });
    await world.press('anna', 'apply');
    await world.press('bo', 'check');
    await world.press('chen', 'direct');
    expect(world.reports()).toEqual(['start next apply', 'apply next check', 'check next direct', 'direct end']);
  });

  it('are named at deploy where the host does not give them', async () => {
    world = await createWorld();
    const refusal = await world.bridge.deploy(ASKING).catch((error: unknown) => error);
    expect(refusal).toMatchObject({
      code: 'ERR_MODEL_REFUSED',
      details: {
        problems: expect.arrayContaining([
          expect.objectContaining({
            rule: 'function-missing',
            elementId: 'check',
            remedy: expect.stringContaining("functions: { 'directory.managerOf': "),
          }),
          expect.objectContaining({ rule: 'function-missing', elementId: 'large-direct' }),
        ]),
      },
    });
  });

  it.each([
    [
      'throws',
      () => {
        throw new TypeError('5000 is private');
      },
      'threw (TypeError)',
    ],
    ['returns a promise', () => Promise.reject(new Error('5000 is private')), 'returned a promise'],
    ['returns what is no JSON', () => () => 5000, 'returned a value that is not JSON'],
    ['returns what is no number', () => 5000 / 0, 'returned a value that is not JSON'],
  ])('one that %s fails the step, which names element and function and no value', async (_, isLarge, why) => {
    const instanceId = await run(ASKING, { ...DIRECTORY, isLarge }, { amount: 5000 });
    await world.press('anna', 'apply');
    await world.press('bo', 'check').catch(() => undefined);
    const incidents = await world.bridge.incidents.list({ instanceId });
    expect(incidents).toMatchObject([{ code: 'ERR_EXPRESSION_FAILED' }]);
    expect(incidents[0]?.reason).toContain('condition of flow large-direct');
    expect(incidents[0]?.reason).toContain(`the function \`isLarge\` of the host ${why}`);
    expect(incidents[0]?.reason).not.toContain('5000');
    expect(world.pending()).toEqual(['bo:check']);
  });

  it('one that is gone after a restart fails the steps that need it, and no other', async () => {
    using file = createDatabaseFile();
    await run(ASKING, DIRECTORY, { amount: 1 }, file.store);
    const { isLarge: _, ...rest } = DIRECTORY;
    await world.reopen({ expressions: { functions: rest } });
    await world.press('anna', 'apply');
    expect(world.pending()).toEqual(['bo:check']);
    await world.press('bo', 'check').catch(() => undefined);
    expect(await world.bridge.incidents.list()).toMatchObject([
      { reason: expect.stringContaining('the host has no function `isLarge`') },
    ]);
    await world.reopen({ expressions: { functions: DIRECTORY } });
    await world.press('bo', 'check');
    expect(world.reports().at(-1)).toBe('check end');
  });
});

describe('the time of the step', () => {
  const xml = draw({
    id: 'timed',
    people: { chase: '${execution.processBusinessKey}' },
    others: [
      userTask('check', { assignee: 'bo', attributes: { 'camunda:dueDate': '${dateTime().plusDays(2).toDate()}' } }),
      boundary('late', 'check', timer('=now() + duration("PT36H")').replaceAll('timeDuration', 'timeDate')),
    ],
    paths: 'start > check > end; late > chase > end',
  });

  it('sets due dates and timers', async () => {
    let now = Date.parse('2030-01-31T10:00:00Z');
    world = await createWorld({ bridge: { clock: () => now } });
    await world.begin(xml, { businessKey: 'chen' });
    expect(world.pending()).toEqual(['bo:check']);
    expect(world.sandbox.task(world.taskOf('bo', 'check'))).toMatchObject({ given: { timeOut: 48 } });
    now += 37 * 3_600_000;
    await world.bridge.idle();
    expect(world.pending()).toEqual(['chen:chase']);
  });
});

it('the log says where a function of the host threw', async () => {
  const broken = () => {
    throw new TypeError('no directory');
  };
  const instanceId = await run(ASKING, { ...DIRECTORY, 'directory.managerOf': broken });
  await world.press('anna', 'apply').catch(() => undefined);
  expect(await world.bridge.incidents.list({ instanceId })).toHaveLength(1);
  expect(world.log).toContainEqual({
    level: 'error',
    message: 'a function of the host threw',
    fields: {
      event: 'function.threw',
      name: 'directory.managerOf',
      cause: expect.stringMatching(/^TypeError: no directory\n {4}at .*expressions\.test\.ts/),
    },
  });
});

describe('names', () => {
  const xml = processFile(
    [
      start(),
      userTask('ask', { attributes: { 'camunda:assignee': undefined, 'flowable:assignee': '$INITIATOR' } }),
      userTask('check', { name: 'Check ${order.toUpperCase()} of #{initiator}', assignee: 'bo' }),
      end(),
    ],
    'start > ask > check > end',
    { id: 'naming', name: 'Order of a ${order}' },
  );

  it('are computed when a task is made, and $INITIATOR is who starts the process', async () => {
    await run(xml, {}, { order: 'desk' });
    await world.press('anna', 'ask');
    expect(world.sandbox.task(world.taskOf('bo', 'check'))).toMatchObject({
      given: { nodeName: 'Check DESK of anna', transcationName: 'Order of a desk' },
    });
    expect(await world.bridge.tasks.list()).toContainEqual(expect.objectContaining({ nodeName: 'Check DESK of anna' }));
    await world.press('bo', 'check');
    expect(world.reports()).toEqual(['start next ask', 'ask next check', 'check end']);
  });

  it('that change in an instance go to the center as taskName', async () => {
    const each = multiInstance({ collection: 'signers', elementVariable: 'signer', sequential: true });
    const signing = processFile(
      [start(), userTask('sign', { name: 'Level ${loopCounter + 1}', assignee: '${signer}', content: each }), end()],
      'start > sign > end',
      { id: 'levels' },
    );
    await run(signing, {}, { signers: ['bo', 'chen'] });
    expect(world.sandbox.task(world.taskOf('bo', 'sign'))?.given).toMatchObject({ nodeName: 'Level 1' });
    await world.press('bo', 'sign');
    expect(world.sandbox.task(world.taskOf('chen', 'sign'))?.given).toMatchObject({
      nodeName: 'Level 1',
      taskName: 'Level 2',
    });
    await world.press('chen', 'sign');
    expect(world.reports()).toEqual(['start next sign', 'sign next sign', 'sign end']);
  });

  it('that cannot be computed fail the step before anything is reported', async () => {
    const instanceId = await run(xml, {}, { order: 5 });
    await world.press('anna', 'ask').catch(() => undefined);
    expect(world.pending()).toEqual(['anna:ask']);
    expect(await world.bridge.incidents.list({ instanceId })).toMatchObject([
      { reason: expect.stringContaining('the name of check') },
    ]);
  });
});

describe('a multi-instance whose number reads what was never set', () => {
  it.each([
    [
      'collection',
      { collection: '${signers}', elementVariable: 'signer' },
      'is not a list: signers was never set. Set',
    ],
    ['cardinality', { cardinality: '${rounds}' }, 'is not a whole number from 0: rounds was never set. Set'],
  ])('is refused by the name of it: a %s', async (_title, loop, reason) => {
    const sign = userTask('sign', { assignee: 'bo', multiInstance: loop });
    const xml = draw({ people: { apply: 'anna' }, others: [sign], paths: 'start > apply > sign > end' });
    await run(xml, {});
    const press = await world.bridge.press((await world.bridge.tasks.list())[0]?.taskId ?? '', { account: 'anna' });
    expect(press).toMatchObject({ kind: 'failed', message: expect.stringContaining(reason) });
  });
});
