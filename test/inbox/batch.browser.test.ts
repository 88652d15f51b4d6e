import { describe, expect, test } from 'vitest';
import { usePages } from './open-page.ts';
import { eventually, row } from './page-steps.ts';

describe('several tasks at once', () => {
  const pages = usePages();

  test('are pressed with one opinion, and each has its own result', async () => {
    const inbox = await pages.start();
    for (const [key, purpose] of [
      ['EXPENSE-1', 'Taxi'],
      ['EXPENSE-2', 'Books'],
      ['EXPENSE-3', 'Flowers'],
    ] as const) {
      await inbox.begin('expense-claim', 'anna', key, { purpose, amount: 40, manager: 'bo' });
      await inbox.handle('anna', 'claim', 'Submit');
    }
    await inbox.begin('leave-approval', 'emil', 'LEAVE-1', { manager: 'bo', days: 1 });
    await inbox.handle('emil', 'apply', 'Submit');
    const page = await pages.open(inbox, '/bo/pending');
    const start = page.getByRole('button', { name: /handle several tasks at once$/i });
    await start.click();
    await eventually(() => page.locator(':focus').innerText()).toBe('Several at once');
    const choice = page.getByRole('group', { name: 'Several at once' });
    await choice.getByRole('checkbox', { name: /^Taxi, 40 euros · Approve · EXPENSE-1$/ }).waitFor();
    // Its buttons do not allow batches.
    expect(await choice.getByText('LEAVE-1').count()).toBe(0);
    await page.getByRole('combobox', { name: 'Button' }).selectOption('Reject');
    await choice.getByRole('button', { name: 'Choose all' }).click();
    await choice.getByText('3 tasks chosen').waitFor();
    await choice.getByRole('checkbox', { name: /Flowers/ }).uncheck();
    await page.getByRole('combobox', { name: 'Button' }).selectOption('Approve');
    await page.getByRole('textbox', { name: 'Opinion on all of them' }).fill('Fine.');
    inbox.center.faults.set({ rules: [{ fault: 'wrong-cipher', next: 1 }] });
    await page.getByRole('button', { name: 'Approve · 2 tasks' }).click();

    const results = page.getByRole('region', { name: '1 of 2 accepted' });
    const refused = results.getByRole('listitem').filter({ hasText: 'Approve: not accepted' });
    await refused.getByText('EXPENSE-').waitFor();
    await refused.getByText('the parameters cannot be read').waitFor();
    await results.getByRole('listitem').filter({ hasText: 'Approve: accepted' }).getByText('Approve: done').waitFor();
    // What was refused can be pressed again, with the same opinion.
    await eventually(() => choice.getByRole('checkbox').count()).toBe(2);
    await choice.getByRole('button', { name: 'Choose all' }).click();
    await page.getByRole('button', { name: 'Approve · 2 tasks' }).click();
    await page.getByRole('region', { name: '2 of 2 accepted' }).waitFor();
    await choice.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Back to the list' }).click();
    await row(page, 'Pending tasks', 'Manager approval').waitFor();
    expect(await start.count()).toBe(0);
    await inbox.bridge.idle();
    const opinions = inbox.center.handled('bo').map(({ handling }) => handling?.handleOpinions);
    expect(opinions).toEqual(['Fine.', 'Fine.', 'Fine.']);
  });
});
