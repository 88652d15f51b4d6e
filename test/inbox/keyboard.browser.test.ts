import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { usePages } from './open-page.ts';
import { account, detail, eventually, list, row, tab } from './page-steps.ts';
import type { Inbox } from './start-inbox.ts';

/** More stops than any screen has. */
const MOST_STOPS = 60;

interface Focus {
  /** Of what has the focus: tag, role or type, and what it says. */
  readonly name: string;
  readonly isLost: boolean;
  /** A ring is drawn: at itself, at what it stands for, or around it. */
  readonly isVisible: boolean;
}

const focusOf = (page: Page): Promise<Focus> =>
  page.locator('body').evaluate((body): Focus => {
    const element = body.ownerDocument.activeElement ?? body;
    const view = body.ownerDocument.defaultView;
    const hasRing = (each: typeof element) => {
      if (each === null || each === undefined) return false;
      const { boxShadow, outlineStyle, outlineColor } = view.getComputedStyle(each);
      return boxShadow !== 'none' || (outlineStyle !== 'none' && !/, 0\)$/.test(outlineColor));
    };
    const around = element.closest('.search, .diagram');
    const box = element.getBoundingClientRect();
    const label = element.getAttribute('aria-label') ?? element.textContent ?? '';
    return {
      name: `${element.tagName.toLowerCase()} ${label.trim().slice(0, 40)}`,
      isLost: element === body || (box.bottom < 0 && box.top < 0) || box.top > view.innerHeight,
      isVisible: hasRing(element) || hasRing(element.nextElementSibling) || (around !== null && hasRing(around)),
    };
  });

/** Goes on by the tab key to something; at each stop the focus is somewhere, and seen. */
async function tabTo(page: Page, goal: Locator, key = 'Tab'): Promise<void> {
  // Until it is there, the tab key may lead out of the page.
  await goal.waitFor();
  const stops: string[] = [];
  while (stops.length < MOST_STOPS) {
    await page.keyboard.press(key);
    const focus = await focusOf(page);
    stops.push(focus.name);
    expect(focus, stops.join(' | ')).toMatchObject({ isLost: false, isVisible: true });
    if (await hasFocus(goal)) return;
  }
  throw new Error(`the tab key leads nowhere near it, but to: ${stops.join(' | ')}`);
}

async function hasFocus(goal: Locator): Promise<boolean> {
  if ((await goal.count()) !== 1) return false;
  return goal.evaluate((element) => element === element.ownerDocument.activeElement);
}

async function beginTwo(inbox: Inbox): Promise<void> {
  for (const key of ['LEAVE-1', 'LEAVE-2']) {
    await inbox.begin('leave-approval', 'anna', key, { manager: 'bo', days: 1 });
    await inbox.center.press(inbox.pending('anna', 'apply').taskId, { account: 'anna', action: 'Submit' });
    await inbox.bridge.idle();
  }
}

