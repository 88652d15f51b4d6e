/** A report whose answer was lost, and a center that calls for the tasks that it was to create. */
import { afterEach, describe, expect, test } from 'vitest';
import { end, processFile, start, userTask } from '../../support/bpmn-xml.ts';
import { draw } from '../../support/draw.ts';
import { createWorld, type World } from '../world.ts';

const CHAIN = draw({ id: 'chain', people: { apply: 'anna', check: 'bo' }, paths: 'start > apply > check > end' });

let now = Date.UTC(2026, 0, 5);
let world: World;
afterEach(() => world[Symbol.asyncDispose]());

const loseAnswer = () => world.sandbox.faults.add({ fault: 'reset-after', next: 1, calls: ['taskHandle'] });

async function begin(xml = CHAIN, variables = {}): Promise<string> {
  world = await createWorld({ bridge: { clock: () => now } });
  const { instanceId } = await world.begin(xml, { variables });
  loseAnswer();
  return instanceId;
}

/** The repeat of the report, which the center answers with 500, since the task exists. */
async function repeat(): Promise<void> {
  now += 10_000;
  await world.bridge.idle();
}

const stateOf = async (index = 1) => (await world.bridge.outbox.list())[index]?.state;
const CONFIRMED = expect.stringContaining('the center has called a button');

/** Asks as the center does. */
async function ask(...taskIds: string[]): Promise<void> {
  const response = await fetch(world.bridge.statusUrl(), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ taskIds }),
  });
  expect(response.status).toBe(200);
}

describe('a report whose answer was lost is settled', () => {
  test('by a press of the task that it creates, and says why', async () => {
    const instanceId = await begin();
    const delivered: number[] = [];
    world.bridge.on('report.delivered', ({ seq }) => delivered.push(seq));
    await world.press('anna', 'apply');
    await repeat();
    expect(await stateOf()).toBe('unconfirmed');
    expect(await world.bridge.tasks.get(`${instanceId}.2`)).toMatchObject({ unconfirmedSeq: 2 });
    expect(await world.press('bo', 'check')).toBe(0);
    const [, report] = await world.bridge.outbox.list({ instanceId });
    expect(report).toMatchObject({ state: 'delivered', reason: CONFIRMED, deliveredAt: now });
    expect(await world.bridge.history({ type: 'report.confirmed' })).toMatchObject([
      { instanceId, data: { seq: 2, reason: CONFIRMED } },
    ]);
    expect(world.log.filter(({ fields }) => fields.event === 'report.confirmed')).toMatchObject([
      { level: 'warn', fields: { instanceId, seq: 2, reason: CONFIRMED } },
    ]);
    expect(delivered).toEqual([2, 3]);
    expect((await world.bridge.health()).problems).toEqual([]);
    expect(await world.bridge.tasks.get(`${instanceId}.2`)).toMatchObject({ unconfirmedSeq: null });
  });

  test('by a press that is refused', async () => {
    const instanceId = await begin();
    await world.press('anna', 'apply');
    await repeat();
    await world.bridge.suspend(instanceId);
    await world.sandbox.press(`${instanceId}.2`, { action: 'Handle', account: 'bo' });
    expect(await stateOf()).toBe('delivered');
  });

  test('by a press that came before its repeat', async () => {
    await begin();
    await world.press('anna', 'apply');
    expect(await stateOf()).toBe('pending');
    await world.press('bo', 'check');
    await repeat();
    expect((await world.bridge.outbox.list()).map(({ state }) => state)).toEqual(Array(3).fill('delivered'));
    expect(world.log.filter(({ fields }) => fields.event === 'report.unconfirmed')).toEqual([]);
  });

  test('by a question about the state of the task', async () => {
    const instanceId = await begin();
    await world.press('anna', 'apply');
    await repeat();
    await ask(`${instanceId}.1`);
    expect(await stateOf()).toBe('unconfirmed');
    await ask(`${instanceId}.2`, `${instanceId}.1`);
    expect(await stateOf()).toBe('delivered');
  });

  test('by the last of several tasks', async () => {
    const sign = userTask('sign', {
      assignee: '${who}',
      multiInstance: { collection: '${people}', elementVariable: 'who' },
      attributes: { 'ttc:completion': 'all' },
    });
    const nodes = [start(), userTask('apply', { assignee: 'anna' }), sign, end()];
    const instanceId = await begin(processFile(nodes, 'start > apply > sign > end', { id: 'signed' }), {
      people: ['bo', 'carol', 'dara'],
    });
    await world.press('anna', 'apply');
    await repeat();
    await world.press('bo', 'sign');
    await ask(`${instanceId}.3`, `${instanceId}.3`);
    expect(await stateOf()).toBe('unconfirmed');
    await world.press('dara', 'sign');
    expect(await stateOf()).toBe('delivered');
  });
});

describe('a report stays unconfirmed', () => {
  test('after a press that a service repeats by hand', async () => {
    const instanceId = await begin();
    await world.press('anna', 'apply');
    await repeat();
    expect(await world.bridge.press(`${instanceId}.2`, { account: 'bo' })).toMatchObject({ kind: 'applied' });
    expect(await stateOf()).toBe('unconfirmed');
  });

  test('if the doubt is about the end of the transaction', async () => {
    const instanceId = await begin();
    world.sandbox.faults.set({ rules: [] });
    await world.press('anna', 'apply');
    world.sandbox.faults.add({ fault: 'item-failure', code: 2005, next: 1, calls: ['taskHandle'] });
    await world.press('bo', 'check');
    expect(await stateOf(2)).toBe('unconfirmed');
    await ask(`${instanceId}.2`);
    expect(await stateOf(2)).toBe('unconfirmed');
  });
});
