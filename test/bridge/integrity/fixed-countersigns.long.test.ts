/** Who signs, and how many, is decided when a countersign begins: whatever the variables say later, all three sign, once. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  type BpmnNode,
  end,
  exclusive,
  type MultiInstanceOptions,
  processFile,
  serviceTask,
  start,
  subProcess,
  userTask,
} from '../../support/bpmn-xml.ts';
import { createDatabaseFile, type DatabaseFile } from '../database-file.ts';
import { createWorld, type World } from '../world.ts';

const PEOPLE = ['bo', 'chen', 'dara'];

/** What the variables are changed to while the three sign. */
const CHANGES: readonly [string, Record<string, unknown>][] = [
  ['an empty list', { people: [], count: 0 }],
  ['a longer list', { people: [...PEOPLE, 'emil'], count: 4 }],
  ['a shorter list', { people: ['bo'], count: 1 }],
  ['others', { people: ['emil', 'fatima', 'gu'], count: 3 }],
  ['a text', { people: 'bo,chen,dara', count: 'three' }],
  ['nothing', { people: null, count: null }],
];

const over = (options: MultiInstanceOptions = {}) => ({ collection: '${people}', elementVariable: 'who', ...options });
const sign = (multiInstance?: MultiInstanceOptions, assignee = '${who}') =>
  userTask('sign', { assignee, ...(multiInstance && { multiInstance }) });
const each = (multiInstance: MultiInstanceOptions) =>
  subProcess('each', [start('in'), sign(), end('out')], 'in > sign > out', { multiInstance });

const KINDS: Readonly<Record<string, BpmnNode>> = {
  'in parallel': sign(over()),
  'one after the other': sign(over({ sequential: true })),
  'by number, in parallel': sign({ cardinality: '${count}' }, '${names[loopCounter]}'),
  'by number, one after the other': sign({ cardinality: '${count}', sequential: true }, '${names[loopCounter]}'),
  'in a sub-process for each': each(over()),
  'in a sub-process for each, one after the other': each(over({ sequential: true })),
};

let database: DatabaseFile;
let world: World;
let given: Record<string, unknown>;
beforeEach(async () => {
  given = {};
  database = createDatabaseFile();
  world = await createWorld({ bridge: { store: database.store, services: { change: () => given } } });
});
afterEach(async () => {
  await world[Symbol.asyncDispose]();
  database[Symbol.dispose]();
});

/** The three sign, and Anna can let a service change the variables meanwhile. */
async function begin(kind: string): Promise<string> {
  const signing = KINDS[kind];
  if (!signing) throw new Error(`no kind ${kind}`);
  const nodes = [
    start(),
    signing,
    userTask('file', { assignee: 'anna' }),
    end(),
    userTask('ask', { assignee: 'anna' }),
    serviceTask('change', { attributes: { 'ttc:service': 'change' } }),
    end('changed'),
  ];
  const ways = `start > ${signing.id} > file > end; start > ask > change > changed`;
  await world.bridge.deploy(processFile(nodes, ways, { id: 'countersign' }));
  const variables = { people: PEOPLE, names: PEOPLE, count: 3 };
  const { instanceId } = await world.bridge.start('countersign', { initiator: 'anna', variables });
  await world.bridge.idle();
  return instanceId;
}

async function signers(): Promise<string[]> {
  const { bridge } = world;
  const open = await bridge.tasks.list({ state: 'IN_PROGRESS' });
  return open.flatMap(({ nodeId, handlers }) => (nodeId === 'sign' ? handlers : []));
}

describe.each(Object.keys(KINDS))('%s', (kind) => {
  test.each(CHANGES)('the list becomes %s: the three sign, each once', async (_, change) => {
    const instanceId = await begin(kind);
    expect(await world.bridge.setVariables(instanceId, change)).toMatchObject({ kind: 'applied' });
    expect(await world.press('bo', 'sign')).toBe(0);
    await world.reopen();
    expect(await world.press('chen', 'sign')).toBe(0);
    expect(await signers()).toEqual(['dara']);
    expect(await world.press('dara', 'sign')).toBe(0);
    expect(await signers()).toEqual([]);
    expect(await world.press('anna', 'file')).toBe(0);
    expect(world.reports().filter((report) => report.startsWith('sign'))).toHaveLength(3);
    expect(await world.bridge.incidents.list()).toEqual([]);
  });
});