describe('without a mouse', () => {
  const pages = usePages();

  test('a person gets from the first page to an approved task, and the focus is always visible', async () => {
    const inbox = await pages.start();
    await beginTwo(inbox);
    const page = await pages.open(inbox);
    await page.getByRole('link', { name: /Bo Lindqvist/ }).waitFor();

    await tabTo(page, page.getByRole('link', { name: /Bo Lindqvist/ }));
    await page.keyboard.press('Enter');
    const newest = row(page, 'Pending tasks', /LEAVE-2/);
    const oldest = row(page, 'Pending tasks', /LEAVE-1/);
    await newest.waitFor();
    await tabTo(page, newest);
    await page.keyboard.press('ArrowDown');
    await eventually(() => hasFocus(oldest)).toBe(true);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Manager approval', level: 2 }).waitFor();
    await eventually(async () => (await focusOf(page)).isLost).toBe(false);

    await tabTo(page, page.getByRole('textbox', { name: 'Opinion' }));
    await page.keyboard.type('Fine.');
    await tabTo(page, page.getByRole('article').getByRole('button', { name: 'Approve' }));
    await page.keyboard.press('Enter');
    await page.getByText('Approve: done').first().waitFor();
    await oldest.waitFor({ state: 'detached' });
    await eventually(async () => (await focusOf(page)).isLost).toBe(false);

    // On to the next one, and out again.
    await tabTo(
      page,
      page.getByRole('link', { name: /^Next task: 1-day leave of Anna Berg · Manager approval · LEAVE-2/ }),
    );
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Manager approval', level: 2 }).waitFor();
    await page.getByRole('article').getByRole('button', { name: 'Reject' }).waitFor();
    await eventually(async () => (await focusOf(page)).isLost).toBe(false);
    await tabTo(page, page.getByRole('textbox', { name: 'Opinion' }));
    await page.keyboard.press('Escape');
    await eventually(() => hasFocus(newest)).toBe(true);
    await inbox.bridge.idle();
    expect(inbox.center.pending('bo').map(({ serialNumber }) => serialNumber)).toEqual(['LEAVE-2']);
  });

  test('the first tab stop skips to the content', async () => {
    const inbox = await pages.start();
    await beginTwo(inbox);
    const page = await pages.open(inbox, '/bo/pending');
    await row(page, 'Pending tasks', /LEAVE-2/).waitFor();
    const skip = page.getByRole('link', { name: 'Skip to the content' });
    await tabTo(page, skip);
    expect((await skip.boundingBox())?.y).toBeGreaterThanOrEqual(0);
    await page.keyboard.press('Enter');
    await eventually(() => hasFocus(page.getByRole('main'))).toBe(true);
    await page.keyboard.press('Tab');
    await eventually(() => hasFocus(tab(page, /^Pending/))).toBe(true);
    expect(page.url()).toMatch(/#\/bo\/pending\b/);
  });

  test('arrow keys go through the lists, Home and End to their ends', async () => {
    const inbox = await pages.start();
    await beginTwo(inbox);
    const page = await pages.open(inbox, '/bo/pending');
    await tabTo(page, tab(page, /^Pending/));
    await page.keyboard.press('ArrowRight');
    await page.getByText('No handled tasks yet').waitFor();
    await eventually(() => tab(page, /^Handled/).getAttribute('aria-selected')).toBe('true');
    await eventually(() => hasFocus(tab(page, /^Handled/))).toBe(true);
    await page.keyboard.press('End');
    await page.getByText('No messages').waitFor();
    await eventually(() => hasFocus(tab(page, /^Messages/))).toBe(true);
    await page.keyboard.press('Home');
    await list(page, 'Pending tasks').waitFor();
    await eventually(() => hasFocus(tab(page, /^Pending/))).toBe(true);
  });

  test('Escape keeps text that is being written, and closes the filters before the task', async () => {
    const inbox = await pages.start();
    await beginTwo(inbox);
    // Filters are for lists of more than one kind.
    await inbox.begin('leave-approval', 'bo', 'LEAVE-3', { manager: 'dara', days: 1 });
    const page = await pages.open(inbox, '/bo/pending');
    await row(page, 'Pending tasks', /LEAVE-2/).click();
    const opinion = page.getByRole('textbox', { name: 'Opinion' });
    await opinion.fill('Half written');
    await opinion.press('Escape');
    await eventually(() => opinion.inputValue()).toBe('Half written');
    await page.getByRole('article').getByRole('button', { name: 'Approve' }).press('Escape');
    await eventually(() => opinion.inputValue()).toBe('Half written');
    const filters = page.getByRole('button', { name: 'Filters' });
    await filters.click();
    await eventually(() => filters.getAttribute('aria-expanded')).toBe('true');
    await page.getByRole('combobox').first().press('Escape');
    await eventually(() => filters.getAttribute('aria-expanded')).toBe('false');
    expect(await hasFocus(filters)).toBe(true);
    await eventually(() => opinion.inputValue()).toBe('Half written');
  });

  test('keys of an input method end its composition, and nothing else', async () => {
    const inbox = await pages.start();
    await beginTwo(inbox);
    const page = await pages.open(inbox, '/bo/pending');
    await row(page, 'Pending tasks', /LEAVE-2/).click();
    await detail(page).getByText('LEAVE-2').first().waitFor();
    const compose = (field: Locator, key: string) =>
      field.dispatchEvent('keydown', { key, isComposing: true, bubbles: true, cancelable: true });
    await compose(page.getByRole('searchbox'), 'Escape');
    await account(page).click();
    const dialog = page.getByRole('dialog', { name: 'Choose an account' });
    const search = dialog.getByRole('combobox');
    await search.fill('chen');
    await compose(search, 'Escape');
    await compose(search, 'Enter');
    await search.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(page.url()).toMatch(/#\/bo\/pending\/./);
  });

  test('Escape closes a popover, and restores the focus', async () => {
    const inbox = await pages.start();
    const page = await pages.open(inbox, '/bo/pending');
    const chooser = account(page);
    await tabTo(page, chooser);
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Choose an account' });
    await eventually(() => hasFocus(dialog.getByRole('combobox'))).toBe(true);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await eventually(() => hasFocus(chooser)).toBe(true);

    await page.keyboard.press('Enter');
    await eventually(() => hasFocus(dialog.getByRole('combobox'))).toBe(true);
    await page.keyboard.type('dara');
    await eventually(() => dialog.getByRole('option').count()).toBe(1);
    await page.keyboard.press('Enter');
    await account(page, 'Dara Okafor').waitFor();
    await eventually(async () => (await focusOf(page)).isLost).toBe(false);

    const bell = page.getByRole('button', { name: 'Notification bar' });
    await tabTo(page, bell, 'Shift+Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Notification bar' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Notification bar' }).waitFor({ state: 'detached' });
    await eventually(() => hasFocus(bell)).toBe(true);
  });
});
