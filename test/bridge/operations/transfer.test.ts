/** A task goes into other hands, as its handler asks. */
import { describe, expect, it } from 'vitest';
import { userTask } from '../../support/bpmn-xml.ts';
import { draw } from '../../support/draw.ts';
import { stageOfEachTest, TWO_STEPS } from './stage.ts';

const stage = stageOfEachTest();

describe('a transfer', () => {
  it('closes the task and opens the next one of the same node, as often as wanted', async () => {
    const id = await stage.begin(TWO_STEPS);
    for (const [from, to] of [
      ['bo', 'chen'],
      ['chen', 'emil'],
      ['emil', 'bo'],
    ] as const) {
      expect(
        await stage.world.bridge.transfer(stage.world.taskOf(from, 'check'), { from, to, opinions: 'please' }),
      ).toMatchObject({
        kind: 'applied',
      });
      await stage.world.bridge.idle();
    }
    expect(stage.world.pending()).toEqual(['bo:check']);
    expect(await stage.world.bridge.tasks.get(`${id}.1`)).toMatchObject({
      state: 'TURN',
      handler: 'bo',
      turnHandler: 'chen',
    });
    expect(await stage.stateOf(`${id}.2`)).toBe('TURN');
    await stage.world.press('bo', 'check');
    await stage.world.press('anna', 'file');
    expect(stage.world.reports()).toEqual([
      'start next check',
      'check next check',
      'check next check',
      'check next check',
      'check next file',
      'file end',
    ]);
    expect(await stage.parked()).toEqual([]);
    const [, handedOver] = await stage.world.bridge.explain(id);
    expect(handedOver?.reason).toBe(`check (task ${id}.1) was transferred and continues as check (task ${id}.2).`);
  });

  it('to the same person is refused, and so is one by somebody who has not the task', async () => {
    const id = await stage.begin(TWO_STEPS);
    const before = stage.file.dump();
    const taskId = `${id}.1`;
    expect(await stage.world.bridge.transfer(taskId, { from: 'bo', to: 'bo' })).toMatchObject({ kind: 'invalid' });
    expect(await stage.world.bridge.transfer(taskId, { from: 'emil', to: 'chen' })).toEqual({
      kind: 'forbidden',
      message: 'only a handler of the task may do this',
    });
    expect(await stage.world.bridge.transfer('nowhere', { from: 'bo', to: 'chen' })).toMatchObject({ kind: 'unknown' });
    await expect(stage.world.bridge.transfer(taskId, { from: 'bo', to: 'chen,emil' })).rejects.toMatchObject({
      code: 'ERR_INPUT_INVALID',
    });
    expect(stage.file.dump()).toEqual(before);
  });

  it('of a task that was transferred already is stale', async () => {
    const id = await stage.begin(TWO_STEPS);
    await stage.world.bridge.transfer(`${id}.1`, { from: 'bo', to: 'chen' });
    expect(await stage.world.bridge.transfer(`${id}.1`, { from: 'bo', to: 'emil' })).toMatchObject({ kind: 'stale' });
    expect(await stage.world.bridge.press(`${id}.1`, { account: 'bo' })).toMatchObject({ kind: 'stale' });
  });

  it('inside a countersign moves one signature, and the countersign ends when all have signed', async () => {
    await stage.begin(
      draw({
        id: 'countersign',
        people: { file: 'anna' },
        others: [
          userTask('sign', { assignee: '${who}', multiInstance: { collection: '${people}', elementVariable: 'who' } }),
        ],
        paths: 'start > sign > file > end',
      }),
      { people: ['bo', 'chen'] },
    );
    await stage.world.bridge.transfer(stage.world.taskOf('bo', 'sign'), { from: 'bo', to: 'emil' });
    await stage.world.bridge.idle();
    expect(stage.world.pending().toSorted()).toEqual(['chen:sign', 'emil:sign']);
    await stage.world.press('chen', 'sign');
    await stage.world.press('emil', 'sign');
    expect(stage.world.reports().slice(1)).toEqual(['sign next sign', 'sign none', 'sign next file']);
  });

  it('of one part of a shared countersign leaves the others in it', async () => {
    const id = await stage.begin(
      draw({
        id: 'shared',
        others: [
          userTask('sign', {
            assignee: '${who}',
            multiInstance: { collection: '${people}', elementVariable: 'who' },
            attributes: { 'ttc:countersign': 'shared' },
          }),
        ],
        paths: 'start > sign > end',
      }),
      { people: ['anna', 'bo', 'chen'] },
    );
    await stage.world.bridge.press(`${id}.1`, { account: 'anna' });
    expect(await stage.world.bridge.transfer(`${id}.1`, { from: 'bo', to: 'emil' })).toMatchObject({ kind: 'applied' });
    await stage.world.bridge.idle();
    const open = await stage.world.bridge.tasks.list({ instanceId: id, state: 'IN_PROGRESS' });
    expect(open).toMatchObject([{ taskId: `${id}.2`, handlers: ['emil', 'chen'], signedBy: ['anna'] }]);
    expect(await stage.world.bridge.press(`${id}.2`, { account: 'anna' })).toMatchObject({ kind: 'stale' });
    await stage.world.bridge.press(`${id}.2`, { account: 'chen' });
    await stage.world.bridge.press(`${id}.2`, { account: 'emil' });
    expect(await stage.world.bridge.instances.get(id)).toMatchObject({ status: 'ended' });
  });

  it('by a button with a fixed "to" goes where its expression says', async () => {
    await stage.begin(
      draw({
        id: 'deputy',
        others: [
          userTask('check', {
            assignee: 'bo',
            extensions: '<ttc:action name="To the deputy" key="deputy" type="TRANSFER" to="${deputy}"/>',
          }),
        ],
        paths: 'start > check > end',
      }),
      { deputy: 'emil' },
    );
    expect(await stage.world.press('bo', 'check', 'To the deputy')).toBe(0);
    expect(stage.world.pending()).toEqual(['emil:check']);
  });
});
