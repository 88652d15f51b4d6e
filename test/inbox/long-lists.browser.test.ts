import { describe, expect, test } from 'vitest';
import { nextTask, openTasks } from '../sandbox/business-system.ts';
import { usePages } from './open-page.ts';
import { decide, eventually, list, result, row, tab } from './page-steps.ts';

const COUNT = 250;

describe('a list of five hundred tasks', () => {
  const pages = usePages();

  test('is in order of time, and changes one row for one press', async () => {
    const inbox = await pages.start();
    const tasks = (group: string) =>
      Array.from({ length: COUNT }, (_, index) => nextTask(`${group}-${index}`, { taskName: `${group} ${index}` }));
    await openTasks(inbox.center, ...tasks('Older'));
    inbox.center.advanceClock(3_600_000);
    await inbox.begin('leave-approval', 'anna', 'LEAVE-1', { manager: 'bo', days: 1 });
    await inbox.handle('anna', 'apply', 'Submit');
    inbox.center.advanceClock(3_600_000);
    await openTasks(inbox.center, ...tasks('Newer'));

    const page = await pages.open(inbox, '/bo/pending', { mayBeRefused: true });
    await tab(page, 'Pending 99+').waitFor();
    const rows = list(page, 'Pending tasks').getByRole('listitem');
    expect(await rows.count()).toBe(2 * COUNT + 1);
    expect(await rows.first().textContent()).toMatch(/^Newer/);
    expect(await rows.nth(COUNT).textContent()).toMatch(/LEAVE-1/);
    expect(await rows.last().textContent()).toMatch(/^Older/);

    await row(page, 'Pending tasks', /LEAVE-1/).click();
    await page.getByRole('heading', { name: '1-day leave of Anna Berg Manager approval' }).waitFor();
    await page.evaluate(`{
      window.changes = 0;
      const count = (changes) => { window.changes += changes.length; };
      new MutationObserver(count).observe(document.querySelector('.rows'), { subtree: true, childList: true, characterData: true });
    }`);
    await decide(page, 'Approve');
    await result(page, 'Approve').waitFor();
    await eventually(() => rows.count()).toBe(2 * COUNT);
    expect(await page.evaluate('window.changes')).toBe(1);
  });
});
