/**
 * An instance whose countersign began before sizes were kept goes on by the number that its engine was begun with, and
 * not by what its variables say since.
 */
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  type BpmnNode,
  end,
  type MultiInstanceOptions,
  processFile,
  start,
  subProcess,
  userTask,
} from '../../support/bpmn-xml.ts';
import { createDatabaseFile, type DatabaseFile } from '../database-file.ts';
import { createWorld, type World } from '../world.ts';

const PEOPLE = ['bo', 'chen', 'dara'];
const over = (options: MultiInstanceOptions = {}) => ({ collection: '${people}', elementVariable: 'who', ...options });
const sign = (multiInstance?: MultiInstanceOptions, assignee = '${who}') =>
  userTask('sign', { assignee, ...(multiInstance && { multiInstance }) });
const each = (multiInstance: MultiInstanceOptions) =>
  subProcess('each', [start('in'), sign(), end('out')], 'in > sign > out', { multiInstance });

/** Who signs after Bo: those that have begun as they were, those that have not as the variables say now. */
const KINDS: readonly [string, BpmnNode, readonly string[]][] = [
  ['in parallel', sign(over()), ['chen', 'dara']],
  ['one after the other', sign(over({ sequential: true })), ['chen', 'gu']],
  ['by number, in parallel', sign({ cardinality: '${count}' }, '${names[loopCounter]}'), ['chen', 'dara']],
  [
    'by number, one after the other',
    sign({ cardinality: '${count}', sequential: true }, '${names[loopCounter]}'),
    ['chen', 'dara'],
  ],
  ['in a sub-process for each', each(over()), ['chen', 'dara']],
  ['in a sub-process for each, one after the other', each(over({ sequential: true })), ['chen', 'gu']],
];

let database: DatabaseFile;
let world: World;
beforeEach(async () => {
  database = createDatabaseFile();
  world = await createWorld({ bridge: { store: database.store } });
});
afterEach(async () => {
  await world[Symbol.asyncDispose]();
  database[Symbol.dispose]();
});

const SINCE = {
  'more people': { people: ['emil', 'fatima', 'gu', 'hans'], count: 4 },
  'none of the first two': { people: [null, null, 'gu'], count: 0 },
};

const cases = KINDS.flatMap(([kind, node, next]) =>
  Object.entries(SINCE).map(([since, variables]) => [kind, since, node, next, variables] as const),
);

test.each(cases)('%s, and the variables name %s: three sign', async (_kind, _since, signing, next, variables) => {
  const nodes = [start(), signing, userTask('file', { assignee: 'anna' }), end()];
  await world.bridge.deploy(processFile(nodes, `start > ${signing.id} > file > end`, { id: 'countersign' }));
  const { instanceId } = await world.bridge.start('countersign', {
    initiator: 'anna',
    variables: { people: PEOPLE, names: PEOPLE, count: 3 },
  });
  await world.bridge.idle();
  expect(await world.press('bo', 'sign')).toBe(0);
  await world.bridge.setVariables(instanceId, variables);
  expect(database.dump().instances?.[0]?.snapshot).toContain('"sizes":{"');
  database.run(`update instances set snapshot = json_remove(snapshot, '$.ledger.sizes')`);

  for (const signer of next) {
    await world.reopen();
    expect(await world.press(signer, 'sign')).toBe(0);
  }
  expect(await world.press('anna', 'file')).toBe(0);
  expect(world.reports().filter((report) => report.startsWith('sign'))).toHaveLength(3);
  expect(await world.bridge.incidents.list()).toEqual([]);
  expect(await world.bridge.instances.get(instanceId)).toMatchObject({ status: 'ended' });
});
