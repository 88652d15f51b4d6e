import { afterEach, describe, expect, it } from 'vitest';
import {
  boundary,
  catchEvent,
  end,
  eventSubProcess,
  node,
  processFile,
  start,
  userTask,
} from '../../support/bpmn-xml.ts';
import { draw } from '../../support/draw.ts';
import { createWorld, type World } from '../world.ts';

let world: World;
afterEach(() => world[Symbol.asyncDispose]());

const listener = (change = '') =>
  `<flowable:variableListenerEventDefinition variableName="amount"${change && ` variableChangeType="${change}"`}/>`;

async function begin(xml: string, variables: Readonly<Record<string, number>> = {}): Promise<string> {
  world = await createWorld({ bridge: { defaults: { systemHandler: 'robot' } } });
  const { problems } = await world.bridge.deploy(xml);
  expect(problems.map(({ rule }) => rule).filter((rule) => rule !== 'opened-for-each-token')).toEqual([]);
  const { instanceId } = await world.bridge.start('listening', { initiator: 'anna', variables });
  await world.bridge.idle();
  return instanceId;
}

async function set(instanceId: string, variables: Readonly<Record<string, number>>): Promise<void> {
  await world.bridge.setVariables(instanceId, variables);
  await world.bridge.idle();
}

const onTask = (interrupting: boolean, change?: string) =>
  draw({
    id: 'listening',
    people: { work: 'bo', look: 'chen' },
    others: [boundary('changed', 'work', '', { interrupting, extensions: listener(change) })],
    paths: 'start > work > end; changed > look > end',
  });

describe('an event of Flowable that listens to a variable', () => {
  it('goes off when it changes, not for what it is when the wait begins, nor for others', async () => {
    const id = await begin(onTask(true), { amount: 1 });
    await set(id, { other: 1 });
    await set(id, { amount: 1 });
    expect(world.pending()).toEqual(['bo:work']);
    await set(id, { amount: 2 });
    await world.press('chen', 'look');
    expect(world.reports()).toEqual(['start next work', 'work next look', 'look end']);
  });

  it('that does not interrupt goes off with each change', async () => {
    const id = await begin(onTask(false));
    await set(id, { amount: 1 });
    await set(id, { amount: 2 });
    expect(world.pending()).toEqual(['bo:work', 'chen:look', 'chen:look']);
  });

  it.each([
    ['create', 1],
    ['update', 1],
    ['update-create', 2],
    ['delete', 0],
  ])('hears what it is to hear: %s', async (change, times) => {
    const id = await begin(onTask(false, change));
    await set(id, { amount: 1 });
    await set(id, { amount: 2 });
    expect(world.pending().filter((each) => each === 'chen:look')).toHaveLength(times);
  });

  it('does not hear what the step sets that it is reached by', async () => {
    const xml = draw({
      id: 'listening',
      people: { apply: 'anna', look: 'chen' },
      others: [catchEvent('changed', '', { extensions: listener() })],
      paths: 'start > apply > changed > look > end',
    });
    const id = await begin(xml);
    const [task] = await world.bridge.tasks.list();
    await world.bridge.press(task?.taskId ?? '', { account: 'anna', variables: { amount: 1 } });
    await world.bridge.idle();
    expect(world.pending()).toEqual([]);
    await set(id, { amount: 2 });
    await world.press('chen', 'look');
    expect(world.reports().slice(-2)).toEqual(['changed next look', 'look end']);
  });

  it('starts an event sub-process; while the instance is suspended, once it is activated', async () => {
    const part = eventSubProcess(
      'part',
      [start('s', { extensions: listener() }), userTask('look', { assignee: 'chen' }), end('e')],
      's > look > e',
    );
    const xml = processFile([start(), userTask('work', { assignee: 'bo' }), end(), part], 'start > work > end', {
      id: 'listening',
    });
    const id = await begin(xml);
    await world.bridge.suspend(id);
    await set(id, { amount: 1 });
    expect(world.pending()).not.toContain('chen:look');
    await world.bridge.activate(id);
    await world.bridge.idle();
    await world.press('chen', 'look');
    expect(world.reports().slice(-2)).toEqual(['work next look', 'look end']);
  });
});

it('one that names no variable stays refused', async () => {
  world = await createWorld();
  const xml = draw({
    others: [node('intermediateCatchEvent', 'changed', { extensions: '<flowable:variableListenerEventDefinition/>' })],
    paths: 'start > changed > end',
  });
  await expect(world.bridge.deploy(xml)).rejects.toMatchObject({ code: 'ERR_MODEL_REFUSED' });
});
