import type { Page } from 'playwright-core';
import { describe, test } from 'vitest';
import { isBrowserMissing } from '../support/browser.ts';
import { usePages } from './open-page.ts';
import { detail, eventually, row } from './page-steps.ts';
import { PHONE } from './screens.ts';

const ON_A_PHONE = { viewport: PHONE, hasTouch: true, isMobile: true } as const;

/** What has the focus, if it is shown. */
const focused = (page: Page): Promise<string> =>
  page.locator('body').evaluate(({ ownerDocument: { activeElement } }) => {
    if (activeElement?.checkVisibility() !== true) return 'nothing that is shown';
    return activeElement.getAttribute('aria-label') ?? activeElement.textContent ?? '';
  });

/** The list and what is open replace each other. */
describe.skipIf(isBrowserMissing())('on a phone', () => {
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
