import { describe, expect, test } from 'vitest';
import { usePages } from './open-page.ts';
import { decide, detail, eventually, opinion, readHistory, result, row } from './page-steps.ts';
import type { Inbox } from './start-inbox.ts';

async function beginReview(inbox: Inbox): Promise<void> {
  await inbox.begin('contract', 'anna', 'CONTRACT-1', { subject: 'Cleaning', reviewer: 'bo', manager: 'dara' });
  await inbox.handle('anna', 'draft', 'Submit');
}

/** Their buttons are those of the latest task, which is another one when the matter goes on. */
describe('an initiator', () => {
  const pages = usePages();

  test('still sees what came of a press when it has led to another task, and the focus stays', async () => {
    const inbox = await pages.start();
    await beginReview(inbox);
    const page = await pages.open(inbox, '/anna/initiated');
    await row(page, 'Transactions you started', /Cleaning/).click();
    await decide(page, 'Urge', 'It cannot wait.');
    const tasks = detail(page).getByRole('region', { name: 'Tasks of this transaction' });
    await tasks.getByText('See to the review').waitFor();
    await result(page, 'Urge').waitFor();
    expect(inbox.center.pending('dara').map(({ nodeId }) => nodeId)).toEqual(['see-to-it']);
    await eventually(() => opinion(page).inputValue()).toBe('');
    // Where the button was, not at the top of the page.
    expect(await page.locator('section.decide:focus, section.decide :focus').count()).toBe(1);
  });

  test('sees when each task ended, not when it began', async () => {
    const inbox = await pages.start();
    await inbox.begin('leave-approval', 'anna', 'LEAVE-1', { manager: 'bo', days: 1 });
    const { transactionId } = inbox.pending('anna', 'apply');
    inbox.center.advanceClock(3 * 86_400_000);
    await inbox.handle('anna', 'apply', 'Submit');
    inbox.center.advanceClock(2 * 86_400_000);
    const page = await pages.open(inbox, `/anna/initiated/${transactionId}`);
    const tasks = detail(page).getByRole('region', { name: 'Tasks of this transaction' });
    await tasks.getByRole('listitem').filter({ hasText: 'Apply' }).getByText('2 days ago').waitFor();
  });

  test('sees since when a task is suspended, not when it began', async () => {
    const inbox = await pages.start();
    await beginReview(inbox);
    const { transactionId } = inbox.pending('bo', 'review');
    inbox.center.advanceClock(3 * 86_400_000);
    await inbox.handle('bo', 'review', 'Suspend');
    inbox.center.advanceClock(2 * 86_400_000);
    const page = await pages.open(inbox, `/anna/initiated/${transactionId}`);
    const tasks = detail(page).getByRole('region', { name: 'Tasks of this transaction' });
    const review = tasks.getByRole('listitem').filter({ hasText: 'Review' });
    await review.getByText('Suspended').waitFor();
    await review.getByText('2 days ago').waitFor();
    await inbox.handle('bo', 'review', 'Activate');
    await review.getByText('now').waitFor();
  });

  test('whose presses lead to one task several times sees which is which, as does who has them', async () => {
    const inbox = await pages.start();
    await beginReview(inbox);
    const page = await pages.open(inbox, '/anna/initiated');
    await row(page, 'Transactions you started', /Cleaning/).click();
    await decide(page, 'Urge', 'It cannot wait.');
    await eventually(() => inbox.center.pending('dara').length).toBe(1);
    await decide(page, 'Urge', 'Still nothing.');
    const tasks = detail(page).getByRole('region', { name: 'Tasks of this transaction' });
    await tasks.getByText('See to the review (2)').waitFor();
    await tasks.getByText('See to the review', { exact: true }).waitFor();
    for (const opinion of ['It cannot wait.', 'Still nothing.']) {
      await eventually(() => readHistory(page)).toContainEqual(`Anna Berg pressed Urge Urge: done ${opinion}`);
    }
    await page.goto(`${inbox.center.inboxUrl}#/dara/pending`);
    await row(page, 'Pending tasks', /See to the review \(2\)/).click();
    await page.getByRole('heading', { name: 'See to the review (2)', level: 2 }).waitFor();
    // The number says which one is left.
    await inbox.handle('dara', 'see-to-it', 'Submit');
    await eventually(() => row(page, 'Pending tasks', /See to the review/).count()).toBe(1);
    expect(inbox.center.pending('dara').map(({ repetition }) => repetition)).toEqual([2]);
  });

  test('finds what they were writing when a colleague has moved the matter on, also after a reload', async () => {
    const inbox = await pages.start();
    await beginReview(inbox);
    const page = await pages.open(inbox, '/anna/initiated');
    await row(page, 'Transactions you started', /Cleaning/).click();
    await opinion(page).fill('It cannot wait.');
    await inbox.handle('bo', 'review', 'Submit');
    await detail(page).getByRole('region', { name: 'Tasks of this transaction' }).getByText('Sign').waitFor();
    await eventually(() => opinion(page).inputValue()).toBe('It cannot wait.');
    await page.reload();
    await opinion(page).waitFor();
    await eventually(() => opinion(page).inputValue()).toBe('It cannot wait.');
    await decide(page, 'Withdraw');
    await result(page, 'Withdraw').waitFor();
    expect(inbox.center.transactions()[0]?.ended).toMatchObject({ by: 'REVOKE', account: 'anna' });
  });
});
