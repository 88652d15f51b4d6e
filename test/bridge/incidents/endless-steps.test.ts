/** Loops in which nothing waits: the step ends with a code, and everything is as it was. */
import { describe, expect, it } from 'vitest';
import type { BridgeOptions, StartOptions } from '../../../src/index.ts';
import {
  type BpmnNode,
  callActivity,
  catchEvent,
  conditional,
  process as drawn,
  end,
  exclusive,
  node,
  plainTask,
  start,
  subProcess,
  throwEvent,
  userTask,
} from '../../support/bpmn-xml.ts';
import { drawProcess } from '../../support/draw.ts';
import { diagram, file, signal } from '../../support/named-events.ts';
import { createWorld } from '../world.ts';

const ask = userTask('ask', { assignee: 'anna' });

/** Anna presses, and a token comes into a loop of these nodes, which it leaves when `stop` is true. */
function looping(body: readonly BpmnNode[], stop = 'stop'): string {
  const ids = body.map(({ id }) => id).join(' > ');
  return diagram(
    [start(), ask, exclusive('again'), ...body, exclusive('more'), userTask('after', { assignee: 'bo' }), end()],
    `start > ask > again > ${ids} > more; more >[\${${stop}}] after > end; more >* again`,
  );
}

async function openWorld(
  xml: string,
  variables: NonNullable<StartOptions['variables']>,
  { limits, ...options }: Pick<BridgeOptions, 'expressions' | 'limits'> = {},
) {
  const world = await createWorld({ bridge: { limits: { stepMs: 60_000, ...limits }, ...options } });
  const { processId } = await world.bridge.deploy(xml);
  const { instanceId } = await world.bridge.start(processId, { initiator: 'ini', variables });
  await world.bridge.idle();
  const press = () => world.bridge.press(`${instanceId}.1`, { account: 'anna' });
  return { world, instanceId, press };
}

const adds = (id: string) =>
  node('scriptTask', id, { extensions: '<zeebe:script expression="=n + 1" resultVariable="n"/>' });

it.each([
  ['of gateways', [plainTask('round')]],
  ['of a thrown signal that nobody catches', [throwEvent('round', signal('S'))]],
  ['of a condition that is met', [catchEvent('round', conditional('${n == 0}'))]],
  [
    'of a sub-process with a condition that is met',
    [subProcess('part', [start('in'), catchEvent('met', conditional('${n == 0}')), end('out')], 'in > met > out')],
  ],
])('a loop %s ends, however little changes in it', async (_, body) => {
  const { world, instanceId, press } = await openWorld(looping(body), { stop: false, n: 0 });
  await using _world = world;
  expect(await press()).toMatchObject({
    kind: 'failed',
    message: expect.stringContaining('contains a loop without a wait'),
  });
  await world.bridge.setVariables(instanceId, { stop: true });
  expect(await press()).toMatchObject({ kind: 'applied' });
});

it('a loop that counts goes on for a hundred rounds', async () => {
  const { world, instanceId, press } = await openWorld(looping([adds('round')], 'n == 100'), { n: 0 });
  await using _world = world;
  expect(await press()).toMatchObject({ kind: 'applied' });
  await world.bridge.idle();
  expect(world.taskOf('bo', 'after')).toBe(`${instanceId}.2`);
});

it.each([
  [{ moves: 100 }, 'failed'],
  [{ moves: 10_000 }, 'applied'],
])('a loop that counts to 150, with the option %j: the press is %s', async (limits, kind) => {
  const { world, press } = await openWorld(looping([adds('round')], 'n == 150'), { n: 0 }, { limits });
  await using _world = world;
  expect(await press()).toMatchObject({ kind });
});

it('a loop that counts without an end fails', async () => {
  const { world, press } = await openWorld(looping([adds('round')], 'n < 0'), { n: 0 });
  await using _world = world;
  expect(await press()).toMatchObject({
    kind: 'failed',
    message: expect.stringContaining(
      'contains a loop without a wait. If it has an end, raise the option limits.moves.',
    ),
  });
});

