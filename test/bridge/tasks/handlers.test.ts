import { afterEach, describe, expect, it } from 'vitest';
import type { BridgeOptions, NextTaskItem, TaskHandlingItem, TaskToAssign } from '../../../src/index.ts';
import { bareTask, end, multiInstance, processFile, start } from '../../support/bpmn-xml.ts';
import { draw } from '../../support/draw.ts';
import { createDatabaseFile } from '../database-file.ts';
import { createWorld, type World } from '../world.ts';

let world: World;
afterEach(() => world[Symbol.asyncDispose]());

/** `apply` names anna; `check` names nobody; `sign` names a variable that may be empty. */
const SIGNING = draw({
  id: 'signing',
  people: { apply: 'anna', sign: '${signer}' },
  others: [bareTask('check', { name: 'Check it' })],
  paths: 'start > apply > check > sign > end',
});

async function run(xml: string, bridge: Partial<BridgeOptions>, variables = {}) {
  world = await createWorld({ bridge });
  const { processId, problems } = await world.bridge.deploy(xml);
  await world.bridge.start(processId, { initiator: 'ines', businessKey: 'A-1', variables });
  await world.bridge.idle();
  return problems;
}

/** What the center was told, in order, as `status node: who`. */
const reported = () =>
  world.sandbox.traffic
    .filter(({ call, direction }) => call === 'taskHandle' && direction === 'in')
    .flatMap(({ body }) => body as readonly TaskHandlingItem[])
    .map(({ status, next }) => [status, ...(next ?? []).map(sayWho)].join(' '));

function sayWho({ nodeId, handlers, handlingGroup }: NextTaskItem): string {
  return `${nodeId}: ${handlers ?? `group ${handlingGroup}`}`;
}

describe('a task that names nobody', () => {
  it('goes to defaults.handlers, computed when it is reached; a source that is empty does too', async () => {
    const problems = await run(SIGNING, { defaults: { handlers: '${boss}, carl' } }, { boss: 'bo', signer: '' });
    expect(problems).toMatchObject([{ rule: 'user-task-without-handler', severity: 'warning', guess: true }]);
    await world.press('anna', 'apply');
    await world.press('carl', 'check');
    await world.press('bo', 'sign');
    expect(reported()).toEqual(['next apply: anna', 'next check: bo,carl', 'next sign: bo,carl', 'end']);
  });

  it('is an incident where its diagram reads a variable that was never set, whatever the options say', async () => {
    await run(SIGNING, { defaults: { handlers: 'dora' }, assign: () => ({ handlers: 'eve' }) });
    await world.press('anna', 'apply');
    expect(await world.press('eve', 'check')).not.toBe(0);
    const [incident] = await world.bridge.incidents.list();
    expect(incident).toMatchObject({ code: 'ERR_NO_HANDLER' });
    expect(incident?.reason).toBe(
      'Nobody handles sign: signer was never set, and camunda:assignee, ${signer}, reads it. Set it, or correct the diagram, and try again.',
    );
    await world.bridge.setVariables((await world.bridge.instances.list())[0]?.instanceId ?? '', { signer: 'sam' });
    expect(await world.press('eve', 'check')).toBe(0);
    expect(reported().at(-1)).toBe('next sign: sam');
  });

  it('goes to defaults.handlingGroup', async () => {
    await run(SIGNING, { defaults: { handlingGroup: 'desk' } }, { signer: 'sam' });
    await world.press('anna', 'apply');
    expect(reported().at(-1)).toBe('next check: group desk');
  });

  it('is asked of assign first, which is told of the task and changes nothing', async () => {
    const asked: TaskToAssign[] = [];
    const assign = (task: TaskToAssign) => {
      asked.push(task);
      expect(() => (task.variables.list as string[]).push('x')).toThrow(TypeError);
      return task.nodeId === 'check' ? { handlingGroup: ['desk', 'office'] } : undefined;
    };
    await run(SIGNING, { assign, defaults: { handlers: 'dora' } }, { list: ['a'] });
    await world.press('anna', 'apply');
    expect(asked).toMatchObject([
      {
        processId: 'signing',
        nodeId: 'check',
        nodeName: 'Check it',
        businessKey: 'A-1',
        initiator: 'ines',
        variables: { list: ['a'], initiator: 'ines' },
      },
    ]);
    expect(reported().at(1)).toBe('next check: group desk,office');
  });

  it('is given to each of a multi-instance by its element', async () => {
    const xml = draw({
      others: [bareTask('sign', { content: multiInstance({ collection: 'people', elementVariable: 'person' }) })],
      paths: 'start > sign > end',
    });
    await run(xml, { assign: ({ variables }) => ({ handlers: `${variables.person}` }) }, { people: ['ann', 'bo'] });
    expect(reported()).toEqual(['next sign: ann sign: bo']);
  });
});

const missing = {} as { names(): never };

describe('a multi-instance of Flowable', () => {
  it('knows the number of each instance by the variable that it names', async () => {
    const loop = multiInstance({ cardinality: 2, attributes: { 'flowable:elementIndexVariable': 'number' } });
    const sign = bareTask('sign', { attributes: { 'flowable:assignee': '${people[number]}' }, content: loop });
    await run(processFile([start(), sign, end()], 'start > sign > end'), {}, { people: ['ann', 'bo'] });
    expect(reported()).toEqual(['next sign: ann sign: bo']);
  });
});

describe('the function assign', () => {
  it.each([
    ['throws', () => missing.names(), /the function assign threw/],
    ['gives a promise', async () => ({ handlers: 'ann' }), /gave a promise/],
    ['gives something else', () => ({ users: ['ann'] }), /neither \{ handlers \} nor \{ handlingGroup \}/],
  ])('that %s fails the step: an incident that names the task, and nothing is reported', async (_, assign, reason) => {
    using file = createDatabaseFile();
    await run(SIGNING, { store: file.store, assign: assign as never });
    const before = reported();
    expect(await world.press('anna', 'apply')).not.toBe(0);
    expect(reported()).toEqual(before);
    const [incident] = await world.bridge.incidents.list({ open: true });
    expect(incident).toMatchObject({ kind: 'press', code: 'ERR_NO_HANDLER', reason: expect.stringMatching(reason) });
    expect(incident?.reason).toContain('check');
    await world.reopen({ assign: () => ({ handlers: 'ann' }) });
    expect(await world.press('anna', 'apply')).toBe(0);
    expect(reported().at(-1)).toBe('next check: ann');
    await world.bridge.close();
  });
});
