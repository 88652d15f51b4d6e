/** What the page shows only after something has happened: each can be brought about again in the same inbox. */
import type { Page } from 'playwright-core';
import { detail, eventually } from './page-steps.ts';
import { either } from './screens.ts';
import type { Inbox } from './start-inbox.ts';

interface Stage {
  readonly page: Page;
  readonly inbox: Inbox;
  /** Looks at what is shown now; may be called several times. */
  look(what: string): Promise<void>;
  /** Goes to an address behind the `#`. */
  goTo(address: string): Promise<void>;
}

export interface Moment {
  readonly name: string;
  /** Brings it about, looks at it, and leaves nothing behind that others would meet. */
  play(stage: Stage): Promise<void>;
}

let count = 0;
/** Keys that no earlier play has used. */
const newKey = (word: string) => `${word}-${9000 + count++}`;

const button = (page: Page, name: string) => detail(page).getByRole('button', { name, exact: true });
const opinion = (page: Page) => detail(page).getByRole('textbox');

/** The center refuses every report until the faults are cleared. */
function refuseReports({ center }: Inbox): void {
  center.faults.set({
    rules: [{ fault: 'http-error-before', status: 500, calls: ['taskHandle'], probability: 1 }],
  });
}

async function hearReports({ center, bridge }: Inbox): Promise<void> {
  center.faults.clear();
  await eventually(async () => {
    // After many refusals the bridge waits for long.
    await bridge.outbox.now();
    const reports = await bridge.outbox.list();
    return reports.every(({ state }) => state === 'delivered');
  }).toBe(true);
}

/** A check that Emil and Gu may both make, on Emil's page. */
async function openCheck({ inbox, goTo }: Stage): Promise<{ taskId: string }> {
  const key = newKey('PURCHASE');
  await inbox.begin('purchase', 'anna', key, { item: 'Desk', price: 300, signers: ['bo'] });
  const request = taskOf(inbox, 'anna', key);
  await press(inbox, 'anna', request, 'Submit');
  const taskId = taskOf(inbox, 'gu', key);
  await goTo(`/emil/pending/${taskId}`);
  return { taskId };
}

async function beginClaims(inbox: Inbox, purposes: readonly string[]): Promise<string[]> {
  const keys: string[] = [];
  for (const purpose of purposes) {
    const key = newKey('EXPENSE');
    await inbox.begin('expense-claim', 'anna', key, { purpose, amount: 40, manager: 'bo' });
    await press(inbox, 'anna', taskOf(inbox, 'anna', key), 'Submit');
    keys.push(key);
  }
  return keys;
}

export const MOMENTS: readonly Moment[] = [
  {
    name: 'a press without a report',
    async play({ page, inbox, goTo, look }) {
      const key = newKey('LEAVE');
      await inbox.begin('leave-approval', 'anna', key, { manager: 'bo', days: 2 });
      await goTo(`/anna/pending/${taskOf(inbox, 'anna', key)}`);
      await button(page, 'Submit').waitFor();
      refuseReports(inbox);
      await opinion(page).fill('In June.');
      await button(page, 'Submit').click();
      await detail(page)
        .getByText(either(({ press: texts }) => texts.waiting))
        .waitFor();
      await look('its report is missing');
      await hearReports(inbox);
      await detail(page)
        .getByText(either(({ press: texts }) => texts.reported))
        .waitFor();
      await look('its report has arrived');
    },
  },
  {
    name: 'a colleague who was faster',
    async play(stage) {
      const { page, inbox, look } = stage;
      const { taskId } = await openCheck(stage);
      await button(page, 'Submit').waitFor();
      refuseReports(inbox);
      await inbox.bridge.press(taskId, { account: 'gu' });
      await opinion(page).fill('I am late.');
      await button(page, 'Submit').click();
      await detail(page).getByText('2005').waitFor();
      await look('the opinion is still there');
      await hearReports(inbox);
    },
  },
  {
    name: 'a batch',
    async play({ page, inbox, goTo, look }) {
      const keys = await beginClaims(inbox, ['Taxi to the airport', 'Books']);
      await goTo('/bo/pending');
      await page.getByRole('button', { name: either(({ batch }) => batch.startLabel) }).click();
      for (const key of keys) await page.getByRole('checkbox', { name: new RegExp(key) }).check();
      await page.getByRole('textbox', { name: either(({ batch }) => batch.opinion) }).fill('Fine.');
      inbox.center.faults.set({ rules: [{ fault: 'wrong-cipher', next: 1 }] });
      await page.getByRole('button', { name: either(({ batch }) => batch.press('Approve', keys.length)) }).click();
      await page.getByRole('region', { name: either(({ batch }) => batch.results(1, 2)) }).waitFor();
      await look('with a result for each task');
      await page.getByRole('button', { name: either(({ batch }) => batch.leave) }).click();
    },
  },
  {
    name: 'a suspended task',
    async play({ page, inbox, goTo, look }) {
      const key = newKey('CONTRACT');
      await inbox.begin('contract', 'anna', key, { subject: 'Cleaning', reviewer: 'bo', manager: 'dara' });
      await press(inbox, 'anna', taskOf(inbox, 'anna', key), 'Submit');
      const taskId = taskOf(inbox, 'bo', key);
      await goTo(`/bo/pending/${taskId}`);
      await press(inbox, 'bo', taskId, 'Suspend', 'Until the other offer is there.');
      await detail(page).getByRole('button', { name: 'Activate' }).waitFor();
      await look('what can be pressed');
    },
  },
  {
    name: 'a task that was taken back from the next person',
    async play({ page, inbox, goTo, look }) {
      const key = newKey('WISH');
      await inbox.begin('take-back', 'anna', key, { wish: 'A lamp', approver: 'bo', checker: 'dara' });
      await press(inbox, 'anna', taskOf(inbox, 'anna', key), 'Submit');
      const approved = taskOf(inbox, 'bo', key);
      await press(inbox, 'bo', approved, 'Submit');
      const taskId = taskOf(inbox, 'dara', key);
      await goTo(`/dara/pending/${taskId}`);
      await button(page, 'Submit').waitFor();
      await press(inbox, 'bo', approved, 'Take back');
      await detail(page).getByText('Taken back').first().waitFor();
      await look('its notice and its history');
    },
  },
  {
    name: 'a lost connection',
    async play({ page, inbox, goTo, look }) {
      const key = newKey('LEAVE');
      await inbox.begin('leave-approval', 'anna', key, { manager: 'bo', days: 2 });
      await goTo(`/anna/pending/${taskOf(inbox, 'anna', key)}`);
      await page.route('**/sandbox/tasks/*/press', (route) => route.abort());
      await button(page, 'Submit').click();
      await detail(page)
        .getByText(either(({ failure }) => failure.unreachableHint))
        .waitFor();
      await look('a press did not reach the sandbox');
      await page.unroute('**/sandbox/tasks/*/press');
    },
  },
];

function taskOf({ center }: Inbox, account: string, key: string): string {
  const task = center.pending(account).find(({ serialNumber }) => serialNumber === key);
  if (task === undefined) throw new Error(`${account} has no task of ${key}`);
  return task.taskId;
}

/** Resolves when what follows is in the center. */
async function press(inbox: Inbox, account: string, taskId: string, action: string, opinions = ''): Promise<void> {
  await inbox.center.press(taskId, { account, action, opinions });
  await inbox.bridge.idle();
}
