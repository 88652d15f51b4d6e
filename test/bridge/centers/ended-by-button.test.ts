/** `center.concludesItself` and what the center really does, in every combination with what `none` leaves behind. */
import { describe, expect, test } from 'vitest';
import { userTask } from '../../support/bpmn-xml.ts';
import { draw } from '../../support/draw.ts';
import { createWorld } from '../world.ts';

const DIAGRAM = draw({
  id: 'both',
  people: { check: 'bo', file: 'chen' },
  parallel: 'fork join',
  paths: 'start > fork > check > join > end; fork > file > join',
  extensions: '<ttc:action name="Stop" type="BREAK_UP"/>',
});

/** Bo has signed, Anna breaks it off: what was reported, what is pending, how often it was concluded, what is listed. */
async function breakOff(followsUp: boolean, concludesItself: boolean, noneKeepsPending: boolean | 'for-others') {
  await using world = await createWorld({
    sandbox: { switches: { followsUp, noneKeepsPending } },
    center: { concludesItself },
  });
  const { bridge, sandbox } = world;
  await bridge.deploy(DIAGRAM);
  const { instanceId } = await bridge.start('both', { initiator: 'anna' });
  await bridge.idle();
  await world.press('bo', 'check');
  const { body } = await sandbox.press(world.taskOf('chen', 'file'), { action: 'Stop', account: 'anna' });
  expect(body).toMatchObject({ code: 0 });
  await bridge.idle();
  expect(await bridge.instances.get(instanceId)).toMatchObject({ status: 'terminated' });
  const [transaction] = sandbox.transactions();
  return {
    reports: world.reports().slice(2),
    pending: world.pending(),
    over: (transaction?.conclusions.length ?? 0) + (transaction?.ended === undefined ? 0 : 1),
    outbox: (await bridge.outbox.list({ instanceId })).map(({ state }) => state).slice(2),
  };
}

describe.each([false, true, 'for-others'] as const)('a center where noneKeepsPending is %s', (noneKeepsPending) => {
  test('that ends by itself is told nothing, and ends it', async () => {
    expect(await breakOff(true, true, noneKeepsPending)).toEqual({ reports: [], pending: [], over: 1, outbox: [] });
  });

  test('that leaves it to reports is told of the end', async () => {
    const { pending, ...rest } = await breakOff(false, false, noneKeepsPending);
    expect(rest).toEqual({ reports: ['file end'], over: 1, outbox: ['delivered'] });
    // What it was told none of is cleared by its next question about states.
    expect(pending).toEqual(noneKeepsPending === true ? ['bo:check'] : []);
  });

  test('that ends by itself, and is told too, is ended once', async () => {
    const { outbox, ...rest } = await breakOff(true, false, noneKeepsPending);
    expect(rest).toMatchObject({ reports: ['file end'], pending: [], over: 1 });
    // The end may come before the center has followed up the press that caused it, or after that.
    expect(['delivered', 'unconfirmed']).toContain(outbox.join());
  });

  test('that leaves it to reports, and is told nothing, keeps it until it asks', async () => {
    const seen = await breakOff(false, true, noneKeepsPending);
    expect(seen).toMatchObject({ reports: [], over: 0, outbox: [] });
    expect(seen.pending).toContain('chen:file');
  });
});

test.each(['BREAK_UP', 'REVOKE'])(
  '%s names the tasks of groups that no report can name, to a repeat too',
  async (type) => {
    const extensions = `<ttc:action name="Stop" key="stop" type="${type}"/>`;
    const groups = draw({
      id: 'both',
      people: { check: 'bo' },
      parallel: 'fork join',
      others: [userTask('file', { groups: 'finance' })],
      paths: 'start > fork > check > join > end; fork > file > join',
      extensions,
    });
    // The same second: the time is one of the parameters that a repeat must repeat.
    const clock = () => Date.UTC(2026, 0, 1);
    await using world = await createWorld({
      bridge: { clock },
      sandbox: { clock, switches: { followsUp: false } },
      center: { concludesItself: false },
    });
    const { instanceId: id } = await world.begin(groups);
    const stop = async () =>
      (await world.sandbox.press(`${id}.1`, { action: 'Stop', account: 'anna', uuid: 'stop-once' })).body;
    const message = `Stop: done; ${id}.2 could not be reported to the center, because the group has no known member`;
    expect(await stop()).toMatchObject({ code: 0, message });
    await world.bridge.idle();
    expect(world.reports().at(-1)).toBe('check end');
    expect(await stop()).toMatchObject({ code: 0, message });
  },
);