test('a service that leaves the list empty ends nobody’s task', async () => {
  await begin('in parallel');
  given = { people: [] };
  expect(await world.press('anna', 'ask')).toBe(0);
  expect(await signers()).toEqual(PEOPLE);
  for (const account of PEOPLE) expect(await world.press(account, 'sign')).toBe(0);
  expect(world.pending()).toEqual(['anna:file']);
});

test.each(['in parallel', 'one after the other'])(
  '%s: who is given the task signs it, and the others after',
  async (kind) => {
    const instanceId = await begin(kind);
    await world.bridge.setVariables(instanceId, { people: ['gu'] });
    const taskId = world.taskOf('bo', 'sign');
    expect(await world.bridge.transfer(taskId, { from: 'bo', to: 'emil' })).toMatchObject({ kind: 'applied' });
    await world.bridge.idle();
    for (const account of ['emil', 'chen', 'dara']) expect(await world.press(account, 'sign')).toBe(0);
    expect(world.pending()).toContain('anna:file');
  },
);

test.each([
  ['an empty text', ''],
  ['blanks', ' '],
  ['an empty list', []],
  ['a list with a number', [2]],
  ['false', false],
  ['true', true],
  ['null', null],
  ['half a person', 1.5],
])('a number of signers that is %s lets nobody pass, and may be mended', async (_, count) => {
  const nodes = [start(), userTask('ask', { assignee: 'anna' }), sign({ cardinality: '${count}' }, 'bo'), end()];
  const { instanceId } = await world.begin(processFile(nodes, 'start > ask > sign > end', { id: 'by-number' }), {
    variables: { count },
  });
  expect(await world.press('anna', 'ask')).toBe(500);
  expect(world.pending()).toEqual(['anna:ask']);
  expect(await world.bridge.incidents.list({ open: true })).toMatchObject([
    { code: 'ERR_EXPRESSION_FAILED', reason: expect.stringContaining('cardinality of sign, ${count}') },
  ]);
  await world.bridge.setVariables(instanceId, { count: '2' });
  expect(await world.press('anna', 'ask')).toBe(0);
  expect(world.pending()).toEqual(['bo:sign', 'bo:sign']);
});

describe.each(['all', 'any', '2', '60%', undefined])('a vote by %s of which nobody is a part', (completion) => {
  const voted = (id: string, multiInstance: MultiInstanceOptions) =>
    processFile(
      [
        ...[start(), userTask('ask', { assignee: 'anna' })],
        userTask('sign', { assignee: '${signer}', multiInstance, attributes: { 'ttc:completion': completion } }),
        ...[exclusive('decided'), userTask('pay', { assignee: 'emil' }), end()],
      ],
      'start > ask > sign > decided; decided >"Yes"{ttc:vote=approve} pay > end; decided >"No"{ttc:vote=reject} end',
      { id },
    );

  test.each([
    ['list', { collection: '${people}', elementVariable: 'signer' }, '${people} is empty'],
    [
      'list in sequence',
      { collection: '${people}', elementVariable: 'signer', sequential: true },
      '${people} is empty',
    ],
    ['number', { cardinality: '${count}' }, '${count} is 0'],
  ])('is neither approved nor rejected (%s), and may be mended', async (_, multiInstance, why) => {
    await world.bridge.deploy(voted('vote', multiInstance));
    const variables = { people: [], count: 0, signer: 'bo' };
    const { instanceId } = await world.bridge.start('vote', { initiator: 'anna', variables });
    await world.bridge.idle();
    expect(await world.press('anna', 'ask')).toBe(500);
    expect(world.pending()).toEqual(['anna:ask']);
    expect(await world.bridge.incidents.list({ open: true })).toMatchObject([
      {
        code: 'ERR_NO_HANDLER',
        reason: expect.stringContaining(`Nobody votes at sign: ${why}, and the votes decide gateway decided`),
      },
    ]);
    await world.reopen();
    expect(await world.press('anna', 'ask')).toBe(500);
    await world.bridge.setVariables(instanceId, { people: ['bo'], count: 1 });
    expect(await world.press('anna', 'ask')).toBe(0);
    expect(world.pending()).toEqual(['bo:sign']);
    expect(await world.press('bo', 'sign', 'Yes')).toBe(0);
    expect(world.pending()).toEqual(['emil:pay']);
    expect(await world.bridge.incidents.list({ open: true })).toEqual([]);
  });
});
