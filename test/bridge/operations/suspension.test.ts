/** A process is held as it is, and goes on. */
import { describe, expect, it } from 'vitest';
import {
  catchEvent,
  conditional,
  end,
  message,
  parallel,
  processFile,
  root,
  start,
  timer,
  userTask,
} from '../../support/bpmn-xml.ts';
import { draw } from '../../support/draw.ts';
import { HOUR_MS, stageOfEachTest } from './stage.ts';

const stage = stageOfEachTest();

describe('a suspended instance', () => {
  const REMINDED = draw({
    id: 'reminded',
    people: { check: 'bo', file: 'anna' },
    parallel: 'fork',
    others: [catchEvent('pause', timer('PT2H')), end('checked'), end('filed')],
    paths: 'start > fork > check > checked; fork > pause > file > filed',
  });

  it('does not go on because a variable changes, until it is activated', async () => {
    const id = await stage.begin(
      processFile(
        [
          ...[start(), parallel('fork'), userTask('check', { assignee: 'bo' }), end('checked')],
          ...[catchEvent('paid', conditional('${paid}')), userTask('file', { assignee: 'anna' }), end('filed')],
        ],
        'start > fork > check > checked; fork > paid > file > filed',
        { id: 'paid-for' },
      ),
    );
    const { bridge } = stage.world;
    await bridge.suspend(id);
    await bridge.setVariables(id, { paid: true });
    await bridge.idle();
    expect(stage.world.pending()).toEqual(['bo:check']);
    await bridge.activate(id);
    await bridge.idle();
    expect(stage.world.pending()).toEqual(['anna:file', 'bo:check']);
  });

  it('takes an empty reason of a form for none', async () => {
    const id = await stage.begin(REMINDED);
    const { bridge } = stage.world;
    expect(await bridge.suspend(id, { account: 'bo', reason: ' ' })).toMatchObject({ kind: 'applied' });
    expect(await bridge.tasks.get(`${id}.1`)).toMatchObject({ state: 'SUSPENDED', opinions: null });
    expect(await bridge.activate(id, { account: 'bo', reason: '' })).toMatchObject({ kind: 'applied' });
    expect(await bridge.reassign(`${id}.1`, { handlers: 'chen', reason: '' })).toMatchObject({ kind: 'applied' });
    expect(await bridge.terminate(id, { account: 'anna', reason: '' })).toMatchObject({ kind: 'applied' });
  });

  it('refuses presses readably, and keeps the remaining time of its timers over a restart', async () => {
    const id = await stage.begin(REMINDED);
    stage.now += HOUR_MS;
    expect(await stage.world.bridge.suspend(id, { account: 'bo', reason: 'wait' })).toMatchObject({
      kind: 'applied',
    });
    expect(await stage.world.bridge.tasks.get(`${id}.1`)).toMatchObject({
      state: 'SUSPENDED',
      suspendedAt: stage.now,
      handler: 'bo',
    });
    expect(await stage.world.bridge.suspend(id)).toMatchObject({ kind: 'suspended' });
    expect(await stage.world.press('bo', 'check')).toBe(423);
    stage.now += 100 * HOUR_MS;
    await stage.world.reopen();
    await stage.world.bridge.idle();
    expect(stage.world.pending()).toEqual(['bo:check']);

    expect(await stage.world.bridge.activate(id, { account: 'anna' })).toMatchObject({ kind: 'applied' });
    expect(await stage.world.bridge.tasks.get(`${id}.1`)).toMatchObject({
      state: 'IN_PROGRESS',
      suspendedAt: null,
      handler: null,
    });
    stage.now += HOUR_MS - 1;
    await stage.world.bridge.idle();
    expect(stage.world.pending()).toEqual(['bo:check']);
    stage.now += 1;
    await stage.world.bridge.idle();
    expect(stage.world.pending().toSorted()).toEqual(['anna:file', 'bo:check']);
    expect(await stage.world.press('bo', 'check')).toBe(0);
    expect(await stage.world.press('anna', 'file')).toBe(0);
    expect(await stage.world.bridge.instances.get(id)).toMatchObject({ status: 'ended' });
  });

  it('is suspended and activated by buttons of the pending list too', async () => {
    const id = await stage.begin(
      draw({
        id: 'held',
        others: [
          userTask('check', {
            assignee: 'bo',
            extensions:
              '<ttc:action name="Hold" key="hold" type="HANG_UP"/><ttc:action name="Go on" key="go-on" type="ACTIVE"/>',
          }),
        ],
        paths: 'start > check > end',
      }),
    );
    expect(await stage.world.press('bo', 'check', 'Go on')).toBe(2005);
    expect(await stage.world.press('bo', 'check', 'Hold')).toBe(0);
    expect(await stage.world.bridge.instances.get(id)).toMatchObject({ status: 'suspended' });
    const { body } = await stage.world.sandbox.press(`${id}.1`, { action: 'Go on', account: 'bo', raw: true });
    expect(body).toMatchObject({ code: 0 });
    expect(await stage.world.press('bo', 'check')).toBe(0);
  });

  it('is suspended by the host in the name of the system: its account, not the name that is shown', async () => {
    const id = await stage.begin(REMINDED);
    expect(await stage.world.bridge.suspend(id)).toMatchObject({ kind: 'applied' });
    expect(await stage.world.bridge.tasks.get(`${id}.1`)).toMatchObject({ state: 'SUSPENDED', handler: 'chen' });
  });

  it('does not wait for a directory that does not answer', async () => {
    const id = await stage.begin(
      processFile(
        [start(), parallel('f'), userTask('check', { assignee: 'bo' }), userTask('pay', { groups: 'finance' }), end()],
        'start > f; f > check > end; f > pay > end',
        { id: 'slow-directory' },
      ),
    );
    await stage.world.reopen({ identity: { isMember: () => new Promise(() => {}) } });
    const suspended = expect(stage.world.bridge.suspend(id, { account: 'emil' })).rejects.toMatchObject({
      code: 'ERR_IDENTITY_FAILED',
    });
    expect(await stage.world.press('bo', 'check')).toBe(0);
    await suspended;
  });

  it('takes no message, and none is lost: whoever sends it hears why', async () => {
    const id = await stage.begin(
      processFile(
        [start(), catchEvent('arrival', message('paid')), userTask('file', { assignee: 'anna' }), end()],
        'start > arrival > file > end',
        { id: 'billing', roots: root('message', 'paid', { name: 'paid' }) },
      ),
    );
    await stage.world.bridge.suspend(id);
    await expect(stage.world.bridge.message({ name: 'paid', instanceId: id })).rejects.toMatchObject({
      code: 'ERR_SUSPENDED',
    });
    await stage.world.bridge.activate(id);
    expect(await stage.world.bridge.message({ name: 'paid', instanceId: id })).toMatchObject({ matched: true });
  });

  it('leaves a message of its matter to the next that waits for it and runs', async () => {
    const waiting = processFile(
      [start(), catchEvent('arrival', message('paid')), userTask('file', { assignee: 'anna' }), end()],
      'start > arrival > file > end',
      { id: 'billing', roots: root('message', 'paid', { name: 'paid' }) },
    );
    await stage.world.bridge.deploy(waiting);
    const matter = { initiator: 'anna', businessKey: 'bill-1' };
    const older = await stage.world.bridge.start('billing', matter);
    stage.now += 1;
    const younger = await stage.world.bridge.start('billing', matter);
    await stage.world.bridge.suspend(older.instanceId);
    const paid = { name: 'paid', businessKey: 'bill-1' };
    expect(await stage.world.bridge.message(paid)).toEqual({ matched: true, ...younger });
    await expect(stage.world.bridge.message(paid)).rejects.toMatchObject({ code: 'ERR_SUSPENDED' });
    await stage.world.bridge.activate(older.instanceId);
    expect(await stage.world.bridge.message(paid)).toEqual({ matched: true, ...older });
  });
});
