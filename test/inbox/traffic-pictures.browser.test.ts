/** The traffic as it is looked at: what fits where, what it says of failures, and what it keeps to itself. */
import { describe, expect, test } from 'vitest';
import type { TrafficEntry } from '../../src/sandbox/index.ts';
import { usePages } from './open-page.ts';
import { detail, eventually, list, row } from './page-steps.ts';
import type { Inbox } from './start-inbox.ts';

const SIZES = [
  { size: 'a phone', width: 390 },
  { size: 'a tablet', width: 900 },
  { size: 'a desktop', width: 1280 },
] as const;

/** What signs an address: the end of it, behind the key's id. */
const SIGNATURE = /\.([\w-]{43})$/;

function callOf({ center }: Inbox, fits: (call: TrafficEntry) => boolean): TrafficEntry {
  const call = center.traffic.findLast(fits);
  if (call === undefined) throw new Error('there is no such call');
  return call;
}

function signatureOf({ path }: TrafficEntry): string {
  const [, signature] = SIGNATURE.exec(path) ?? [];
  if (signature === undefined) throw new Error(`${path} is not signed`);
  return signature;
}

/** What stands out of its pane, or is cut off without a sign of it. Runs in the page. */
const FIND_SPILLS = `[...document.querySelectorAll('.traffic *')].flatMap((element) => {
  const pane = element.closest('.list-pane, .detail-pane, .traffic-panel')?.getBoundingClientRect();
  const box = element.getBoundingClientRect();
  if (pane === undefined || box.width === 0 || element.closest('.visually-hidden') !== null) return [];
  const { overflowX, textOverflow } = getComputedStyle(element);
  const isOut = box.right > pane.right + 1 || box.left < pane.left - 1;
  const isCut = overflowX === 'hidden' && textOverflow !== 'ellipsis' && element.scrollWidth > element.clientWidth + 1;
  return isOut || isCut ? [element.tagName + ' ' + element.textContent] : [];
})`;

/** Of what a finger is to meet, that which is too low for it. Runs in the page. */
const FIND_LOW = `[...document.querySelectorAll('.traffic :is(button, select, summary, a, input[type="number"])')]
  .filter((element) => element.checkVisibility() && element.getBoundingClientRect().height < 40)
  .map((element) => element.tagName + ' ' + element.textContent)`;

/** What is chosen in a filter and does not fit into it; of a transaction, its number. Runs in the page. */
const FIND_ELIDED = `[...document.querySelectorAll('.calls-filter select')].flatMap((select) =>
  [...select.options].map(({ text }) => text.split(/ · |[:：]/)[0]).filter((text) => {
    const measured = select.cloneNode();
    measured.style.cssText = 'position: absolute; width: auto';
    measured.add(new Option(text));
    select.after(measured);
    const isElided = measured.offsetWidth > select.offsetWidth;
    measured.remove();
    return isElided;
  }))`;

