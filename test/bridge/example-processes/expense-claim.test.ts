/** The example process expense-claim.bpmn: checks as far as the amount needs them, a reminder, payment, and who hears of it. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DEFAULT_MESSAGE_TYPES } from '../../support/inner/sandbox.ts';
import { createWorld, type World } from '../world.ts';

const DAY_MS = 86_400_000;

let now: number;
let payments: unknown[];
let world: World;

describe.each(['bridge', 'plugin', 'recovered plugin'] as const)('by a %s', (runtime) => {
  beforeEach(async () => {
    now = Date.UTC(2026, 2, 2, 4);
    payments = [];
    const clock = () => now;
    const services = { 'pay-out': ({ variables }: { variables: object }) => void payments.push(variables) };
    world = await createWorld({
      runtime,
      bridge: { clock, services, messageTypes: DEFAULT_MESSAGE_TYPES },
      sandbox: { clock },
    });
    await world.bridge.deploy(new URL('../../../processes/expense-claim.bpmn', import.meta.url));
  });
  afterEach(() => world[Symbol.asyncDispose]());

  async function claim(amount: number): Promise<string> {
    const variables = { purpose: 'Train to Hamburg', amount, manager: 'bo' };
    const { instanceId } = await world.bridge.start('expense-claim', { initiator: 'anna', variables });
    await world.bridge.idle();
    await world.press('anna', 'claim');
    return instanceId;
  }

  const read = (account: string) => world.sandbox.messages(account).map(({ title, text }) => `${title}: ${text}`);

  test.each([
    [40, [], 'claim next approve'],
    [400, ['fatima:check-receipts', 'gu:check-receipts'], 'claim next check-receipts'],
    [
      4000,
      ['dara:check-budget', 'fatima:check-receipts', 'gu:check-receipts'],
      'claim next check-receipts,check-budget',
    ],
  ])(
    '%i euros are checked as far as they need it, then approved and paid, and anna hears of it',
    async (amount, checks, told) => {
      await claim(amount);
      expect(world.pending()).toEqual(checks.length === 0 ? ['bo:approve'] : checks);
      expect(world.reports()).toEqual(['start next claim', told]);
      if (amount > 1000) await world.press('dara', 'check-budget');
      if (amount > 100) await world.press('gu', 'check-receipts');
      expect(world.pending()).toEqual(['bo:approve']);
      expect(await world.press('bo', 'approve', 'Approve')).toBe(0);
      expect(payments).toMatchObject([{ amount }]);
      expect(world.reports().at(-1)).toBe('approve end');
      expect(read('anna')).toEqual([`Your expenses: Train to Hamburg was decided by bo: ${amount} euros are paid`]);
      expect(world.sandbox.notifications('anna')).toMatchObject([
        { text: `Train to Hamburg: ${amount} euros are paid` },
      ]);
      expect(await world.bridge.incidents.list()).toEqual([]);
    },
  );

  test('the lists show what it is about', async () => {
    await claim(40);
    expect(world.sandbox.transactions()).toMatchObject([
      { transactionName: 'Train to Hamburg', transSummary: ['Purpose|Train to Hamburg', 'Amount|40 euros'] },
    ]);
  });

  test('one that is rejected comes back to who claims it, who can withdraw it', async () => {
    await claim(40);
    await world.press('bo', 'approve', 'Reject');
    expect(world.pending()).toEqual(['anna:claim']);
    const [transaction] = world.sandbox.initiated('anna');
    const taskId = transaction?.tasks[0]?.taskId ?? '';
    await world.sandbox.press(taskId, { action: 'Withdraw', account: 'anna' });
    await world.bridge.idle();
    expect(world.pending()).toEqual([]);
  });

  test('several wait for one person, who approves them in one go', async () => {
    await claim(20);
    await claim(30);
    const taskIds = world.sandbox.batchable('bo').map(({ taskId }) => taskId);
    expect(taskIds).toHaveLength(2);
    await world.sandbox.batch(taskIds, { account: 'bo', action: 'Approve' });
    await world.bridge.idle();
    expect(world.pending()).toEqual([]);
    expect(payments).toMatchObject([{ amount: 20 }, { amount: 30 }]);
  });

  test('after three days without a decision the manager is reminded, once, and can still decide', async () => {
    await claim(40);
    now += 3 * DAY_MS;
    await world.bridge.idle();
    expect(read('bo')).toEqual(['An expense claim waits for you: Train to Hamburg: 40 euros, for three days now.']);
    now += 3 * DAY_MS;
    await world.bridge.idle();
    expect(await world.press('bo', 'approve', 'Approve')).toBe(0);
    expect(read('bo')).toHaveLength(1);
  });

  test('those to whom it is circulated on a page are told what it is about', async () => {
    await claim(40);
    const taskId = world.taskOf('bo', 'approve');
    const { opened } = await world.sandbox.press(taskId, { action: 'Circulate', account: 'bo' });
    expect(opened).toBe(`https://expenses.example/circulate/${taskId}`);
    // What the page does, once bo has chosen there.
    await world.bridge.circulate(taskId, { from: 'bo', to: ['chen', 'dara'] });
    await world.bridge.idle();
    expect(read('chen')).toEqual(['For your information: Train to Hamburg: anna claims 40 euros.']);
    expect(read('dara')).toEqual(read('chen'));
    expect(world.pending()).toEqual(['bo:approve']);
  });
});
