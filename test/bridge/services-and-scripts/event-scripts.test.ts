import { afterEach, describe, expect, it } from 'vitest';
import { BpmnError, type ScriptFunction, type ScriptJob } from '../../../src/index.ts';
import {
  boundary,
  catchEvent,
  conditional,
  end,
  eventGateway,
  eventSubProcess,
  message,
  node,
  root,
  userTask,
} from '../../support/bpmn-xml.ts';
import { draw } from '../../support/draw.ts';
import { createDatabaseFile } from '../database-file.ts';
import { createWorld, type World } from '../world.ts';

let world: World;
afterEach(() => world[Symbol.asyncDispose]());

const when = (text: string, attributes = {}) => conditional(text, { language: 'groovy', attributes });

/** Says whether `amount` is more than the number that stands for the script. */
const compare: ScriptFunction = ({ script, variables: { amount = 0 } }) => Number(amount) > Number(script);

/** What a script waits for until the test lets it go on. */
function hold() {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { held, release: () => release() };
}

async function begin(xml: string, scripts: ScriptFunction, store = 'sqlite::memory:'): Promise<string> {
  world = await createWorld({ bridge: { store, scripts, jobs: { maxAttempts: 1 } } });
  const { processId, problems } = await world.bridge.deploy(xml);
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  const { instanceId } = await world.bridge.start(processId, { initiator: 'anna' });
  await world.bridge.idle();
  return instanceId;
}

async function set(instanceId: string, variables: Readonly<Record<string, unknown>>): Promise<void> {
  await world.bridge.setVariables(instanceId, variables);
  await world.bridge.idle();
}

const onTask = (interrupting: boolean, attributes = {}) =>
  draw({
    id: 'watching',
    people: { work: 'bo', look: 'chen' },
    others: [boundary('large', 'work', when('1000', attributes), { interrupting })],
    paths: 'start > work > end; large > look > end',
  });

const WAITING = draw({
  id: 'watching',
  people: { apply: 'anna', look: 'chen' },
  others: [catchEvent('large', when('1000'))],
  paths: 'start > apply > large > look > end',
});

const AROUND = draw({
  id: 'watching',
  people: { work: 'bo' },
  others: [
    eventSubProcess(
      'care',
      [node('startEvent', 'large', { content: when('1000') }), userTask('look', { assignee: 'chen' }), end('done')],
      'large > look > done',
    ),
  ],
  paths: 'start > work > end',
});

