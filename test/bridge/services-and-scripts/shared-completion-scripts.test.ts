import { afterEach, describe, expect, it } from 'vitest';
import type { ScriptFunction } from '../../../src/index.ts';
import { userTask } from '../../support/bpmn-xml.ts';
import { draw } from '../../support/draw.ts';
import { createDatabaseFile } from '../database-file.ts';
import { createWorld, type World } from '../world.ts';

let world: World;
afterEach(() => world[Symbol.asyncDispose]());

const PEOPLE = ['anna', 'bo', 'chen'];

/** Is enough once two are done; notes what it is asked. */
function createCounter() {
  const asked: unknown[] = [];
  const scripts: ScriptFunction = ({ variables: { nrOfCompletedInstances, nrOfActiveInstances, p } }) => {
    asked.push([nrOfCompletedInstances, nrOfActiveInstances, p]);
    return Number(nrOfCompletedInstances) >= 2;
  };
  return { asked, scripts };
}

describe('a completion condition that is a script, of a task that its signers share', () => {
  const SHARED = draw({
    id: 'repeating',
    people: { check: 'dara' },
    others: [
      userTask('each', {
        assignee: '${p}',
        multiInstance: { collection: '${people}', elementVariable: 'p', condition: 'enough' },
        attributes: { 'ttc:countersign': 'shared' },
      }),
    ],
    paths: 'start > each > check > end',
  }).replace('<completionCondition', '<completionCondition language="groovy"');

  async function share(scripts: ScriptFunction, store = 'sqlite::memory:'): Promise<string> {
    world = await createWorld({
      bridge: { store, scripts, jobs: { maxAttempts: 1 } },
      sandbox: { switches: { noneKeepsPending: true } },
    });
    const { instanceId } = await world.begin(SHARED, { variables: { people: PEOPLE } });
    return `${instanceId}.1`;
  }

  it('is asked for each who has signed, and ends the task for the others, across restarts', async () => {
    using file = createDatabaseFile();
    const { asked, scripts } = createCounter();
    const taskId = await share(scripts, file.store);
    await world.press('chen', 'each');
    expect(await world.bridge.tasks.get(taskId)).toMatchObject({ state: 'IN_PROGRESS', handlers: ['anna', 'bo'] });
    expect(await world.bridge.tasks.list({ handler: 'chen' })).toEqual([]);
    expect(await world.bridge.press(taskId, { account: 'chen' })).toMatchObject({ kind: 'stale' });
    expect(await world.bridge.press(taskId, { account: 'dora' })).toMatchObject({ kind: 'forbidden' });
    await world.reopen();
    await world.press('anna', 'each');
    expect(await world.bridge.tasks.get(taskId)).toMatchObject({ state: 'FINISH', handler: 'anna' });
    expect(asked).toEqual([
      [1, 2, 'chen'],
      [2, 1, 'anna'],
    ]);
    await world.reopen();
    await world.press('dara', 'check');
    expect(world.reports()).toEqual(['start next each', 'each none', 'each none', 'each next check', 'check end']);
    expect(world.pending()).toEqual([]);
    expect(await world.bridge.outbox.list({ state: 'parked' })).toEqual([]);
  });

  it('holds the report of the last to sign until it is answered', async () => {
    const { asked, scripts } = createCounter();
    await share((job) => scripts(job) && false);
    for (const account of PEOPLE) await world.press(account, 'each');
    expect(asked).toHaveLength(3);
    await world.press('dara', 'check');
    expect(world.reports()).toEqual(['start next each', 'each none', 'each none', 'each next check', 'check end']);
  });

  it('may be signed while it is asked for another', async () => {
    const counts: unknown[] = [];
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const taskId = await share(async ({ variables: { nrOfCompletedInstances } }) => {
      counts.push(nrOfCompletedInstances);
      if (counts.length === 1) await held;
      return Number(nrOfCompletedInstances) >= 2;
    });
    for (const account of PEOPLE) {
      await world.sandbox.press(taskId, { action: 'Handle', account });
    }
    release();
    await world.bridge.idle();
    expect(counts).toEqual([1, 2]);
    await world.press('dara', 'check');
    expect(world.reports()).toEqual(['start next each', 'each none', 'each none', 'each next check', 'check end']);
  });

  it('takes a task from who has yet to sign it, also where it is the first who decides', async () => {
    const taskId = await share(() => true);
    await world.press('bo', 'each');
    expect(await world.bridge.tasks.get(taskId)).toMatchObject({ state: 'FINISH', handler: 'bo' });
    expect(await world.bridge.press(taskId, { account: 'anna' })).toMatchObject({ kind: 'stale' });
    await world.press('dara', 'check');
    expect(world.reports()).toEqual(['start next each', 'each none', 'each next check', 'check end']);
    const entries = await world.bridge.history({ instanceId: taskId.replace(/\.1$/, '') });
    expect(entries.map(({ type }) => type)).not.toContain('task.gone');
  });
});
