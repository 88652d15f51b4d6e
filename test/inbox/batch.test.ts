import { describe, expect, test } from 'vitest';
import { isBrowserMissing } from '../support/browser.ts';
import { usePages } from './open-page.ts';
import { row } from './page-steps.ts';

const claim = (purpose: string) => ({ purpose, amount: 40, manager: 'bo' });

describe.skipIf(isBrowserMissing())('several tasks at once', () => {
  const pages = usePages();

  test('each task has its own result: one failure does not affect the others', async () => {
    const inbox = await pages.start();
    for (const [key, purpose] of [
      ['EXPENSE-1', 'Taxi'],
      ['EXPENSE-2', 'Books'],
      ['EXPENSE-3', 'Flowers'],
    ] as const) {
      await inbox.begin('expense-claim', 'anna', key, claim(purpose));
      await inbox.handle('anna', 'claim', 'Submit');
    }
    await inbox.begin('leave-approval', 'emil', 'LEAVE-1', { manager: 'bo', days: 1 });
    await inbox.handle('emil', 'apply', 'Submit');

    const page = await pages.open(inbox, '/bo/pending');
    await page.getByRole('button', { name: /handle several tasks at once$/i }).click();
    const choice = page.getByRole('group', { name: 'Several at once' });
    const leave = choice.getByRole('checkbox', { name: 'Manager approval LEAVE-1' });
    expect(await leave.isDisabled()).toBe(true);
    await choice.getByText('No button of this task allows batches').waitFor();
    await choice.getByRole('button', { name: 'Choose all' }).click();
    await choice.getByText('3 tasks chosen').waitFor();
    expect(await leave.isChecked()).toBe(false);

    inbox.center.faults.set({ rules: [{ fault: 'reset-before', calls: ['button'], next: 1 }] });
    await page.getByRole('combobox', { name: 'Button' }).selectOption('Approve');
    await page.getByRole('textbox', { name: 'Opinion' }).fill('Fine.');
    await page.getByRole('button', { name: 'Approve · 3 tasks' }).click();

    const results = page.getByRole('region', { name: 'Results: 2 of 3 done' });
    await results.waitFor();
    const lines = results.getByRole('listitem');
    expect(await lines.filter({ hasText: 'Approve: done' }).count()).toBe(2);
    expect(await lines.filter({ hasText: 'No answer came' }).count()).toBe(1);
    await inbox.bridge.idle();
    expect(inbox.center.pending('bo').map(({ nodeId }) => nodeId)).toEqual(
      expect.arrayContaining(['approve', 'manager-approval']),
    );
    expect(inbox.center.pending('bo')).toHaveLength(2);

    // What failed can be chosen again; what is left needs no batch any more.
    await choice.getByRole('button', { name: 'Choose all' }).click();
    await page.getByRole('button', { name: 'Approve · 1 task', exact: true }).click();
    await page.getByRole('region', { name: 'Results: All 1 done' }).waitFor();
    await page.getByRole('button', { name: 'Leave' }).click();
    await row(page, 'Pending tasks', 'Manager approval').waitFor();
    await inbox.bridge.idle();
    expect(inbox.center.messages('anna').map(({ text }) => text)).toHaveLength(3);
  });
});
