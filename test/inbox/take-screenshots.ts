/** Makes the pictures of README and docs from the running page: `npm run screenshots`. The inbox must be built. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { launchBrowser } from '../support/browser.ts';
import { DESKTOP } from './screens.ts';
import { startInbox } from './start-inbox.ts';

const FOLDER = fileURLToPath(new URL('../../docs/pictures/', import.meta.url));
/** What people in the demo need for a decision, so that its times are always the same. */
const DECISION_MS = 13 * 60_000;

let now = Date.parse('2026-05-04T08:30:00+08:00');
const inbox = await startInbox({
  clock: () => now,
  nightlyRun: false,
  onCall({ call }) {
    if (call === 'button') now += DECISION_MS;
  },
});
const browser = await launchBrowser();
try {
  await inbox.beginAll();
  await mkdir(FOLDER, { recursive: true });
  const page = await browser.newPage({
    viewport: DESKTOP,
    locale: 'en-GB',
    colorScheme: 'light',
    reducedMotion: 'reduce',
  });
  await openTask(page, 'bo', 'EXPENSE-502', 'approve');
  await take(page, 'inbox.png');
  await openTask(page, 'bo', 'PURCHASE-202', 'sign');
  await page.getByRole('region', { name: 'Progress' }).evaluate((section) => section.scrollIntoView());
  await take(page, 'diagram.png');
  const operations = await browser.newPage({
    viewport: DESKTOP,
    locale: 'en-GB',
    colorScheme: 'light',
    reducedMotion: 'reduce',
    timezoneId: 'Asia/Shanghai',
  });
  await operations.clock.setFixedTime(now + DECISION_MS);
  const [instance] = await inbox.bridge.instances.list({ processId: 'purchase', nodeId: 'legal-check' });
  await operations.goto(`${inbox.pagesOrigin}/operations/#/instances/${instance?.instanceId}`);
  await operations.locator('.diagram-count').first().waitFor();
  await take(operations, 'admin.png');
  await takeForm(operations, /^Set variables/, 'set-variables.png', { 'Variables, as JSON': '{ "price": 4200 }' });
  await takeForm(operations, /^Reassign/, 'reassign.png', {
    'Accounts, separated by commas': 'dara',
    Reason: 'On leave until Monday.',
  });
  // The version that it is migrated to.
  const former = await inbox.bridge.definitions.get(instance?.definitionId ?? '');
  const { definitionId } = await inbox.bridge.deploy(former?.xml.replaceAll('legal-check', 'legalCheck') ?? '');
  await takeForm(operations, /^Migrate/, 'migrate.png', {
    Definition: definitionId,
    'Nodes that change': '{ "legal-check": "legalCheck" }',
  });
  console.log(`Made in ${FOLDER}`);
} finally {
  await browser.close();
  await inbox.close();
}

async function openTask(page: Page, account: string, serialNumber: string, node: string): Promise<void> {
  const task = inbox.center.pending(account).find((each) => each.serialNumber === serialNumber);
  if (task === undefined) throw new Error(`${account} has no task of ${serialNumber}`);
  await page.goto(`${inbox.center.inboxUrl}#/${account}/pending/${task.taskId}`);
  await page.locator(`[data-element-id="${node}"].is-current`).waitFor();
}

/** The form of an operation alone, filled. @param fields by their labels */
async function takeForm(
  page: Page,
  name: RegExp,
  file: string,
  fields: Readonly<Record<string, string>>,
): Promise<void> {
  await page.getByRole('button', { name }).first().click();
  const form = page.getByRole('dialog');
  for (const [label, value] of Object.entries(fields)) {
    const field = form.getByLabel(label);
    const isList = await field.evaluate(({ tagName }) => tagName === 'SELECT');
    await (isList ? field.selectOption(value) : field.fill(value));
  }
  await form.screenshot({ path: join(FOLDER, file), animations: 'disabled' });
  await form.getByRole('button', { name: 'Cancel' }).click();
}

async function take(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: join(FOLDER, name), animations: 'disabled' });
}
