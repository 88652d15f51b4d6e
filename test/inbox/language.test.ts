import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { en } from '../../src/sandbox/inbox/texts/en.ts';
import { zh } from '../../src/sandbox/inbox/texts/zh.ts';
import { PROCESS_FILES } from '../processes/process-files.ts';
import { isBrowserMissing } from '../support/browser.ts';
import { usePages } from './open-page.ts';
import { decide, eventually, row } from './page-steps.ts';
import { SCREENS } from './screens.ts';
import { type Inbox, startInbox } from './start-inbox.ts';

const GAP = '\u{1F573}';

/** Every text of a dictionary by its place; what is filled in stands as a gap. */
function textsOf(dictionary: object, path = ''): Map<string, string> {
  return new Map(
    Object.entries(dictionary).flatMap(([name, entry]): [string, string][] => {
      const place = `${path}/${name}`;
      if (typeof entry === 'string') return [[place, entry]];
      if (typeof entry === 'object' && entry !== null) return [...textsOf(entry, place)];
      const speak = entry as (...given: unknown[]) => string;
      return [
        [place, speak(...Array<string>(speak.length).fill(GAP))],
        [`${place} of one`, speak(...Array<number>(speak.length).fill(1))],
      ];
    }),
  );
}

/** What is written in the diagrams stands on the page as it is. */
const DRAWN = new Set(
  PROCESS_FILES.flatMap(({ xml }) => [...xml.matchAll(/ name="([^"]+)"/g)].map(([, name]) => name)),
);

/** Texts that are the same in Chinese are words of the spec, such as names of faults, or say how to get to English. */
function foreignTexts(): RegExp[] {
  const chinese = textsOf(zh);
  const hasWords = (text: string) => /\p{L}/u.test(text.replaceAll(GAP, ''));
  const foreign = [...textsOf(en)].filter(([place, text]) => chinese.get(place) !== text && hasWords(text));
  return foreign.map(([, text]) => {
    const escaped = text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(GAP, '.*');
    return new RegExp(`^${escaped}$`, 's');
  });
}

/** Texts, names and hints of the page, without what is marked as English, the diagram, and what people have written. */
const readTexts = (page: Page): Promise<string[]> =>
  page.locator('body').evaluate((body): string[] => {
    const left = '[lang="en"], svg, pre, q, blockquote, code, option[value*="-"]';
    const elements: (typeof body)[] = [...body.querySelectorAll('*')].filter((each) => each.closest(left) === null);
    const found = elements.flatMap((each): (string | null)[] => [
      ...[...each.childNodes].filter(({ nodeType }) => nodeType === 3).map(({ textContent }) => textContent),
      ...['aria-label', 'title', 'placeholder'].map((name) => each.getAttribute(name)),
    ]);
    return [...new Set(found.map((text) => (text ?? '').trim()).filter((text) => text !== ''))];
  });

describe.skipIf(isBrowserMissing())('in Chinese', () => {
  const pages = usePages();
  const foreign = foreignTexts();
  let inbox: Inbox;
  beforeAll(async () => {
    inbox = await startInbox();
    await inbox.beginAll();
    inbox.center.faults.set({ rules: [{ fault: 'duplicate', next: 3 }] });
  });
  afterAll(() => inbox?.close());

  test.each(SCREENS)('$name has no text of the English page', async ({ address, shown }) => {
    const page = await pages.open(inbox, address(inbox), { locale: 'zh-CN', mayBeRefused: true });
    await shown(page);
    expect(await page.locator('html').getAttribute('lang')).toBe('zh-CN');
    const texts = await readTexts(page);
    expect(texts.length).toBeGreaterThan(10);
    const isEnglish = (text: string) => !DRAWN.has(text) && foreign.some((english) => english.test(text));
    expect(texts.filter(isEnglish)).toEqual([]);
    expect(await page.title()).toMatch(/事务中心$/);
  });

  test('the check itself finds English texts on the English page', async () => {
    const page = await pages.open(inbox, '/bo/pending');
    await row(page, 'Pending tasks', /LEAVE-101/).waitFor();
    const texts = await readTexts(page);
    const english = texts.filter((text) => foreign.some((known) => known.test(text)));
    expect(english).toEqual(expect.arrayContaining(['Pending', 'Skip to the content', 'Choose a task']));
  });
});

describe.skipIf(isBrowserMissing())('what a person has chosen', () => {
  const pages = usePages();

  test('the language changes at once, on what is open too, and holds when the page is loaded again', async () => {
    const inbox = await pages.start();
    await inbox.begin('leave-approval', 'anna', 'LEAVE-1', { manager: 'bo', days: 1 });
    const page = await pages.open(inbox, `/anna/pending/${inbox.pending('anna', 'apply').taskId}`);
    await page.getByRole('textbox', { name: en.buttons.opinion }).fill('写了一半');
    await page.getByRole('button', { name: /^中文/ }).click();
    await page.getByRole('heading', { name: zh.history.title }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('zh-CN');
    expect(await page.getByRole('textbox', { name: zh.buttons.opinion }).inputValue()).toBe('写了一半');
    await decide(page, 'Submit');
    await page.getByText(zh.press.taken('Submit')).first().waitFor();
    await page.reload();
    await page.getByRole('heading', { name: zh.history.title }).waitFor();
    await page.getByRole('button', { name: /^EN/ }).click();
    await page.getByRole('heading', { name: en.history.title }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('en-GB');
  });

  test('the colours are those of the system, until light or dark is chosen', async () => {
    const inbox = await pages.start();
    const page = await pages.open(inbox, '/bo/pending', { colorScheme: 'dark' });
    const ground = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
    const dark = await ground();
    await page.emulateMedia({ colorScheme: 'light' });
    await eventually(ground).not.toBe(dark);
    const light = await ground();

    await page.getByRole('button', { name: 'Colours: system. Change' }).click();
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.getByRole('button', { name: 'Colours: light. Change' }).waitFor();
    expect(await ground()).toBe(light);
    await page.getByRole('button', { name: 'Colours: light. Change' }).click();
    await page.emulateMedia({ colorScheme: 'light' });
    await eventually(ground).toBe(dark);
    await page.reload();
    await page.getByRole('button', { name: 'Colours: dark. Change' }).waitFor();
    expect(await ground()).toBe(dark);
  });
});
