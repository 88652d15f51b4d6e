import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isBrowserMissing } from '../support/browser.ts';
import { isWhole } from '../support/test-share.ts';
import { usePages } from './open-page.ts';
import { DESKTOP, SCREENS } from './screens.ts';
import { type Inbox, startInbox } from './start-inbox.ts';

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const OPTIONS: RunOptions = { resultTypes: ['violations'] };

/** What of the page some people cannot use, or hardly. */
async function findBarriers(page: Page): Promise<string[]> {
  const { violations } = await page.evaluate<AxeResults>(`axe.run(document, ${JSON.stringify(OPTIONS)})`);
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`));
}

const SIZES = [
  { size: 'a desktop', viewport: DESKTOP },
  { size: 'a phone', viewport: { width: 390, height: 844 } },
] as const;
const LANGUAGES = [
  { language: 'English', locale: 'en-GB' },
  { language: 'Chinese', locale: 'zh-CN' },
] as const;

describe.skipIf(isBrowserMissing())('by the rules of axe', () => {
  const pages = usePages();
  let inbox: Inbox;
  beforeAll(async () => {
    inbox = await startInbox();
    await inbox.beginAll();
    // Struck by nothing in this file: it is there to be shown.
    inbox.center.faults.set({ rules: [{ fault: 'duplicate', next: 3 }] });
  });
  afterAll(() => inbox?.close());

  /** Each size and each language, or every two of them. */
  const views = SIZES.flatMap((size, index) =>
    (isWhole ? LANGUAGES : LANGUAGES.slice(index, index + 1)).map((language) => ({ ...size, ...language })),
  );
  describe.each(views)('on $size in $language', ({ viewport, locale }) => {
    test.each(SCREENS)('$name shuts nobody out, in light and in dark', async ({ address, shown }) => {
      const page = await pages.open(inbox, address(inbox), {
        ...{ viewport, locale, mayBeRefused: true },
        ...{ colorScheme: 'light', reducedMotion: 'reduce' },
      });
      await shown(page);
      await page.evaluate(axe);
      const light = await findBarriers(page);
      await page.emulateMedia({ colorScheme: 'dark' });
      expect({ light, dark: await findBarriers(page) }).toEqual({ light: [], dark: [] });
    });
  });
});