/** Calls a process of the same file, which counts in variables of its own until a condition is true. */
const countingInCall = (condition: string) =>
  file(
    drawProcess({
      id: 'process',
      people: { after: 'bo' },
      others: [ask, callActivity('call', 'part', { extensions: '<camunda:in source="n" target="n"/>' })],
      paths: 'start > ask > call > after > end',
    }),
    drawn(
      'part',
      [start('in'), exclusive('again'), adds('round'), exclusive('more'), end('out')],
      `in > again > round > more; more >[=${condition}] out; more >* again`,
      { isExecutable: false },
    ),
  );

/** Each round calls a process of the same file, which adds to what it is given, until a condition is true. */
const callingInLoop = (condition: string) =>
  file(
    drawn(
      'process',
      [
        ...[start(), ask, exclusive('again'), exclusive('more'), userTask('after', { assignee: 'bo' }), end()],
        callActivity('call', 'part', {
          extensions: '<camunda:in source="n" target="n"/><camunda:out source="n" target="n"/>',
        }),
      ],
      `start > ask > again > call > more; more >[=${condition}] after > end; more >* again`,
    ),
    drawn('part', [start('in'), adds('round'), end('out')], 'in > round > out', { isExecutable: false }),
  );

describe.each([
  ['in a call, which counts in its own variables', countingInCall, ['n < 0', 'n >= 100']],
  ['through a call, by what it is given and gives back', callingInLoop, ['n = 0', 'n = 30']],
] as const)('a loop %s', (_, draw, [never, once]) => {
  it('is found if it is endless', async () => {
    const { world, press } = await openWorld(draw(never), { n: 0 });
    await using _world = world;
    expect(await press()).toMatchObject({
      kind: 'failed',
      message: expect.stringMatching(/more than 20000 moves without a wait, the last to /),
    });
  });

  it('goes on until its end', async () => {
    const { world, instanceId, press } = await openWorld(draw(once), { n: 0 });
    await using _world = world;
    expect(await press()).toMatchObject({ kind: 'applied' });
    await world.bridge.idle();
    expect(world.taskOf('bo', 'after')).toBe(`${instanceId}.2`);
  });
});

it('another name of the initiator of a call follows it', async () => {
  const sets = (id: string, expression: string, variable: string) =>
    node('scriptTask', id, {
      extensions: `<zeebe:script expression="=${expression}" resultVariable="${variable}"/>`,
    });
  const xml = file(
    drawProcess({
      id: 'process',
      people: { after: 'bo' },
      others: [ask, callActivity('call', 'part', { extensions: '<camunda:in source="n" target="n"/>' })],
      paths: 'start > ask > call > after > end',
    }),
    drawn(
      'part',
      [
        start('in', { attributes: { 'camunda:initiator': 'starter' } }),
        ...[exclusive('again'), adds('round')],
        sets('who', 'if n &gt; 50 then &quot;x&quot; else initiator', 'initiator'),
        ...[exclusive('more'), end('out')],
      ],
      'in > again > round > who > more; more >[=starter = "x"] out; more >* again',
      { isExecutable: false },
    ),
  );
  const { world, press } = await openWorld(xml, { n: 0 });
  await using _world = world;
  expect(await press()).toMatchObject({ kind: 'applied' });
});

const withFunctions = (functions: Record<string, (n: number) => boolean>) => ({ expressions: { functions } });

it('a function of the host is called once for each round of a loop that it ends', async () => {
  const seen: number[] = [];
  const isEnough = (n: number) => {
    seen.push(n);
    return n >= 100;
  };
  const { world, press } = await openWorld(
    looping([adds('round')], 'isEnough(n)'),
    { n: 0 },
    withFunctions({ isEnough }),
  );
  await using _world = world;
  expect(await press()).toMatchObject({ kind: 'applied' });
  expect(seen).toEqual(Array.from({ length: 100 }, (_, index) => index + 1));
});

it('a function of the host that throws in a later round fails the step there', async () => {
  const isEnough = (n: number) => {
    if (n === 30) throw new Error('no');
    return false;
  };
  const { world, press } = await openWorld(
    looping([adds('round')], 'isEnough(n)'),
    { n: 0 },
    withFunctions({ isEnough }),
  );
  await using _world = world;
  expect(await press()).toMatchObject({ kind: 'failed', message: expect.stringContaining('`isEnough`') });
});
