import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { usePages } from './open-page.ts';
import { account, detail, eventually, list, row, tab } from './page-steps.ts';
import { type Inbox, startInbox } from './start-inbox.ts';

describe('an address of the inbox', () => {
  const pages = usePages();

  test('opens the same task for everybody, and Back goes back step by step', async () => {
    const inbox = await pages.start();
    for (const key of ['LEAVE-1', 'LEAVE-2']) {
      await inbox.begin('leave-approval', 'anna', key, { manager: 'bo', days: 1 });
    }
    const page = await pages.open(inbox);
    await page.getByRole('link', { name: /Anna Berg/ }).click();
    await tab(page, /^Initiated/).click();
    await tab(page, /^Pending/).click();
    await detail(page).getByText('LEAVE-2').waitFor();
    await row(page, 'Pending tasks', /LEAVE-1/).click();
    await detail(page).getByText('LEAVE-1').waitFor();
    const address = page.url();
    expect(new URL(address).pathname).toBe('/inbox/');

    const other = await pages.open(inbox, address.split('#')[1]);
    await detail(other).getByText('LEAVE-1').waitFor();
    await eventually(() => row(other, 'Pending tasks', /LEAVE-1/).getAttribute('aria-current')).toBe('true');

    await page.goBack();
    await detail(page).getByText('LEAVE-2').waitFor();
    await page.goBack();
    await list(page, 'Transactions you started').waitFor();
    await page.goBack();
    await list(page, 'Pending tasks').waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'Whose inbox do you want to see?' }).waitFor();
    await page.goForward();
    await list(page, 'Pending tasks').waitFor();
  });

  test('the origin redirects to the inbox', async () => {
    const inbox = await pages.start();
    const page = await pages.open(inbox);
    await page.goto(new URL('/', inbox.center.baseUrl).href);
    await page.getByRole('heading', { name: 'Whose inbox do you want to see?' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/inbox/');
  });
});

describe('an address that leads nowhere', () => {
  const pages = usePages();
  let inbox: Inbox;
  beforeAll(async () => {
    inbox = await startInbox();
  });
  afterAll(() => inbox?.close());

  test.each([
    { what: 'nobody', address: '/nobody/pending', says: 'There is no account nobody' },
    { what: 'no task', address: '/bo/pending/none', says: 'This task does not exist' },
    { what: 'no transaction', address: '/bo/initiated/none', says: 'This transaction does not exist' },
    { what: 'no message', address: '/bo/messages/none', says: 'This message does not exist' },
    { what: 'no call', address: '/bo/traffic/calls/all/999', says: 'This call is no longer stored' },
    { what: 'no list', address: '/bo/rubbish', says: 'Choose a task' },
    { what: 'nothing readable', address: '/%E0%A4%A/pending', says: 'There is no account' },
  ])('to $what says so', async ({ address, says }) => {
    const page = await pages.open(inbox, address, { mayBeRefused: true });
    await page.getByText(says).first().waitFor();
    await account(page).waitFor();
  });
});

describe('a list', () => {
  const pages = usePages();

  test('can be searched, and says when nothing fits', async () => {
    const inbox = await pages.start();
    for (const key of ['LEAVE-1', 'LEAVE-2']) {
      await inbox.begin('leave-approval', 'bo', key, { manager: 'chen', days: 1 });
    }
    await inbox.begin('contract', 'bo', 'CONTRACT-1', { reviewer: 'anna', manager: 'dara' });
    const page = await pages.open(inbox, '/bo/pending');
    const rows = list(page, 'Pending tasks').getByRole('link');
    await rows.nth(2).waitFor();
    await page.getByRole('searchbox', { name: 'Search this list' }).fill('leave-2 APPLY');
    await rows.nth(1).waitFor({ state: 'detached' });
    await eventually(() => rows.innerText()).toContain('LEAVE-2');

    await page.getByRole('searchbox', { name: 'Search this list' }).fill('contract');
    await eventually(() => rows.innerText()).toContain('CONTRACT-1');
    await inbox.handle('bo', 'draft', 'Submit');
    await page.getByText('No matches').waitFor();
    await page.getByRole('button', { name: 'Clear the search' }).click();
    await rows.nth(1).waitFor();
  });
});
