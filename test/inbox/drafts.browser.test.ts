import type { Page, Route } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { usePages } from './open-page.ts';
import { decide, detail, eventually, opinion, readHistory, row } from './page-steps.ts';
import { PHONE } from './screens.ts';
import type { Inbox } from './start-inbox.ts';

/** Emil and Gu may both check it; Emil has written an opinion. */
async function writeOpinion(page: Page): Promise<void> {
  await row(page, 'Pending tasks', /PURCHASE-7/).click();
  await opinion(page).fill('Clause 4 is missing.');
}

async function beginCheck(inbox: Inbox, key: string): Promise<void> {
  await inbox.begin('purchase', 'anna', key, { item: 'Desk', price: 300, signers: ['bo'] });
  await inbox.handle('anna', 'request', 'Submit');
}

describe('an opinion that is being written', () => {
  const pages = usePages();

  test('stays with its task and its person until it is sent, also over a reload', async () => {
    const inbox = await pages.start();
    await beginCheck(inbox, 'PURCHASE-7');
    await beginCheck(inbox, 'PURCHASE-8');
    const page = await pages.open(inbox, '/emil/pending');
    await writeOpinion(page);
    await row(page, 'Pending tasks', /PURCHASE-8/).click();
    await detail(page).getByText('PURCHASE-8').first().waitFor();
    await eventually(() => opinion(page).inputValue()).toBe('');
    await row(page, 'Pending tasks', /PURCHASE-7/).click();
    await detail(page).getByText('PURCHASE-7').first().waitFor();
    await eventually(() => opinion(page).inputValue()).toBe('Clause 4 is missing.');
    await page.reload();
    await opinion(page).waitFor();
    await eventually(() => opinion(page).inputValue()).toBe('Clause 4 is missing.');

    const { taskId } = inbox.center.pending('gu').find(({ serialNumber }) => serialNumber === 'PURCHASE-7') ?? {};
    await page.goto(`${new URL(page.url()).origin}/inbox/#/gu/pending/${taskId}`);
    await page.getByRole('button', { name: /Gu Min.*choose another account/ }).waitFor();
    await opinion(page).waitFor();
    await eventually(() => opinion(page).inputValue()).toBe('');

    await page.goto(`${new URL(page.url()).origin}/inbox/#/emil/pending/${taskId}`);
    await page.getByRole('button', { name: /Emil Novak.*choose another account/ }).waitFor();
    await decide(page, 'Submit');
    await page.getByText('Submit: done').first().waitFor();
    expect(inbox.center.task(String(taskId))?.records.at(-1)?.handleOpinions).toBe('Clause 4 is missing.');
    await page.reload();
    await detail(page).getByText('Emil Novak').first().waitFor();
    expect(await page.getByText('What you wrote is kept here').count()).toBe(0);
  });

  test('is kept below the whole of what a colleague wrote, also on a phone', async () => {
    const inbox = await pages.start();
    await beginCheck(inbox, 'PURCHASE-7');
    const page = await pages.open(inbox, '/emil/pending', { viewport: PHONE });
    await writeOpinion(page);
    await inbox.handle('gu', 'legal-check', 'Submit', `See https://files.example.com/${'contracts/'.repeat(12)}7.pdf`);
    await detail(page).getByText('What you wrote is kept here').waitFor();
    await detail(page)
      .getByText(/See https:.*7\.pdf/)
      .first()
      .waitFor();
    const hidden = await page.locator('.detail-pane').evaluate((pane) => pane.scrollWidth - pane.clientWidth);
    expect(hidden).toBe(0);
  });

  test('is shown when its task is gone, because the sandbox was restarted', async () => {
    const inbox = await pages.start();
    await beginCheck(inbox, 'PURCHASE-7');
    const page = await pages.open(inbox, '/emil/pending', { mayBeRefused: true });
    await writeOpinion(page);
    await inbox.stopCenter();
    await inbox.startCenter();
    await page.getByText('This task does not exist').waitFor();
    await page.getByText('Clause 4 is missing.').waitFor();
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByText('Clause 4 is missing.').waitFor({ state: 'detached' });
  });

  test('is kept to be copied when a colleague has handled the task, with who it was and what they decided', async () => {
    const inbox = await pages.start();
    await beginCheck(inbox, 'PURCHASE-7');
    const page = await pages.open(inbox, '/emil/pending', { permissions: ['clipboard-read', 'clipboard-write'] });
    await writeOpinion(page);
    await inbox.handle('gu', 'legal-check', 'Submit', 'All clauses are there.');
    await detail(page)
      .getByRole('status')
      .getByText(/Gu Min handled Legal check.*Submit.*All clauses are there\./)
      .waitFor();
    await page.reload();
    await detail(page).getByText('What you wrote is kept here').waitFor();
    await detail(page).getByText('Clause 4 is missing.').waitFor();
    await detail(page).getByRole('button', { name: 'Copy' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('Clause 4 is missing.');
    await detail(page).getByRole('button', { name: 'Discard' }).click();
    await detail(page).getByText('What you wrote is kept here').waitFor({ state: 'detached' });
    expect(await detail(page).getByText('The business system gave this task no buttons').count()).toBe(0);
    await page.reload();
    await detail(page).getByRole('status').getByText('Gu Min').waitFor();
    expect(await page.getByText('Clause 4 is missing.').count()).toBe(0);
  });

  test('is answered by the decision, even if the task was delegated in the same second', async () => {
    const inbox = await pages.start({ clock: () => Date.parse('2026-05-04T08:30:00+08:00') });
    await inbox.begin('contract', 'anna', 'CONTRACT-7', { reviewer: 'bo', manager: 'dara' });
    await inbox.handle('anna', 'draft', 'Submit');
    const { taskId } = inbox.pending('bo', 'review');
    const page = await pages.open(inbox, `/bo/pending/${taskId}`);
    await opinion(page).fill('Too expensive.');
    inbox.center.delegate(taskId, { from: 'bo', to: 'chen' });
    await inbox.handle('chen', 'review', 'Submit', 'A fair price.');
    await detail(page)
      .getByRole('status')
      .getByText(/Chen Wei handled Review.*Submit.*A fair price\./)
      .waitFor();
    expect((await readHistory(page)).join()).toMatch(/delegated Review to Chen Wei.*Chen Wei handled Review/);
  });

  test('is found again when its task has left the list, and can be discarded there', async () => {
    const inbox = await pages.start();
    await beginCheck(inbox, 'PURCHASE-7');
    await beginCheck(inbox, 'PURCHASE-8');
    const page = await pages.open(inbox, '/emil/pending');
    await writeOpinion(page);
    await row(page, 'Pending tasks', /PURCHASE-8/).click();
    await detail(page).getByText('PURCHASE-8').first().waitFor();
    const left = page.getByText(/^You wrote this on “.*Desk.* · PURCHASE-7”, which is not in this list any more\.$/);
    expect(await left.count()).toBe(0);
    const { taskId } = inbox.center.pending('gu').find(({ serialNumber }) => serialNumber === 'PURCHASE-7') ?? {};
    await inbox.center.press(String(taskId), { account: 'gu', action: 'Submit' });
    await left.waitFor();
    const note = page.locator('.kept-draft').filter({ has: left });
    await note.getByText(/^Gu Min handled .*Submit/).waitFor();
    await page.reload();
    await page.getByText('Clause 4 is missing.').waitFor();
    await page.getByRole('link', { name: 'Open the task' }).click();
    await detail(page).getByText('What you wrote is kept here').waitFor();
    await left.waitFor({ state: 'detached' });
    await row(page, 'Pending tasks', /PURCHASE-8/).click();
    await page.getByRole('button', { name: 'Discard' }).click();
    await left.waitFor({ state: 'detached' });
    expect(await page.evaluate('Object.keys(localStorage)')).toEqual([]);
  });

  test('of several tasks that have left the list are told in one line', async () => {
    const inbox = await pages.start();
    for (const key of ['PURCHASE-7', 'PURCHASE-8']) await beginCheck(inbox, key);
    const page = await pages.open(inbox, '/emil/pending');
    for (const key of ['PURCHASE-7', 'PURCHASE-8']) {
      await row(page, 'Pending tasks', new RegExp(key)).click();
      await detail(page).getByText(key).first().waitFor();
      await opinion(page).fill(`About ${key}.`);
    }
    await page.goto(`${inbox.center.inboxUrl}#/emil/pending`);
    for (const { taskId } of inbox.center.pending('gu')) {
      await inbox.center.press(taskId, { account: 'gu', action: 'Submit' });
    }
    const line = page.getByText('2 opinions that you wrote on tasks which are not in this list any more');
    await line.waitFor();
    await eventually(() => page.getByText('About PURCHASE-7.').isVisible()).toBe(false);
    await line.click();
    for (const key of ['PURCHASE-7', 'PURCHASE-8']) await page.getByText(`About ${key}.`).waitFor();
    for (const left of [1, 0]) {
      await page.getByRole('button', { name: 'Discard' }).first().click();
      await eventually(() => page.getByRole('button', { name: 'Discard' }).count()).toBe(left);
    }
  });

  test('keeps what is written while a press waits, and what is written before it is tried again', async () => {
    const inbox = await pages.start();
    await inbox.begin('contract', 'anna', 'CONTRACT-7', { reviewer: 'bo', manager: 'dara' });
    await inbox.handle('anna', 'draft', 'Submit');
    const { taskId } = inbox.pending('bo', 'review');
    const page = await pages.open(inbox, `/bo/pending/${taskId}`, { mayBeRefused: true });
    let held: Route | undefined;
    await page.route('**/press', (route) => {
      held = route;
    });
    await opinion(page).fill('Wait for the other offer.');
    await decide(page, 'Suspend');
    await eventually(() => held !== undefined).toBe(true);
    await opinion(page).fill('The other offer is here.');
    await held?.continue();
    await page.getByText('Suspend: done').first().waitFor();
    expect(await opinion(page).inputValue()).toBe('The other offer is here.');

    await page.unroute('**/press');
    await page.route('**/press', (route) => route.abort(), { times: 1 });
    await decide(page, 'Activate');
    await page.getByText('Activate: the connection was lost').first().waitFor();
    await opinion(page).fill('Something new.');
    await detail(page)
      .getByText(/^“Try again” sends the opinion of the first attempt, “The other offer is here\.”/)
      .waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Activate: done').first().waitFor();
    expect(await opinion(page).inputValue()).toBe('Something new.');
    const given = inbox.center.task(taskId)?.changes.map(({ handleOpinions }) => handleOpinions);
    expect(given).toEqual(['Wait for the other offer.', 'The other offer is here.']);
  });

  test('that was not sent when its task was handled is kept, but not for the buttons that come after', async () => {
    const inbox = await pages.start();
    await inbox.begin('take-back', 'anna', 'WISH-1', { wish: 'A lamp', approver: 'bo', checker: 'dara' });
    await inbox.handle('anna', 'apply', 'Submit');
    const page = await pages.open(inbox, `/bo/pending/${inbox.pending('bo', 'approve').taskId}`, {
      mayBeRefused: true,
    });
    await page.route('**/press', (route) => route.abort(), { times: 1 });
    await decide(page, 'Submit', 'I agree.');
    await page.getByText('Submit: the connection was lost').first().waitFor();
    await opinion(page).fill('I agree, if it is cheap.');
    await page.getByRole('button', { name: 'Try again' }).click();
    const kept = detail(page).getByText('What you wrote before the task was handled is kept here: it was not sent.');
    await kept.waitFor();
    await detail(page).getByText('I agree, if it is cheap.').waitFor();
    await detail(page).getByRole('button', { name: 'Take back' }).waitFor();
    expect(await opinion(page).inputValue()).toBe('');
    await opinion(page).fill('A mistake.');
    await page.reload();
    await eventually(() => opinion(page).inputValue()).toBe('A mistake.');
    await kept.waitFor();
    await detail(page).getByRole('button', { name: 'Discard' }).click();
    await kept.waitFor({ state: 'detached' });
    expect(await opinion(page).inputValue()).toBe('A mistake.');
  });

  test('may begin with what was said before', async () => {
    const inbox = await pages.start();
    await inbox.begin('take-back', 'anna', 'WISH-1', { wish: 'A lamp', approver: 'bo', checker: 'dara' });
    await inbox.handle('anna', 'apply', 'Submit');
    await inbox.handle('bo', 'approve', 'Submit', 'Wrong');
    const page = await pages.open(inbox, '/bo/handled');
    await row(page, 'Handled tasks', /A lamp/).click();
    await opinion(page).pressSequentially('Wrong one.');
    expect(await opinion(page).inputValue()).toBe('Wrong one.');
  });

  test('is the same in all pages of the browser, also where it is emptied', async () => {
    const inbox = await pages.start();
    await inbox.begin('contract', 'anna', 'CONTRACT-7', { reviewer: 'bo', manager: 'dara' });
    await inbox.handle('anna', 'draft', 'Submit');
    const page = await pages.open(inbox, `/bo/pending/${inbox.pending('bo', 'review').taskId}`);
    const other = await page.context().newPage();
    await other.goto(page.url());
    await opinion(other).waitFor();
    const written = [
      { by: page, text: 'Of the first page.' },
      { by: other, text: 'Of the other page.' },
      { by: page, text: 'Of the first page, later.' },
      { by: other, text: '' },
      { by: page, text: 'At last.' },
    ];
    for (const { by, text } of written) {
      await opinion(by).fill(text);
      for (const each of [page, other]) await eventually(() => opinion(each).inputValue()).toBe(text);
    }
    await other.reload();
    await opinion(other).waitFor();
    await eventually(() => opinion(other).inputValue()).toBe('At last.');
    await decide(other, 'Submit');
    await other.getByText('Submit: done').first().waitFor();
    await opinion(page).waitFor({ state: 'detached' });
    expect(await page.getByText('What you wrote is kept here').count()).toBe(0);
  });

  test('stays where another page of the browser writes it while an earlier one is being sent', async () => {
    const inbox = await pages.start();
    await inbox.begin('contract', 'anna', 'CONTRACT-7', { reviewer: 'bo', manager: 'dara' });
    await inbox.handle('anna', 'draft', 'Submit');
    const page = await pages.open(inbox, `/bo/pending/${inbox.pending('bo', 'review').taskId}`);
    const other = await page.context().newPage();
    await other.goto(page.url());
    await opinion(page).fill('Sent.');
    await eventually(() => opinion(other).inputValue()).toBe('Sent.');
    let held: Route | undefined;
    await page.route('**/press', (route) => {
      held = route;
    });
    await decide(page, 'Submit');
    await eventually(() => held !== undefined).toBe(true);
    await opinion(other).fill('Written later.');
    await held?.continue();
    await page.getByText('Submit: done').first().waitFor();
    for (const each of [page, other]) {
      await each.reload();
      await detail(each).getByText('What you wrote is kept here').waitFor();
      await detail(each).getByText('Written later.').waitFor();
    }
  });
});
