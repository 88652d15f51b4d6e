import { describe, expect, test } from 'vitest';
import { usePages } from './open-page.ts';
import { diagram, drawn, eventually, readHistory } from './page-steps.ts';

const HOUR_MS = 3_600_000;

describe('an open diagram', () => {
  const pages = usePages();

  test('shows a timer that fires, and the history shows the reminder that it sent', async () => {
    const inbox = await pages.start();
    const claim = { purpose: 'Taxi to the airport', amount: 40, manager: 'bo' };
    await inbox.begin('expense-claim', 'anna', 'EXPENSE-1', claim);
    await inbox.handle('anna', 'claim', 'Submit');
    const page = await pages.open(inbox, `/bo/pending/${inbox.pending('bo', 'approve').taskId}`);
    await diagram(page, 'Approve').waitFor();
    await eventually(() => drawn(page, 'undecided').getAttribute('class')).not.toMatch(/\bis-done\b/);

    inbox.center.advanceClock(73 * HOUR_MS);
    await eventually(() => drawn(page, 'undecided').getAttribute('class')).toMatch(/\bis-done\b/);
    await eventually(() => readHistory(page)).toContain('Message to Bo Lindqvist: “An expense claim waits for you”');
  });

  test('shows what a colleague decided, also while the report of it is refused', async () => {
    const inbox = await pages.start();
    await inbox.begin('leave-approval', 'anna', 'LEAVE-1', { manager: 'bo', days: 1 });
    const { taskId } = inbox.pending('anna', 'apply');
    const page = await pages.open(inbox, `/anna/pending/${taskId}`);
    await diagram(page, 'Apply').waitFor();

    // No call of the center announces it.
    inbox.center.faults.set({
      rules: [{ fault: 'http-error-before', calls: ['token', 'taskHandle'], probability: 1 }],
    });
    expect((await inbox.bridge.press(taskId, { account: 'anna' })).kind).toBe('applied');
    await diagram(page, 'Manager approval').waitFor();
  });

  test('shows a transfer, and the history says who has the task now', async () => {
    const inbox = await pages.start();
    await inbox.begin('contract', 'anna', 'CONTRACT-1', { subject: 'Cleaning', reviewer: 'bo', manager: 'dara' });
    await inbox.handle('anna', 'draft', 'Submit');
    const { taskId } = inbox.pending('bo', 'review');
    const page = await pages.open(inbox, `/bo/pending/${taskId}`);
    await diagram(page, 'Review').waitFor();
    await inbox.handle('bo', 'review', 'Hand to the manager');
    await eventually(() => readHistory(page)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^Bo Lindqvist .*Review.*$/),
        expect.stringMatching(/^Review waits for Dara Okafor/),
      ]),
    );
  });
});
