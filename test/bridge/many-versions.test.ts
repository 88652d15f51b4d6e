/** Many versions of a process: what is kept of them in memory stays bounded, and none of their instances notices. */
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { createDefinitions, MOST_COMPILED } from '../../src/bridge/definitions.ts';
import { createSqliteStore } from '../../src/store/sqlite/create-sqlite-store.ts';
import { end, processFile, start, userTask } from '../support/bpmn-xml.ts';
import { createWorld } from './world.ts';

const VERSIONS = MOST_COMPILED + 20;

function version(number: number): string {
  const check = userTask('check', { assignee: 'bo', name: `Check ${number}` });
  const nodes = [start(), userTask('apply', { assignee: 'anna' }), check, end()];
  return processFile(nodes, 'start > apply > check > end', { id: 'leave' });
}

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

test('only so many compiled definitions are in memory, whichever were deployed and run', async () => {
  const store = await createSqliteStore({ path: ':memory:' });
  const host = { services: new Set<string>(), scripts: false, circulation: false };
  const settings = { ...host, timeZone: 'UTC', systemHandler: undefined, messageTypes: {} };
  const definitions = createDefinitions(store, {}, settings);
  const compiled: WeakRef<object>[] = [];
  const ids: string[] = [];
  for (let number = 0; number < VERSIONS; number += 1) {
    const { definitionId } = await definitions.deploy(version(number), number);
    ids.push(definitionId);
    compiled.push(new WeakRef(await definitions.load(definitionId)));
  }
  for (const id of ids) compiled.push(new WeakRef(await definitions.load(id)));
  await setImmediate();
  collectGarbage();
  const inMemory = new Set(compiled.flatMap((ref) => ref.deref() ?? []));
  expect(inMemory.size).toBeGreaterThan(0);
  expect(inMemory.size).toBeLessThanOrEqual(MOST_COMPILED);
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
