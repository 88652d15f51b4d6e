/** Many processes and versions: what is kept of them in memory stays bounded, and nothing that uses them notices. */
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { createOutages } from '../../../src/bridge/context/outages.ts';
import { createDefinitions, MAX_COMPILED } from '../../../src/bridge/definitions/definitions.ts';
import { createFindStarts } from '../../../src/bridge/definitions/start-events.ts';
import { parseOptions } from '../../../src/config.ts';
import type { Store } from '../../../src/store/store.ts';
import { bpmn, end, node, process, processFile, root, start, userTask } from '../../support/bpmn-xml.ts';
import { createSqliteStore } from '../../support/inner/store.ts';
import { optionsFor } from '../options-for.ts';
import { createWorld } from '../world.ts';

const VERSIONS = MAX_COMPILED + 20;

function version(number: number): string {
  const check = userTask('check', { assignee: 'bo', name: `Check ${number}` });
  const nodes = [start(), userTask('apply', { assignee: 'anna' }), check, end()];
  return processFile(nodes, 'start > apply > check > end', { id: 'leave' });
}

function definitionsOf(store: Store) {
  const options = optionsFor({ url: 'http://127.0.0.1:9' });
  let days = 0;
  const config = parseOptions({ ...options, store: 'sqlite::memory:', clock: () => (days += 1) });
  const log = () => undefined;
  return createDefinitions({ config, store, log, outages: createOutages(log, config.clock) }, new Map());
}

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

test('only so many compiled definitions are in memory, whichever were deployed and run', async () => {
  const store = await createSqliteStore({ path: ':memory:' });
  const definitions = definitionsOf(store);
  const compiled: WeakRef<object>[] = [];
  const ids: string[] = [];
  for (let number = 0; number < VERSIONS; number += 1) {
    const { definitionId } = await definitions.deploy(version(number));
    ids.push(definitionId);
    compiled.push(new WeakRef(await definitions.load(definitionId)));
  }
  for (const id of ids) compiled.push(new WeakRef(await definitions.load(id)));
  await setImmediate();
  collectGarbage();
  const inMemory = new Set(compiled.flatMap((ref) => ref.deref() ?? []));
  expect(inMemory.size).toBeGreaterThan(0);
  expect(inMemory.size).toBeLessThanOrEqual(MAX_COMPILED);
  await store.close();
});

test('an instance of a version that is not in memory any more goes on as it was drawn', async () => {
  await using world = await createWorld();
  const { bridge, sandbox } = world;
  await bridge.deploy(version(0));
  const { instanceId } = await bridge.start('leave', { initiator: 'anna' });
  await bridge.idle();
  for (let number = 1; number < VERSIONS; number += 1) await bridge.deploy(version(number));
  expect(await world.press('anna', 'apply')).toBe(0);
  expect(sandbox.task(world.taskOf('bo', 'check'))).toMatchObject({ nodeName: 'Check 0' });
  expect(await world.press('bo', 'check')).toBe(0);
  expect(await bridge.instances.get(instanceId)).toMatchObject({ status: 'ended' });
});

test('of more processes than are in memory, each version is read once to find whom a message starts', async () => {
  const store = await createSqliteStore({ path: ':memory:' });
  const definitions = definitionsOf(store);
  const read: string[] = [];
  const load = (definitionId: string) => {
    read.push(definitionId);
    return definitions.load(definitionId);
  };
  const log = () => expect.fail('a definition could not be read');
  const findStarts = createFindStarts({ store, clock: () => 0, log }, load, { timeZone: 'UTC', functions: new Map() });
  const deployStart = (id: string, name: string) => definitions.deploy(startedBy(id, name));
  for (let number = 0; number < VERSIONS; number += 1) await deployStart(`p-${number}`, `asked ${number}`);
  for (const number of [3, VERSIONS - 1])
    expect(await findStarts('message', `asked ${number}`)).toEqual([
      { processId: `p-${number}`, startNodeId: 'heard' },
    ]);
  expect(await findStarts('signal', 'asked 3')).toEqual([]);
  expect(read).toHaveLength(VERSIONS);
  await deployStart('p-3', 'asked anew');
  expect(await findStarts('message', 'asked 3')).toEqual([]);
  expect(await findStarts('message', 'asked anew')).toEqual([{ processId: 'p-3', startNodeId: 'heard' }]);
  expect(read).toHaveLength(VERSIONS + 1);
  await store.close();
});

function startedBy(id: string, name: string): string {
  const message = root('message', 'm', { name });
  const heard = node('startEvent', 'heard', { content: '<messageEventDefinition messageRef="m"/>' });
  return bpmn(message, process(id, [heard, userTask('look', { assignee: 'bo' }), end()], 'heard > look > end'));
}
