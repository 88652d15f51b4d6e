import { describe, expect, test } from 'vitest';
import { isBrowserMissing } from '../support/browser.ts';
import { usePages } from './open-page.ts';
import { decide, eventually, list, row } from './page-steps.ts';

describe.skipIf(isBrowserMissing())('on a phone', () => {
  const pages = usePages();

  test('the task replaces the list, and Back returns to the list', async () => {
    const inbox = await pages.start();
    const instanceId = await inbox.begin('leave-approval', 'emil', 'LEAVE-1', { manager: 'dara', days: 1 });
    const page = await pages.open(inbox, '/emil/pending', {
      ...{ viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true },
    });
    await row(page, 'Pending tasks', /LEAVE-1/).tap();
    await page.getByRole('heading', { name: 'Apply', level: 2 }).waitFor();
    await eventually(() => list(page, 'Pending tasks').isVisible()).toBe(false);

    await page.getByRole('link', { name: 'Pending (Back to the list)' }).tap();
    await row(page, 'Pending tasks', /LEAVE-1/).tap();
    await decide(page, 'Submit', 'From the train.');
    await page.getByText('Submit: done').first().waitFor();
    await page.goBack();
    await list(page, 'Pending tasks').or(page.getByText('No pending tasks')).waitFor();
    await row(page, 'Pending tasks', /LEAVE-1/).waitFor({ state: 'detached' });
    const tasks = await inbox.bridge.tasks.list({ instanceId });
    expect(tasks.map(({ nodeId, state }) => [nodeId, state])).toContainEqual(['manager-approval', 'IN_PROGRESS']);
  });
});
