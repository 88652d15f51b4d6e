/** What of a page shuts people out. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const OPTIONS: RunOptions = { resultTypes: ['violations'] };

/** What of the page breaks a rule of axe, however much or little it bars somebody. */
export async function findBarriers(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const { violations } = await page.evaluate<AxeResults>(`axe.run(document, ${JSON.stringify(OPTIONS)})`);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`),
  );
}

/** By how many pixels the page is wider than what is seen of it. */
export const overflowOf = (page: Page): Promise<number> =>
  page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');

/** By how many pixels the whole page scrolls, beside the lists in it. */
export const scrollOf = (page: Page): Promise<number> =>
  page.evaluate<number>('document.documentElement.scrollHeight - innerHeight');
