/** What the bridge answers to callbacks that a fault has struck. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { FaultRule } from '../../../src/sandbox/index.ts';
import { createFaultRun, type FaultRun, KEY } from './fault-run.ts';
import { judge } from './judge.ts';

let run: FaultRun;
beforeEach(async () => {
  run = await createFaultRun();
  await run.start('purchase');
  await press('anna', 'request', 'Handle');
});
afterEach(() => run[Symbol.asyncDispose]());

/** The task of one group, which emil and gu may handle. */
const pressLegal = () => press('emil', 'legal-check', 'Handle');

async function press(account: string, nodeId: string, action: string) {
  const { sandbox, bridge, taskOf } = run.world;
  const result = await sandbox.press(taskOf(account, nodeId), { action, account });
  await bridge.idle();
  return result;
}

function strike(rule: FaultRule): void {
  run.world.sandbox.faults.set({ rules: [rule] });
}

/** Every press of the legal check, as it was answered. */
const answers = () =>
  run.world.sandbox.traffic
    .filter(({ call, taskId = '' }) => call === 'button' && run.world.sandbox.task(taskId)?.nodeId === 'legal-check')
    .map(({ fault = 'none', status = 'none', answer }) => {
      const { code = 'none', data } = (answer ?? {}) as { code?: number; data?: { verdict: string } | null };
      return [fault, status, code, data?.verdict ?? 'none'].join(' ');
    });

it('takes a click that comes twice for one', async () => {
  strike({ fault: 'duplicate', next: 1 });
  await pressLegal();
  expect(answers()).toEqual(['duplicate 200 0 applied', 'duplicate 200 0 duplicate']);
});

it('takes a click that comes twice at once for one', async () => {
  strike({ fault: 'duplicate', together: true, next: 1 });
  await pressLegal();
  expect(answers().toSorted()).toEqual(['duplicate 200 0 applied', 'duplicate 200 0 duplicate']);
});

it('tells a late click that the task was handled', async () => {
  strike({ fault: 'late-click', next: 1 });
  expect(await pressLegal()).toMatchObject({ body: { code: 0 } });
  expect(answers()).toEqual(['none 200 0 applied', 'late-click 200 2005 stale']);
});

it('lets one of two members of a group have the task', async () => {
  strike({ fault: 'two-members', next: 1 });
  await pressLegal();
  const codes = answers().map((answer) => answer.split(' ')[2]);
  expect(codes.toSorted()).toEqual(['0', '2005']);
  expect(run.world.pending()).not.toContain('gu:legal-check');
});

it('has done what was clicked when the answer is lost, and says so to the next click', async () => {
  strike({ fault: 'reset-after', next: 1 });
  expect(await pressLegal()).toMatchObject({ status: undefined, failure: expect.any(String) });
  expect(run.world.pending()).not.toContain('emil:legal-check');
  expect(answers()).toEqual(['reset-after none none none']);
});

it.each(['reset-before', 'lost'] as const)('has done nothing when a click does not come through: %s', async (fault) => {
  strike({ fault, next: 1 });
  expect(await pressLegal()).toMatchObject({ status: undefined, failure: expect.any(String) });
  expect(run.world.pending()).toContain('emil:legal-check');
  expect(await pressLegal()).toMatchObject({ body: { code: 0 } });
});

it('refuses parameters that were encrypted with another key, and takes the next click', async () => {
  strike({ fault: 'wrong-cipher', next: 1 });
  expect(await pressLegal()).toMatchObject({ status: 400 });
  expect(await pressLegal()).toMatchObject({ body: { code: 0 } });
});

it('understands a new key of the cipher once it is told, and the old one no more', async () => {
  const key = Buffer.alloc(32, 9).toString('base64');
  const { sandbox } = run.world;
  strike({ fault: 'cipher-rotated', key, next: 1 });
  expect([await pressLegal(), await pressLegal()]).toMatchObject([{ status: 400 }, { status: 400 }]);
  expect(JSON.stringify(sandbox.traffic)).not.toContain(key);
  await run.reopen(key);
  expect(await pressLegal()).toMatchObject({ body: { code: 0 } });
  sandbox.faults.clear();
  expect(await press('fatima', 'finance-check', 'Handle')).toMatchObject({ status: 400 });
  await run.reopen(KEY);
  expect(await press('fatima', 'finance-check', 'Handle')).toMatchObject({ body: { code: 0 } });
});

it('ends right when the key of the cipher changes in the middle', async () => {
  const key = Buffer.alloc(32, 9).toString('base64');
  strike({ fault: 'cipher-rotated', key, next: 1 });
  expect(await pressLegal()).toMatchObject({ status: 400 });
  await run.reopen(key);
  await run.start('leave-approval');
  await run.finish();
  expect(await judge(run)).toMatchObject({ parked: 0, unconfirmed: 0 });
});

it.each([true, false])(
  'takes tokens that a new key signed, once it may fetch keys again; old key kept: %s',
  async (keepsOld) => {
    strike({ fault: 'id-token-key-rotated', keepsOld, next: 1 });
    expect(await pressLegal()).toMatchObject({ status: 401 });
    run.wait();
    expect(await pressLegal()).toMatchObject({ body: { code: 0 } });
    expect(run.world.sandbox.jwks().keys).toHaveLength(keepsOld ? 2 : 1);
  },
);
