import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { usePages } from './open-page.ts';
import { detail, diagram, drawn, eventually, row } from './page-steps.ts';
import { PHONE } from './screens.ts';

const ON_A_PHONE = { viewport: PHONE, hasTouch: true, isMobile: true } as const;

/** What has the focus, if it is shown. */
const focused = (page: Page): Promise<string> =>
  page.locator('body').evaluate(({ ownerDocument: { activeElement } }) => {
    if (activeElement?.checkVisibility() !== true) return 'nothing that is shown';
    return activeElement.getAttribute('aria-label') ?? activeElement.textContent ?? '';
  });

/** Whether the whole of a node is in the visible section of the diagram. */
async function isShown(page: Page, id: string): Promise<boolean> {
  const [node, frame] = [await drawn(page, id).boundingBox(), await page.locator('.diagram-frame').boundingBox()];
  if (node === null || frame === null) return false;
  return node.x >= frame.x && node.x + node.width <= frame.x + frame.width;
}

/** The list and what is open replace each other. */
describe('on a phone', () => {
  const pages = usePages();

  test.each(['click', 'Enter'])('the focus goes to the task that is opened by %s, and back to its row', async (how) => {
    const inbox = await pages.start();
    await inbox.begin('contract', 'anna', 'CONTRACT-1', { subject: 'Cleaning', reviewer: 'bo', manager: 'dara' });
    const page = await pages.open(inbox, '/anna/pending', ON_A_PHONE);
    const task = row(page, 'Pending tasks', /Cleaning/);
    for (const round of [1, 2]) {
      await (how === 'click' ? task.click() : task.press('Enter'));
      await detail(page).getByRole('button', { name: 'Submit' }).waitFor();
      await eventually(() => focused(page)).toBe('Task');
      const back = detail(page).getByRole('link', { name: /^Pending/ });
      await (round === 1 ? back.click() : back.press('Enter'));
      await eventually(() => focused(page)).toContain('Cleaning');
    }
  });

  test('the diagram follows the process, until somebody moves it', async () => {
    const inbox = await pages.start();
    await inbox.begin('expense-claim', 'anna', 'EXPENSE-1', { purpose: 'Taxi', amount: 40, manager: 'bo' });
    const { taskId } = inbox.pending('anna', 'claim');
    const page = await pages.open(inbox, `/anna/pending/${taskId}`, ON_A_PHONE);
    await diagram(page, 'Claim').waitFor();
    await eventually(() => isShown(page, 'claim')).toBe(true);
    await inbox.handle('anna', 'claim', 'Submit');
    await diagram(page, 'Approve').waitFor();
    await eventually(() => isShown(page, 'approve')).toBe(true);

    for (let moves = 0; moves < 10; moves += 1) await diagram(page, 'Approve').press('ArrowLeft');
    await eventually(() => isShown(page, 'approve')).toBe(false);
    await inbox.handle('bo', 'approve', 'Reject', 'Without a receipt.');
    await diagram(page, 'Claim').waitFor();
    await eventually(() => drawn(page, 'claim').getAttribute('class')).toContain('is-current');
    const { x } = (await drawn(page, 'approve').boundingBox()) ?? { x: 0 };
    expect(x).toBeGreaterThan(PHONE.width - 100);
  });

  test('the focus goes to a call of the traffic, and back to its row', async () => {
    const inbox = await pages.start();
    await inbox.begin('contract', 'anna', 'CONTRACT-1', { subject: 'Cleaning', reviewer: 'bo', manager: 'dara' });
    const page = await pages.open(inbox, '/anna/traffic', ON_A_PHONE);
    const call = row(page, 'Calls', /.+/).first();
    await call.click();
    await eventually(() => focused(page)).toBe('Call');
    await page
      .getByRole('region', { name: 'Call', exact: true })
      .getByRole('link', { name: /^Calls/ })
      .click();
    await eventually(() => focused(page)).toBe(await call.textContent());
  });
});