describe('the traffic, looked at', () => {
  const pages = usePages();

  test('nothing of the calls, of a call, of the faults and of the clock is cut off, or too low for a finger', async () => {
    const inbox = await pages.start();
    await inbox.begin('leave-approval', 'anna', 'LEAVE-1', { manager: 'bo', days: 5 });
    await inbox.handle('anna', 'apply', 'Submit');
    const longPath = `/apis/nothing/${'of-that-kind/'.repeat(12)}`;
    expect((await fetch(`${inbox.center.baseUrl}${longPath}`)).status).toBe(404);
    inbox.center.faults.set({ rules: [{ fault: 'id-token-key-rotated', next: 3 }] });
    const { seq } = callOf(inbox, ({ call }) => call === 'button');
    for (const { size, width } of SIZES) {
      for (const locale of ['en-GB', 'zh-CN']) {
        const page = await pages.open(inbox, '/anna/traffic', { viewport: { width, height: 844 }, locale });
        for (const [address, shown] of [
          ['/anna/traffic', '.call-row'],
          [`/anna/traffic/calls/all/${seq}`, '.call-address'],
          ['/anna/traffic/faults', '.active-faults'],
          ['/anna/traffic/clock', '.clock-time'],
        ]) {
          await page.goto(`${inbox.center.inboxUrl}#${address}`);
          await page.locator(String(shown)).first().waitFor();
          const low = width === 390 ? await page.evaluate<string[]>(FIND_LOW) : [];
          const spills = await page.evaluate<string[]>(FIND_SPILLS);
          expect({ size, locale, address, spills, low }).toEqual({ size, locale, address, spills: [], low: [] });
        }
      }
    }
  });

  test('what the calls are filtered by can be read on the narrowest phone, with what each transaction is about', async () => {
    const inbox = await pages.start();
    for (const subject of ['Lease', 'Cleaning']) {
      await inbox.begin('contract', 'anna', `CONTRACT-${subject.length}00`, {
        subject,
        reviewer: 'bo',
        manager: 'dara',
      });
    }
    for (const locale of ['en-GB', 'zh-CN']) {
      const page = await pages.open(inbox, '/anna/traffic', { viewport: { width: 360, height: 740 }, locale });
      await page.locator('.call-row').first().waitFor();
      const transactions = page.locator('.calls-filter select').first().getByRole('option');
      await eventually(() => transactions.allInnerTexts()).toContain('CONTRACT-800 · Cleaning');
      expect({ locale, elided: await page.evaluate<string[]>(FIND_ELIDED) }).toEqual({ locale, elided: [] });
    }
  });

  test('what signs an address is shown nowhere', async () => {
    const inbox = await pages.start();
    await inbox.begin('leave-approval', 'anna', 'LEAVE-1', { manager: 'bo', days: 5 });
    const { taskId } = inbox.pending('anna', 'apply');
    await inbox.center.runNightly();
    await inbox.handle('anna', 'apply', 'Submit');
    const pressed = callOf(inbox, (call) => call.taskId === taskId);
    const asked = callOf(inbox, ({ call }) => call === 'taskStatus');
    const begun = callOf(
      inbox,
      ({ call, body }) => call === 'taskHandle' && JSON.stringify(body).includes(pressed.path),
    );
    const page = await pages.open(inbox, '/anna/traffic');
    for (const [call, signature] of [
      [pressed, signatureOf(pressed)],
      [asked, signatureOf(asked)],
      [begun, signatureOf(pressed)],
    ] as const) {
      await page.goto(`${inbox.center.inboxUrl}#/anna/traffic/calls/all/${call.seq}`);
      await detail(page).getByText(`#${call.seq} ·`).waitFor();
      await detail(page).getByText('<signature>').first().waitFor();
      expect(await page.locator('body').innerHTML()).not.toContain(signature);
    }
  });

  test('a call has its display name and the number of its transaction, however old its task is', async () => {
    const inbox = await pages.start();
    await inbox.begin('leave-approval', 'anna', 'LEAVE-1', { manager: 'bo', days: 5 });
    await inbox.handle('anna', 'apply', 'Submit');
    // The calls that brought the task to the center are no longer among those that are shown.
    for (let call = 0; call < 110; call += 1) await fetch(`${inbox.center.baseUrl}/apis/nothing`);
    await inbox.handle('bo', 'manager-approval', 'Approve');
    const page = await pages.open(inbox, '/anna/traffic');
    await row(page, 'Calls', /Bo Lindqvist pressed Approve · Manager approval.*LEAVE-1/s).waitFor();
    await row(page, 'Calls', /Manager approval is handled; next: Director approval.*LEAVE-1/s).waitFor();
  });

  test('a call is shown even if the list filters it out, and on a phone a failure links back to the list', async () => {
    const inbox = await pages.start();
    await inbox.begin('leave-approval', 'anna', 'LEAVE-1', { manager: 'bo', days: 5 });
    await inbox.handle('anna', 'apply', 'Submit');
    const page = await pages.open(inbox, '/anna/traffic');
    await row(page, 'Calls', /Anna Berg pressed Submit/).click();
    await page.getByRole('combobox', { name: 'Kind' }).selectOption({ label: 'Token' });
    await list(page, 'Calls').getByText('The business system asks for an access token').waitFor();
    await detail(page)
      .getByRole('heading', { name: /Anna Berg pressed/ })
      .waitFor();

    const viewport = { width: 390, height: 844 };
    const phone = await pages.open(inbox, '/anna/traffic/calls/all/99999', { viewport });
    await phone.getByText('This call is no longer stored').waitFor();
    await phone.getByRole('link', { name: 'Calls (Back to the list)' }).click();
    await row(phone, 'Calls', /Apply is handled/).waitFor();
  });
});
