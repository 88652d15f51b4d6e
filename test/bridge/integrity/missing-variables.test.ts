/** What is missing is not "no", over HTTP and across a restart; where a condition may stand is in plugin/missing-variables. */
import { expect, test } from 'vitest';
import type { StartOptions } from '../../../src/index.ts';
import { draw } from '../../support/draw.ts';
import { stageOfEachTest } from '../operations/stage.ts';
import { createWorld } from '../world.ts';

const stage = stageOfEachTest();

const expense = (paths: string, services = '') =>
  draw({
    id: 'expense',
    people: { ...(paths.includes('file') && { file: 'anna' }), approve: 'bo', book: 'chen' },
    services,
    exclusive: 'size',
    paths,
  });
const SIZE = 'size >"Large"[${amount > 1000}] approve > book > end; size >* book';

/** Anna presses in the center. @returns what she reads there */
async function pressFile(): Promise<{ readonly code: number; readonly message: string }> {
  const taskId = stage.world.taskOf('anna', 'file');
  const { body } = await stage.world.sandbox.press(taskId, { action: 'Handle', account: 'anna' });
  await stage.world.bridge.idle();
  return body as { code: number; message: string };
}

async function begin(xml: string, variables: StartOptions['variables'] = {}): Promise<string> {
  await stage.world.bridge.deploy(xml);
  const { instanceId } = await stage.world.bridge.start('expense', { initiator: 'anna', variables });
  await stage.world.bridge.idle();
  return instanceId;
}

test.each([false, true])(
  'a condition over a variable that was never set fails the press, says why, and goes on once it is set (restarted: %s)',
  async (restarted) => {
    const instanceId = await begin(expense(`start > file > ${SIZE}`));
    if (restarted) await stage.world.reopen();
    expect(await pressFile()).toMatchObject({
      code: 500,
      message: expect.stringMatching(/condition of flow "Large" \(size-approve\).*`amount` was never set/),
    });
    expect(await stage.world.bridge.incidents.list({ instanceId })).toMatchObject([
      {
        ...{ code: 'ERR_EXPRESSION_FAILED', kind: 'press' },
        reason: expect.stringContaining('condition of flow "Large" (size-approve), `${amount > 1000}`'),
      },
    ]);
    expect(stage.world.pending()).toEqual(['anna:file']);
    expect(stage.world.reports()).toEqual(['start next file']);
    if (restarted) await stage.world.reopen();
    await stage.world.bridge.setVariables(instanceId, { amount: 5000 });
    expect(await pressFile()).toMatchObject({ code: 0 });
    expect(stage.world.pending()).toEqual(['bo:approve']);
    expect(await stage.world.bridge.incidents.list({ open: true })).toEqual([]);
  },
);

test('at the start: it is refused, and nothing is there', async () => {
  const started = begin(expense(`start > ${SIZE}`));
  await expect(started).rejects.toMatchObject({
    code: 'ERR_EXPRESSION_FAILED',
    message: expect.stringContaining('`amount` was never set'),
    details: { variables: ['amount'] },
  });
  expect(await stage.world.bridge.instances.list()).toEqual([]);
  await stage.world.bridge.start('expense', { initiator: 'anna', variables: { amount: 5000 } });
  await stage.world.bridge.idle();
  expect(stage.world.pending()).toEqual(['bo:approve']);
});

test('behind a service whose result lacks it: the incident goes on by retry', async () => {
  await using world = await createWorld({
    bridge: { services: { look: () => ({ total: 5000 }) }, jobs: { maxAttempts: 1 } },
  });
  const { instanceId } = await world.begin(expense(`start > look > ${SIZE}`, 'look'));
  const [incident, ...more] = await world.bridge.incidents.list();
  expect(more).toEqual([]);
  expect(incident).toMatchObject({ code: 'ERR_EXPRESSION_FAILED', instanceId });
  expect(incident?.reason).toContain('`amount` was never set');
  expect(world.pending()).toEqual([]);
  await world.bridge.setVariables(instanceId, { amount: 5000 });
  await world.bridge.incidents.retry(incident?.incidentId ?? '');
  await world.bridge.idle();
  expect(world.pending()).toEqual(['bo:approve']);
});
