import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { usePages } from './open-page.ts';
import { eventually, row, tab } from './page-steps.ts';
import { SCREENS_OF_PEOPLE } from './screens.ts';
import { type Inbox, startInbox } from './start-inbox.ts';

/** What of the tabs and rows of a list stands out of the list; where three dots tell of more, nothing does. */
const standingOut = (page: Page) =>
  page.locator('body').evaluate((body): string[] =>
    [...body.querySelectorAll('.list-pane')].flatMap((pane) => {
      const { left, right } = pane.getBoundingClientRect();
      const parts = [...pane.querySelectorAll('.tab, .tab .count, .list-tools *, .row, .row *')];
      return parts.flatMap((part) => {
        const box = part.getBoundingClientRect();
        if (!part.checkVisibility() || part.closest('.visually-hidden, .row-line') !== null) return [];
        return box.left < left - 0.5 || box.right > right + 0.5 ? [`${part.className}: ${part.textContent}`] : [];
      });
    }),
  );

const WIDTHS = [390, 700, 900, 1280];
const LANGUAGES = [
  { language: 'English', locale: 'en-GB' },
  { language: 'Chinese', locale: 'zh-CN' },
] as const;
const LISTS = SCREENS_OF_PEOPLE.filter(({ name }) => /list|messages|batch/.test(name));

describe('a list', () => {
  const pages = usePages();
  let inbox: Inbox;
  beforeAll(async () => {
    inbox = await startInbox();
    await inbox.beginAll();
  });
  afterAll(() => inbox?.close());

  describe.each(LANGUAGES)('in $language', ({ locale }) => {
    test.each(LISTS)('has room for all of $name, on a phone, a tablet and a desktop', async ({ address, shown }) => {
      const page = await pages.open(inbox, address(inbox), { locale });
      await shown(page);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 });
        expect({ width, out: await standingOut(page) }).toEqual({ width, out: [] });
      }
    });
  });

  test('has room for high counts of everything', async () => {
    const page = await pages.open(inbox, '/bo/pending');
    await page.route('**/sandbox/accounts', async (route) => {
      const response = await route.fetch();
      const { accounts } = (await response.json()) as { accounts: object[] };
      const counts = { pending: 100, handled: 100, initiated: 100, unread: 100 };
      await route.fulfill({ response, json: { accounts: accounts.map((account) => ({ ...account, counts })) } });
    });
    await page.reload();
    await tab(page, 'Messages 99+').waitFor();
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      expect({ width, out: await standingOut(page) }).toEqual({ width, out: [] });
    }
  });

  test('shows the process and the subject of a task once each', async () => {
    const page = await pages.open(inbox, '/bo/pending');
    const expense = row(page, 'Pending tasks', /EXPENSE-502/);
    await expense.waitFor();
    const words = await expense.innerText();
    expect(words).toContain('Expense claim');
    expect(words.split('Books on contract law')).toHaveLength(2);
    const purchase = row(page, 'Pending tasks', /^Coffee machine, 620 euros.*Sign.*Purchase.*PURCHASE-202/s);
    expect((await purchase.innerText()).split('Coffee machine')).toHaveLength(2);
  });

  test('shows the row that is open, however far down it is', async () => {
    const name = 'Transactions you started';
    const oldest = inbox.center.initiated('anna').find(({ serialNumber }) => serialNumber === 'LEAVE-101');
    const page = await pages.open(inbox, `/anna/initiated/${oldest?.transactionId}`, {
      viewport: { width: 1280, height: 500 },
    });
    const open = row(page, name, /LEAVE-101/);
    await open.waitFor();
    await eventually(async () => {
      const box = await open.boundingBox();
      return box !== null && box.y + box.height <= 500;
    }).toBe(true);
  });

  test('without matches offers to clear the search', async () => {
    const lists = [
      { address: '/anna/initiated', list: 'Transactions you started', entry: 'PURCHASE-201' },
      { address: '/anna/messages', list: 'Your messages', entry: 'The canteen is closed' },
    ];
    for (const { address, list, entry } of lists) {
      const page = await pages.open(inbox, address);
      await row(page, list, new RegExp(entry)).waitFor();
      await page.getByRole('searchbox', { name: 'Search this list' }).fill('no entry has this');
      await page.getByText('No matches').waitFor();
      await page.getByRole('button', { name: 'Clear the search' }).click();
      await row(page, list, new RegExp(entry)).waitFor();
    }
  });
});
