import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { usePages } from './open-page.ts';
import { account, eventually, result, row, tab } from './page-steps.ts';
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
    await tabTo(page, oldest);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Manager approval', level: 2 }).waitFor();
    await eventually(async () => (await focusOf(page)).isLost).toBe(false);

    await tabTo(page, page.getByRole('textbox', { name: 'Opinion' }));
    await page.keyboard.type('Fine.');
    await tabTo(page, page.getByRole('article').getByRole('button', { name: 'Approve' }));
    await page.keyboard.press('Enter');
    await eventually(() => hasFocus(result(page, 'Approve'))).toBe(true);
    await oldest.waitFor({ state: 'detached' });
    await eventually(async () => (await focusOf(page)).isLost).toBe(false);

    // On to the next one.
    await tabTo(
      page,
      page.getByRole('link', { name: /^Next task: 1-day leave of Anna Berg · Manager approval · LEAVE-2/ }),
    );
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Manager approval', level: 2 }).waitFor();
    await page.getByRole('article').getByRole('button', { name: 'Reject' }).waitFor();
    await eventually(async () => (await focusOf(page)).isLost).toBe(false);
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

  test('Escape closes a popover, and restores the focus', async () => {
    const inbox = await pages.start();
    const page = await pages.open(inbox, '/bo/pending');
    const chooser = account(page);
    await tabTo(page, chooser);
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Choose an account' });
    await eventually(() => hasFocus(dialog.getByRole('searchbox'))).toBe(true);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await eventually(() => hasFocus(chooser)).toBe(true);

    await page.keyboard.press('Enter');
    await eventually(() => hasFocus(dialog.getByRole('searchbox'))).toBe(true);
    await page.keyboard.type('dara');
    await eventually(() => dialog.getByRole('listitem').count()).toBe(1);
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
