/** Terminate end events of Flowable and Activiti that end more than the scope they stand in. */
import { afterEach, describe, expect, it } from 'vitest';
import { bpmn, end, exclusive, node, parallel, process, start, subProcess, userTask } from '../../support/bpmn-xml.ts';
import { draw, drawProcess } from '../../support/draw.ts';
import { createWorld, type World } from '../world.ts';

let world: World;
afterEach(() => world[Symbol.asyncDispose]());

async function begin(source: string, processId: string): Promise<void> {
  world = await createWorld();
  await world.bridge.deploy(source);
  await world.bridge.start(processId, { initiator: 'anna', variables: { ok: true } });
  await world.bridge.idle();
}

const stop = (attribute: string) =>
  node('endEvent', 'stop', { content: `<terminateEventDefinition flowable:${attribute}="true"/>` });

/** Bo may stop all, while Chen works beside him and Dara outside. */
const inside = (attribute: string, repeated = false) =>
  draw({
    id: 'stopping',
    people: { sign: 'emil', other: 'dara' },
    parallel: 'fork',
    others: [
      subProcess(
        'part',
        [
          start('s'),
          parallel('f'),
          userTask('legal', { assignee: 'bo' }),
          exclusive('g'),
          stop(attribute),
          userTask('finance', { assignee: 'chen' }),
          end('e'),
        ],
        's > f > legal > g; g >{name=Stop} stop; g >{name=Go} e; f > finance > e',
        repeated ? { multiInstance: { cardinality: 2 } } : {},
      ),
    ],
    paths: 'start > fork > part > sign > end; fork > other > end',
  });

describe('terminateAll', () => {
  it('in a sub-process ends the instance: what is open is reported as gone, then the end', async () => {
    await begin(inside('terminateAll'), 'stopping');
    await world.press('bo', 'legal', 'Stop');
    expect(world.reports()).toEqual(['start next other,legal,finance', 'other none', 'finance none', 'legal end']);
    expect(await world.bridge.instances.list()).toMatchObject([{ status: 'ended' }]);
    expect(await world.bridge.incidents.list()).toEqual([]);
    const states = (await world.bridge.tasks.list()).map(({ nodeId, state }) => `${nodeId} ${state}`);
    expect(states.toSorted()).toEqual(['finance TERMINATED', 'legal FINISH', 'other TERMINATED']);
    const { taskId = '' } = (await world.bridge.tasks.list()).find(({ nodeId }) => nodeId === 'finance') ?? {};
    expect(world.sandbox.task(taskId)?.records).toMatchObject([{ status: 'none', handleStatus: 'Terminated' }]);
  });

  it('in a sub-process of several instances ends all of them, and the rest', async () => {
    await begin(inside('terminateAll', true), 'stopping');
    await world.press('bo', 'legal', 'Stop');
    expect(world.reports().at(-1)).toBe('legal end');
    expect(world.reports().slice(1, -1).toSorted()).toEqual([
      'finance none',
      'finance none',
      'legal none',
      'other none',
    ]);
  });

  it('in a called process ends its callers too', async () => {
    const called = process(
      'called',
      [start('s'), userTask('legal', { assignee: 'bo' }), stop('terminateAll')],
      's > legal > stop',
    );
    const caller = drawProcess({
      id: 'caller',
      people: { sign: 'emil', other: 'dara' },
      parallel: 'fork',
      others: [node('callActivity', 'call', { attributes: { calledElement: 'called' } })],
      paths: 'start > fork > call > sign > end; fork > other > end',
    });
    await begin(bpmn(caller, called), 'caller');
    await world.press('bo', 'call.legal');
    expect(world.reports().slice(1)).toEqual(['other none', 'call.legal end']);
    expect(await world.bridge.instances.list()).toMatchObject([{ status: 'ended' }]);
  });
});

describe('terminateMultiInstance', () => {
  it('ends all instances, and the process goes on behind them', async () => {
    await begin(inside('terminateMultiInstance', true), 'stopping');
    await world.press('bo', 'legal', 'Stop');
    expect(world.reports().slice(1)).toEqual(['legal next sign', 'finance none', 'legal none', 'finance none']);
    await world.press('emil', 'sign');
    await world.press('dara', 'other');
    expect(world.reports().slice(-2)).toEqual(['sign none', 'other end']);
  });
});
