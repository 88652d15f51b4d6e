import { describe, expect, test } from 'vitest';
import { usePages } from './open-page.ts';
import { eventually, row, tab } from './page-steps.ts';
import { PHONE } from './screens.ts';
import type { Inbox } from './start-inbox.ts';

async function sendNews(inbox: Inbox, sendId = 'canteen'): Promise<void> {
  await inbox.bridge.messages.send({
    ...{ messageTypeCode: 'NOTICE', toPersons: ['anna'], sendId },
    data: { title: 'The canteen is closed', paramValueJson: { text: 'On Monday it is open.' } },
  });
  await inbox.bridge.idle();
}

describe('messages', () => {
  const pages = usePages();

  test('a message that is read on the PC is read on the phone, which updates automatically', async () => {
    const inbox = await pages.start();
    await sendNews(inbox);
    const phone = await pages.open(inbox, '/anna/messages', { viewport: PHONE });
    await phone.getByRole('group', { name: 'Shown as' }).getByText('Phone').click();
    await row(phone, 'Your messages', /^Unread: The canteen is closed/).waitFor();
    await tab(phone, 'Messages 1').waitFor();

    const page = await pages.open(inbox, '/anna/messages');
    await row(page, 'Your messages', /^Unread: The canteen is closed/).click();
    await page.getByRole('article').getByText('On Monday it is open.').waitFor();

    await row(phone, 'Your messages', /^The canteen is closed/).waitFor();
    await tab(phone, /^Messages$/).waitFor();
    await row(phone, 'Your messages', /^The canteen is closed/).click();
    await phone.getByText(/^Read .*, on the PC$/).waitFor();
    expect(inbox.center.messages('anna', 'mobile')).toMatchObject([{ isRead: true, readOn: 'pc' }]);
  });

  test('the notification bar has its own, which have no read state', async () => {
    const inbox = await pages.start();
    const page = await pages.open(inbox, '/anna/pending');
    const bell = page.getByRole('button', { name: 'Notification bar' });
    await bell.click();
    const bar = page.getByRole('dialog', { name: 'Notification bar' });
    await bar.getByText('The notification bar is empty.').waitFor();

    await sendNews(inbox);
    await bar.getByRole('listitem').filter({ hasText: 'The canteen is closed' }).getByText('from Approvals').waitFor();
    await page.keyboard.press('Escape');
    await bar.waitFor({ state: 'hidden' });
    // Looked at, and there all the same; the message of the list is another one, and unread.
    await eventually(() => bell.getAttribute('aria-label')).toBe('Notification bar');
    await page.reload();
    await tab(page, 'Messages 1').waitFor();
    await sendNews(inbox, 'second');
    await page.getByRole('button', { name: 'Notification bar, 1 new' }).click();
    await eventually(() => bar.getByRole('listitem').count()).toBe(2);
  });
});
