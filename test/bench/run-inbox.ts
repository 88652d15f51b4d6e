/** What a press and scrolling take in a long list of the inbox, in Chromium: `npm run bench:inbox`. The inbox must be built. */
import type { Page } from 'playwright-core';
import { startInbox } from '../inbox/start-inbox.ts';
import { nextTask, openTasks } from '../sandbox/business-system.ts';
import { launchBrowser } from '../support/browser.ts';
import { median } from './median.ts';

const SHORT = 5;
const LONG = 500;
const PRESSES = 10;

interface Measured {
  readonly presses: readonly TimedPress[];
  readonly scroll: Scrolled;
}

/** From the click until the page shows the answer, and until it shows that the report has arrived. */
interface TimedPress {
  readonly answeredMs: number;
  readonly reportedMs: number;
}

interface Scrolled {
  readonly framesMs: readonly number[];
  readonly longTasksMs: readonly number[];
}

const browser = await launchBrowser();
try {
  // The first inbox is not counted: code is compiled in it.
  await measure(SHORT);
  for (const rows of [SHORT, LONG]) {
    const { presses, scroll } = await measure(rows);
    const { framesMs, longTasksMs } = scroll;
    const answered = presses.map(({ answeredMs }) => answeredMs);
    const reported = presses.map(({ reportedMs }) => reportedMs);
    console.log(`${rows} rows`);
    console.log(`  a press until its answer is shown: median ${ms(median(answered))}, longest ${ms(answered)}`);
    console.log(`  until its report has arrived: median ${ms(median(reported))}, longest ${ms(reported)}`);
    if (framesMs.length === 0) continue;
    console.log(`  scrolling to the end: ${framesMs.length} frames, median ${ms(median(framesMs))}`);
    console.log(
      `  longest frame ${ms(framesMs)}, longest task ${longTasksMs.length === 0 ? 'below 50 ms' : ms(longTasksMs)}`,
    );
  }
} finally {
  await browser.close();
}

async function measure(rows: number): Promise<Measured> {
  const inbox = await startInbox({ nightlyRun: false });
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, locale: 'en-GB' });
  try {
    const others = Array.from({ length: rows - 1 }, (_, index) =>
      nextTask(`other-${index}`, { taskSummary: [`Item|Order ${index}`] }),
    );
    await openTasks(inbox.center, ...others);
    const presses: TimedPress[] = [];
    for (let press = 0; press < PRESSES; press++) {
      const key = `LEAVE-${press}`;
      await inbox.begin('leave-approval', 'anna', key, { manager: 'bo', days: 1 });
      await inbox.handle('anna', 'apply', 'Submit');
      const { taskId } = inbox.pending('bo', 'manager-approval');
      await page.goto(`${inbox.center.inboxUrl}#/bo/pending/${taskId}`);
      await page.getByRole('article').getByText(key).first().waitFor();
      await page.locator('[data-element-id="manager-approval"].is-current').waitFor();
      presses.push(await timePress(page));
      await inbox.bridge.idle();
    }
    return { presses, scroll: await scrollToEnd(page) };
  } finally {
    await page.close();
    await inbox.close();
  }
}

function timePress(page: Page): Promise<TimedPress> {
  return page.evaluate<TimedPress>(`new Promise((resolve) => {
    const button = [...document.querySelectorAll('article .actions button')].find((each) => each.textContent.trim() === 'Approve');
    const begun = performance.now();
    let answeredMs;
    const observer = new MutationObserver(() => {
      const result = document.querySelector('.result');
      if (result === null) return;
      answeredMs ??= performance.now() - begun;
      if (!result.textContent.includes('Its report has arrived.')) return;
      observer.disconnect();
      requestAnimationFrame(() => resolve({ answeredMs, reportedMs: performance.now() - begun }));
    });
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
    button.click();
  })`);
}

/** A screenful in four frames, as with a wheel that is turned fast. */
function scrollToEnd(page: Page): Promise<Scrolled> {
  return page.evaluate<Scrolled>(`new Promise((resolve) => {
    let scrolled = document.querySelector('.rows');
    while (scrolled.scrollHeight <= scrolled.clientHeight && scrolled.parentElement) scrolled = scrolled.parentElement;
    const longTasksMs = [];
    const tasks = new PerformanceObserver((list) => longTasksMs.push(...list.getEntries().map(({ duration }) => duration)));
    tasks.observe({ type: 'longtask' });
    const framesMs = [];
    let last = performance.now();
    const step = (now) => {
      framesMs.push(now - last);
      last = now;
      const before = scrolled.scrollTop;
      scrolled.scrollTop += scrolled.clientHeight / 4;
      if (scrolled.scrollTop > before) requestAnimationFrame(step);
      else resolve({ framesMs: framesMs.slice(1), longTasksMs });
    };
    requestAnimationFrame(step);
  })`);
}

/** The greatest of several. */
function ms(times: number | readonly number[]): string {
  const time = typeof times === 'number' ? times : Math.max(0, ...times);
  return `${time.toFixed(0)} ms`;
}
