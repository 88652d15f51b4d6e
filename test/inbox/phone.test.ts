import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isBrowserMissing } from '../support/browser.ts';
import { isWhole } from '../support/test-share.ts';
import { usePages } from './open-page.ts';
import { decide, list, row } from './page-steps.ts';
import { SCREENS, SCREENS_OF_PEOPLE } from './screens.ts';
import { type Inbox, startInbox } from './start-inbox.ts';

/** By how many pixels the page is wider than what is seen of it. */
const overflowOf = (page: Page) => page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');

const SMALLEST_PX = 40;

/** What a finger would miss: lower or narrower than that. The mark of bpmn.io is as its licence asks. */
const tooSmall = (page: Page) =>
  page.locator('body').evaluate((body, smallest): string[] => {
    const targets = [...body.querySelectorAll('button, a, select, [role="option"], label:has(input)')];
    return targets.flatMap((each) => {
      const { width, height } = each.getBoundingClientRect();
      const isShown = each.checkVisibility() && each.closest('.skip-link, .diagram-frame') === null;
      if (!isShown || (width >= smallest && height >= smallest)) return [];
      return [`${each.textContent} (${each.className}): ${width} x ${height}`];
    });
  }, SMALLEST_PX);

describe.skipIf(isBrowserMissing())('on a phone', () => {
  const pages = usePages();
  let inbox: Inbox;
  beforeAll(async () => {
    inbox = await startInbox();
    await inbox.beginAll();
  });
  afterAll(() => inbox?.close());

  describe.each(isWhole ? [390, 360] : [360])('of %i pixels', (width) => {
    const phone = { viewport: { width, height: 780 }, hasTouch: true, isMobile: true };

    test.each(SCREENS)('$name is read without scrolling sideways, and pressed with a finger', async (screen) => {
      const page = await pages.open(inbox, screen.address(inbox), { ...phone, mayBeRefused: true });
      await screen.shown(page);
      expect(await overflowOf(page)).toBe(0);
      if (SCREENS_OF_PEOPLE.includes(screen)) expect(await tooSmall(page)).toEqual([]);
    });

    test('the list makes room for the task, and the way back leads to the list', async () => {
      const instanceId = await inbox.begin('leave-approval', 'emil', `LEAVE-${width}`, { manager: 'dara', days: 1 });
      const page = await pages.open(inbox, '/emil/pending', phone);
      await row(page, 'Pending tasks', new RegExp(`LEAVE-${width}`)).tap();
      await page.getByRole('heading', { name: 'Apply', level: 2 }).waitFor();
      expect(await list(page, 'Pending tasks').isVisible()).toBe(false);

      await page.getByRole('link', { name: 'Pending (Back to the list)' }).tap();
      await row(page, 'Pending tasks', new RegExp(`LEAVE-${width}`)).tap();
      await decide(page, 'Submit', 'From the train.');
      await page.getByText('Submit: done').first().waitFor();
      await page.goBack();
      await list(page, 'Pending tasks').or(page.getByText('No pending tasks')).waitFor();
      await row(page, 'Pending tasks', new RegExp(`LEAVE-${width}`)).waitFor({ state: 'detached' });
      const tasks = await inbox.bridge.tasks.list({ instanceId });
      expect(tasks.map(({ nodeId, state }) => [nodeId, state])).toContainEqual(['manager-approval', 'IN_PROGRESS']);
    });
  });
});