describe('a script as the condition of an event', () => {
  it('is asked as the wait begins and after each change, and fires the boundary event once it is true', async () => {
    const jobs: ScriptJob[] = [];
    const id = await begin(onTask(true), (job) => {
      jobs.push(job);
      return compare(job);
    });
    await set(id, { amount: 5 });
    await set(id, { amount: 5 });
    expect(world.pending()).toEqual(['bo:work']);
    await set(id, { amount: 2000 });
    await world.press('chen', 'look');
    expect(world.reports()).toEqual(['start next work', 'work next look', 'look end']);
    expect(jobs).toMatchObject([
      { nodeId: 'large', script: '1000', scriptFormat: 'groovy', input: {} },
      { variables: { amount: 5 } },
      { variables: { amount: 2000 } },
    ]);
    expect(new Set(jobs.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(3);
  });

  it('that does not interrupt fires once for each change while it is true', async () => {
    const id = await begin(onTask(false), compare);
    await set(id, { amount: 2000 });
    await set(id, { amount: 3000 });
    await set(id, { amount: 1 });
    expect(world.pending()).toEqual(['bo:work', 'chen:look', 'chen:look']);
    await world.press('bo', 'work');
    await world.press('chen', 'look');
    await world.press('chen', 'look');
    expect(world.reports().at(-1)).toBe('look end');
  });

  it('listens to the variables it is drawn to listen to', async () => {
    const asked: unknown[] = [];
    const id = await begin(onTask(true, { 'camunda:variableName': 'amount' }), ({ variables }) => {
      asked.push(variables.amount);
      return false;
    });
    await set(id, { other: 1 });
    await set(id, { amount: 1 });
    expect(asked).toEqual([undefined, 1]);
  });

  it('goes by what every press sets where it names it', async () => {
    const parallel = (script: string) =>
      draw({
        id: 'watching',
        people: { one: 'anna', work: 'bo', look: 'chen' },
        others: [node('parallelGateway', 'fork'), boundary('said', 'work', when(script))],
        paths: 'start > fork; fork > one > end; fork > work > end; said > look > end',
      });
    const bySaid: ScriptFunction = ({ variables }) => variables.handler === 'anna';
    await begin(parallel('handler != null'), bySaid);
    await world.press('anna', 'one');
    expect(world.pending()).toEqual(['chen:look']);
    await world[Symbol.asyncDispose]();
    await begin(parallel('handlers != null'), bySaid);
    await world.press('anna', 'one');
    expect(world.pending()).toEqual(['bo:work']);
  });

  it('holds the report of the task before a catch event until it is answered', async () => {
    const id = await begin(WAITING, compare);
    await set(id, { amount: 2000 });
    await world.press('anna', 'apply');
    await world.press('chen', 'look');
    expect(world.reports()).toEqual(['start next apply', 'apply next look', 'look end']);
  });

  it('starts an event sub-process, after a restart too', async () => {
    using file = createDatabaseFile();
    const id = await begin(AROUND, compare, file.store);
    await world.reopen();
    await set(id, { amount: 2000 });
    await world.reopen();
    await world.press('chen', 'look');
    expect(world.reports()).toEqual(['start next work', 'work next look', 'look end']);
  });

  it('decides behind an event-based gateway', async () => {
    const xml = draw(
      {
        id: 'watching',
        people: { apply: 'anna', look: 'chen' },
        others: [eventGateway('first'), catchEvent('large', when('1000')), catchEvent('called', message('m'))],
        paths: 'start > apply > first; first > large > look > end; first > called > end',
      },
      root('message', 'm', { name: 'called' }),
    );
    const id = await begin(xml, compare);
    await world.press('anna', 'apply');
    await set(id, { amount: 2000 });
    await world.press('chen', 'look');
    expect(world.reports()).toEqual(['start next apply', 'apply none', 'apply next look', 'look end']);
  });
});

describe('what changes while the script is asked', () => {
  function createHeld() {
    const asked: unknown[] = [];
    const { held, release } = hold();
    const scripts: ScriptFunction = async (job) => {
      asked.push(job.variables.amount ?? null);
      if (job.variables.amount === 2000) await held;
      return compare(job);
    };
    return { asked, release, scripts };
  }

  it('is asked anew, and the answer to what was before is not heard', async () => {
    const { asked, release, scripts } = createHeld();
    const id = await begin(onTask(true), scripts);
    await world.bridge.setVariables(id, { amount: 2000 });
    await expect.poll(() => asked).toEqual([null, 2000]);
    await world.bridge.setVariables(id, { amount: 3 });
    await expect.poll(() => asked).toEqual([null, 2000, 3]);
    release();
    await world.bridge.idle();
    expect(world.pending()).toEqual(['bo:work']);
    await world.press('bo', 'work');
    expect(world.reports().at(-1)).toBe('work end');
  });

  it('is not asked where the event does not wait any more, and a late answer changes nothing', async () => {
    const { asked, release, scripts } = createHeld();
    const id = await begin(onTask(true), scripts);
    await world.bridge.setVariables(id, { amount: 2000 });
    await expect.poll(() => asked).toEqual([null, 2000]);
    await world.sandbox.press(world.taskOf('bo', 'work'), { action: 'Handle', account: 'bo' });
    release();
    await world.bridge.idle();
    expect(world.reports()).toEqual(['start next work', 'work end']);
    expect(await world.bridge.incidents.list()).toEqual([]);
  });

  it('waits while the instance is suspended', async () => {
    const asked: unknown[] = [];
    const id = await begin(onTask(true), (job) => {
      asked.push(job.variables.amount ?? null);
      return compare(job);
    });
    await world.bridge.suspend(id, { account: 'anna' });
    await set(id, { amount: 2000 });
    expect(asked).toEqual([null]);
    await world.bridge.activate(id, { account: 'anna' });
    await world.bridge.idle();
    expect(world.pending()).toEqual(['chen:look']);
  });
});

describe('a script that fails', () => {
  it('is an incident, which can be retried after a restart', async () => {
    using file = createDatabaseFile();
    let fails = false;
    const id = await begin(
      onTask(true),
      (job) => {
        if (fails) throw new Error('no disk');
        return compare(job);
      },
      file.store,
    );
    fails = true;
    await set(id, { amount: 2000 });
    await world.reopen();
    fails = false;
    const [incident] = await world.bridge.incidents.list({ instanceId: id });
    expect(incident).toMatchObject({ kind: 'job', code: 'ERR_SERVICE_FAILED' });
    await world.bridge.incidents.retry(incident?.incidentId ?? '');
    await world.bridge.idle();
    await world.press('chen', 'look');
    expect(world.reports()).toEqual(['start next work', 'work next look', 'look end']);
  });

  it('since a variable was missing, is asked anew once that is set', async () => {
    const id = await begin(onTask(true), (job) => {
      if (job.variables.amount === undefined) throw new Error('No such property: amount');
      return compare(job);
    });
    const isResolved = async () =>
      (await world.bridge.incidents.list({ instanceId: id })).map(({ resolvedAt }) => resolvedAt !== null);
    expect(await isResolved()).toEqual([false]);
    await set(id, { amount: 2000 });
    expect(await isResolved()).toEqual([true]);
    expect(world.pending()).toEqual(['chen:look']);
  });

  it.each<[string, ScriptFunction, string]>([
    ['gives neither true nor false', () => 'yes', 'condition of large gives a text'],
    [
      'throws an error of BPMN, which an event has nobody to catch',
      () => {
        throw new BpmnError('BAD');
      },
      'threw the error BAD',
    ],
  ])('so is one that %s', async (_what, scripts, reason) => {
    const id = await begin(onTask(true), scripts);
    const [incident] = await world.bridge.incidents.list({ instanceId: id });
    expect(incident?.reason).toContain(reason);
    expect(world.pending()).toEqual(['bo:work']);
  });
});

it('a terminated instance gives up what was asked', async () => {
  const asked: string[] = [];
  const { held, release } = hold();
  world = await createWorld({
    bridge: {
      scripts: async ({ nodeId }) => {
        asked.push(nodeId);
        await held;
        return true;
      },
    },
  });
  await world.bridge.deploy(AROUND);
  const { instanceId } = await world.bridge.start('watching', { initiator: 'anna' });
  await expect.poll(() => asked).toEqual(['large']);
  await world.bridge.terminate(instanceId, { account: 'anna' });
  release();
  await world.bridge.idle();
  expect(await world.bridge.incidents.list()).toEqual([]);
  expect(world.pending()).toEqual([]);
});
