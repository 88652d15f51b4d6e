/** Every screen in the views that people have of it: on a desktop and on a phone, in both languages, in light and in dark. */
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findBarriers, overflowOf, scrollOf } from '../support/barriers.ts';
import { findForeignTexts, LATIN_IN_CHINESE } from './foreign-texts.ts';
import { MOMENTS } from './moments.ts';
import { usePages } from './open-page.ts';
import { DESKTOP, SCREENS, SCREENS_OF_PEOPLE } from './screens.ts';
import { type Inbox, startInbox } from './start-inbox.ts';

const SMALLEST_PX = { finger: 40, mouse: 24 } as const;

/** What a finger or a mouse would miss: lower or narrower than that. The mark of bpmn.io is as its licence asks. */
const tooSmall = (page: Page, pointer: keyof typeof SMALLEST_PX) =>
  page.locator('body').evaluate((body, smallest): string[] => {
    const targets = [...body.querySelectorAll('button, a, select, summary, label:has(input)')];
    return targets.flatMap((each) => {
      const { width, height } = each.getBoundingClientRect();
      const isShown = each.checkVisibility() && each.closest('.skip-link, .diagram-frame') === null;
      if (!isShown || (width >= smallest && height >= smallest)) return [];
      return [`${each.textContent} (${each.className}): ${width} x ${height}`];
    });
  }, SMALLEST_PX[pointer]);

const goTo = (page: Page, address: string) => page.evaluate(`location.hash = ${JSON.stringify(address)}`);

const phone = (width: number) => ({ viewport: { width, height: 780 }, hasTouch: true, isMobile: true });
const desktop = { viewport: DESKTOP, hasTouch: false };

interface View {
  readonly view: string;
  readonly device: BrowserContextOptions;
  readonly locale: 'en-GB' | 'zh-CN';
  readonly schemes: readonly ('light' | 'dark')[];
  /** Every second screen is looked at in it, from this one. */
  readonly from: 0 | 1;
}

/** Each screen is looked at on a desktop and on a phone, in one language each. */
const VIEWS: View[] = [
  { view: 'a desktop in English', device: desktop, locale: 'en-GB', schemes: ['light', 'dark'], from: 0 },
  { view: 'a desktop in Chinese', device: desktop, locale: 'zh-CN', schemes: ['light', 'dark'], from: 1 },
  {
    view: 'a phone of 360 pixels in English',
    device: phone(360),
    locale: 'en-GB',
    schemes: ['light', 'dark'],
    from: 1,
  },
  {
    view: 'a phone of 390 pixels in Chinese',
    device: phone(390),
    locale: 'zh-CN',
    schemes: ['light', 'dark'],
    from: 0,
  },
];

/** @param isTouched on a phone it is used with a finger */
async function checkLook(page: Page, { device, locale, schemes }: View, name: string, isTouched: boolean) {
  const check = <Found>(found: Found, what: string) => expect.soft(found, `${name}: ${what}`);
  check(await overflowOf(page), 'wider than the window').toBe(0);
  check(await scrollOf(page), 'can be scrolled into emptiness').toBe(0);
  const pointer = device.hasTouch === true && isTouched ? 'finger' : 'mouse';
  check(await tooSmall(page, pointer), `too small for a ${pointer}`).toEqual([]);
  if (locale === 'zh-CN') {
    check(await page.locator('html').getAttribute('lang'), 'language').toBe('zh-CN');
    const { read, foreign } = await findForeignTexts(page);
    check(read.length, 'texts').toBeGreaterThan(10);
    check(foreign, 'texts of the English page').toEqual([]);
    check(
      read.filter((text) => LATIN_IN_CHINESE.test(text)),
      'Latin punctuation',
    ).toEqual([]);
    check(await page.title(), 'title').toMatch(/事务中心$/);
  }
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme });
    check(await findBarriers(page), `shuts somebody out in ${colorScheme}`).toEqual([]);
  }
}

describe('each screen', () => {
  const pages = usePages();
  let inbox: Inbox;
  beforeAll(async () => {
    inbox = await startInbox();
    await inbox.beginAll();
    // Struck by nothing in this file: it is there to be shown.
    inbox.center.faults.set({ rules: [{ fault: 'duplicate', next: 3 }] });
  });
  afterAll(() => inbox?.close());

  const openAs = ({ device, locale }: View, other = inbox) =>
    pages.open(other, '/', { ...device, locale, mayBeRefused: true });

  // One page for all of them: loading it costs more than all that is looked at.
  test.each(VIEWS)('can be read and used by everybody on $view', async (view) => {
    const page = await openAs(view);
    const screens = SCREENS.filter((_, index) => index % 2 === view.from);
    for (const screen of screens) {
      // What the last screen has opened is closed; the first page has nothing of any list.
      await page.keyboard.press('Escape');
      await goTo(page, '/');
      await page.locator('.welcome-people').waitFor();
      await goTo(page, screen.address(inbox));
      await screen.shown(page);
      await checkLook(page, view, screen.name, SCREENS_OF_PEOPLE.includes(screen));
    }
  });

  test.each(VIEWS)('what only moments show can be read and used by everybody on $view', async (view) => {
    const stage = await pages.start();
    const page = await openAs(view, stage);
    const moments = MOMENTS.filter((_, index) => index % 2 === view.from);
    for (const { name, play } of moments) {
      const look = (what: string) => checkLook(page, view, `${name}, ${what}`, true);
      await play({ page, inbox: stage, look, goTo: (address) => goTo(page, address).then(() => undefined) });
    }
  });

  test('the search for English texts finds them on the English page', async () => {
    const page = await pages.open(inbox, '/bo/pending');
    await page.getByText('LEAVE-101').first().waitFor();
    const { foreign } = await findForeignTexts(page);
    expect(foreign).toEqual(expect.arrayContaining(['Pending', 'Skip to the content', 'What do you decide?']));
  });
});
