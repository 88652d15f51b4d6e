import { afterEach, describe, expect, it } from 'vitest';
import type { StartOptions } from '../../../src/index.ts';
import {
  bpmn,
  callActivity,
  end,
  multiInstance,
  type NodeOptions,
  process,
  processFile,
  start,
  userTask,
} from '../../support/bpmn-xml.ts';
import { draw, drawProcess } from '../../support/draw.ts';
import { createWorld, type World } from '../world.ts';

/** One task of `account`, between start and end. */
const oneTask = (id: string, account: string) =>
  processFile([start(), userTask('look-at', { assignee: account }), end()], 'start > look-at > end', { id });

/** A task, the call, a task. */
const calling = (calledElement: string, call: NodeOptions = {}) =>
  draw({
    id: 'caller',
    people: { apply: 'anna', after: 'anna' },
    others: [callActivity('call', calledElement, call)],
    paths: 'start > apply > call > after > end',
  });

let world: World;
afterEach(() => world[Symbol.asyncDispose]());

async function begin(variables: NonNullable<StartOptions['variables']> = {}) {
  const { instanceId } = await world.bridge.start('caller', { initiator: 'anna', variables });
  await world.bridge.idle();
  return instanceId;
}

describe('a call of a process that was deployed before', () => {
  it('takes the version that is the latest when the token comes', async () => {
    world = await createWorld();
    await world.bridge.deploy(oneTask('legal', 'bo'));
    expect((await world.bridge.deploy(calling('legal'))).problems).toEqual([]);
    await begin();
    await world.press('anna', 'apply');
    await begin();
    await world.bridge.deploy(oneTask('legal', 'chen'));
    await world.press('anna', 'apply');
    expect(world.pending().toSorted()).toEqual(['bo:call.look-at', 'chen:call.look-at']);
    await world.press('bo', 'call.look-at');
    await world.press('chen', 'call.look-at');
    await world.press('anna', 'after');
    await world.press('anna', 'after');
    expect(world.reports().filter((report) => report === 'after end')).toHaveLength(2);
    expect(await world.bridge.incidents.list()).toEqual([]);
  });

  it('keeps the one it was deployed with where it asks for that, and is refused where there is none', async () => {
    world = await createWorld();
    const bound = calling('legal', { attributes: { 'camunda:calledElementBinding': 'deployment' } });
    await world.bridge.deploy([bound, oneTask('legal', 'bo')]);
    await world.bridge.deploy(oneTask('legal', 'chen'));
    await begin();
    await world.press('anna', 'apply');
    await world.press('bo', 'call.look-at');
    await world.press('anna', 'after');
    expect(world.reports().at(-1)).toBe('after end');
    await expect(world.bridge.deploy(bound)).rejects.toMatchObject({
      details: { problems: [expect.objectContaining({ rule: 'call-version-unknown' })] },
    });
  });
});

describe('a call looks in its own file first', () => {
  const task = (id: string, account: string, isExecutable: boolean) =>
    process(
      id,
      [start(`${id}-s`), userTask(`${id}-look`, { assignee: account }), end(`${id}-e`)],
      `${id}-s > ${id}-look > ${id}-e`,
      { isExecutable },
    );

  it('when a token comes as when it is deployed', async () => {
    world = await createWorld();
    await world.bridge.deploy(bpmn(task('legal', 'chen', true)));
    const main = drawProcess({
      id: 'caller',
      people: { apply: 'anna' },
      others: [callActivity('call', '${which}'), callActivity('then', 'legal')],
      paths: 'start > apply > call > then > end',
    });
    await world.bridge.deploy(bpmn(main, task('legal', 'bo', false)));
    await begin({ which: 'legal' });
    await world.press('anna', 'apply');
    await world.press('bo', 'call.legal.legal-look');
    await world.press('bo', 'then.legal-look');
    expect(world.reports()).toEqual([
      'start next apply',
      'apply next call.legal.legal-look',
      'call.legal.legal-look next then.legal-look',
      'then.legal-look end',
    ]);
  });

  it.each([
    ['was deployed with it', true],
    ['was found when a token came', false],
  ])('which is that of the called process where it %s', async (_how, isTogether) => {
    world = await createWorld();
    const office = process('office', [start('os'), callActivity('inner', '${which}'), end('oe')], 'os > inner > oe');
    const called = bpmn(office, task('legal', 'bo', false));
    if (isTogether) await world.bridge.deploy([called, calling('office')]);
    else {
      await world.bridge.deploy(called);
      await world.bridge.deploy(calling('office'));
    }
    await begin({ which: 'legal' });
    await world.press('anna', 'apply');
    await world.press('bo', 'call.inner.legal.legal-look');
    await world.press('anna', 'after');
    expect(world.reports().at(-1)).toBe('after end');
    expect(await world.bridge.incidents.list()).toEqual([]);
  });
});

describe('processes that a call finds in one order or another', () => {
  it('make one definition, whichever comes first', async () => {
    world = await createWorld();
    await world.bridge.deploy([oneTask('legal', 'bo'), oneTask('finance', 'chen')]);
    const loop = multiInstance({ collection: '${offices}', elementVariable: 'which', sequential: true });
    await world.bridge.deploy(calling('${which}', { content: loop }));
    const ids = new Set<string | undefined>();
    for (const people of [
      { legal: 'bo', finance: 'chen' },
      { finance: 'chen', legal: 'bo' },
    ]) {
      const instanceId = await begin({ offices: Object.keys(people) });
      await world.press('anna', 'apply');
      for (const [office, account] of Object.entries(people)) {
        await world.press(account, `call.${office}.look-at`);
      }
      ids.add((await world.bridge.instances.get(instanceId))?.definitionId);
      await world.press('anna', 'after');
    }
    expect(ids.size).toBe(1);
    expect(world.reports().filter((report) => report === 'after end')).toHaveLength(2);
  });
});
