/** A process is ended before its time. */
import { describe, expect, it } from 'vitest';
import { end } from '../../support/bpmn-xml.ts';
import { draw } from '../../support/draw.ts';
import { stageOfEachTest } from './stage.ts';

const stage = stageOfEachTest();

describe('an instance that is ended before its time', () => {
  const PARALLEL = draw({
    id: 'both',
    people: { check: 'bo', file: 'chen' },
    parallel: 'fork',
    others: [end('checked'), end('filed')],
    paths: 'start > fork > check > checked; fork > file > filed',
    extensions: '<ttc:action name="Stop" type="BREAK_UP"/><ttc:action name="Call back" type="REVOKE"/>',
  });

  it('from code is reported with one end, under the name of who ended it, and what else was open by nobody', async () => {
    const id = await stage.begin(PARALLEL);
    expect(await stage.world.bridge.terminate(id, { account: 'bo' })).toEqual({
      kind: 'forbidden',
      message: 'only the initiator of the process may do this',
    });
    expect(await stage.world.bridge.terminate(id, { account: 'anna', reason: 'too late' })).toMatchObject({
      kind: 'applied',
    });
    await stage.world.bridge.idle();
    expect(stage.world.reports()).toEqual(['start next check,file', 'file none', 'check end']);
    const [, other, report] = await stage.world.bridge.outbox.list({ instanceId: id });
    expect(report?.report.item).toMatchObject({ handler: 'bo', handlerName: 'Anna A.', handleOpinions: 'too late' });
    expect(other?.report.kind).toBe('gone');
    expect(other?.report.item).toEqual({
      appId: 'approvals',
      handler: 'chen',
      handlerName: 'Bot',
      handleStatus: 'Terminated',
      handleTime: '2026-03-01 12:00:00',
      previousTaskId: `${id}.2`,
      status: 'none',
    });
    for (const taskId of [`${id}.1`, `${id}.2`]) {
      expect(await stage.world.bridge.tasks.get(taskId)).toMatchObject({ state: 'TERMINATED', handler: 'anna' });
    }
    const types = (await stage.world.bridge.history({ instanceId: id })).map(({ type }) => type);
    expect(types.filter((type) => type.startsWith('task.'))).toEqual([
      ...['task.created', 'task.created'],
      ...['task.gone', 'task.gone'],
    ]);
    expect(await stage.world.bridge.instances.get(id)).toMatchObject({ status: 'terminated' });
    expect(await stage.world.bridge.press(`${id}.1`, { account: 'bo' })).toMatchObject({ kind: 'stale' });
    expect(await stage.world.bridge.terminate(id)).toMatchObject({ kind: 'stale' });
    expect(await stage.parked()).toEqual([]);
  });

  it.each([
    ['Stop', 'terminated', 'TERMINATED'],
    ['Call back', 'revoked', 'RECALL'],
  ] as const)(
    "by the center's own button %s is not reported: the center concludes it",
    async (label, status, state) => {
      const id = await stage.begin(PARALLEL);
      const { body } = await stage.world.sandbox.press(`${id}.1`, { action: label, account: 'anna' });
      expect(body).toMatchObject({ code: 0 });
      await stage.world.bridge.idle();
      expect(stage.world.reports()).toEqual(['start next check,file']);
      expect(await stage.world.bridge.instances.get(id)).toMatchObject({ status });
      expect([await stage.stateOf(`${id}.1`), await stage.stateOf(`${id}.2`)]).toEqual([state, state]);
    },
  );

  it('while it is suspended, by an operator, is reported under the name of the system', async () => {
    const id = await stage.begin(PARALLEL);
    await stage.world.bridge.suspend(id);
    expect(await stage.world.bridge.revoke(id)).toMatchObject({ kind: 'applied' });
    await stage.world.bridge.idle();
    const reports = await stage.world.bridge.outbox.list({ instanceId: id });
    expect(reports.slice(1).map(({ report: { item } }) => [item.status, item.handlerName, item.handleStatus])).toEqual([
      ['none', 'Bot', 'Revoked'],
      ['end', 'Bot', 'Revoke'],
    ]);
    expect(await stage.world.bridge.tasks.get(`${id}.1`)).toMatchObject({ state: 'RECALL', suspendedAt: null });
  });
});
