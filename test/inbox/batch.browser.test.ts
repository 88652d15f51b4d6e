import type { Page, Route } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { type PageOptions, usePages } from './open-page.ts';
import { detail, eventually, row, tab } from './page-steps.ts';
import type { Inbox } from './start-inbox.ts';

const claim = (purpose: string) => ({ purpose, amount: 40, manager: 'bo' });

describe('several tasks at once', () => {
  const pages = usePages();

  test('each task has its own result: one failure does not affect the others', async () => {
    const inbox = await pages.start();
    for (const [key, purpose] of [
      ['EXPENSE-1', 'Taxi'],
      ['EXPENSE-2', 'Books'],
      ['EXPENSE-3', 'Flowers'],
    ] as const) {
      await inbox.begin('expense-claim', 'anna', key, claim(purpose));
      await inbox.handle('anna', 'claim', 'Submit');
    }
    await inbox.begin('leave-approval', 'emil', 'LEAVE-1', { manager: 'bo', days: 1 });
    await inbox.handle('emil', 'apply', 'Submit');

    const page = await pages.open(inbox, '/bo/pending');
    await page.getByRole('button', { name: /handle several tasks at once$/i }).click();
    const choice = page.getByRole('group', { name: 'Several at once' });
    const leave = choice.getByRole('checkbox', { name: /^1-day leave of Emil Novak · Manager approval · LEAVE-1$/ });
    await eventually(() => leave.isDisabled()).toBe(true);
    await choice.getByText('No button of this task allows batches').waitFor();
    await choice.getByRole('button', { name: 'Choose all' }).click();
    await choice.getByText('3 tasks chosen').waitFor();
    await eventually(() => leave.isChecked()).toBe(false);

    inbox.center.faults.set({
      rules: [
        { fault: 'wrong-cipher', next: 1 },
        { fault: 'reset-before', calls: ['button'], next: 1 },
      ],
    });
    await page.getByRole('combobox', { name: 'Button' }).selectOption('Approve');
    const opinion = page.getByRole('textbox', { name: 'Opinion on all of them' });
    await opinion.fill('Fine.');
    // It stays when one looks at the list in between.
    await page.getByRole('button', { name: 'Back to the list' }).click();
    await page.reload();
    await page.getByRole('button', { name: /handle several tasks at once$/i }).click();
    await choice.getByRole('button', { name: 'Choose all' }).click();
    await eventually(() => opinion.inputValue()).toBe('Fine.');
    await page.getByRole('button', { name: 'Approve · 3 tasks' }).click();

    const results = page.getByRole('region', { name: 'Results: 1 of 3 done, 1 refused, 1 without an answer' });
    await results.waitFor();
    // The button that was pressed is gone, and the focus is where the reader goes on.
    await eventually(() => page.locator(':focus').innerText()).toMatch(/^Results/);
    // The next one can be begun without a search for its button.
    const foot = await page.locator('.batch-foot').boundingBox();
    expect((foot?.y ?? 0) + (foot?.height ?? 0)).toBeLessThanOrEqual(page.viewportSize()?.height ?? 0);
    const silent = results.getByRole('listitem').filter({ hasText: 'No answer came' });
    await silent.getByText('EXPENSE-').waitFor();
    // A press that could not be read says nothing about the state of the task.
    const unread = results.getByRole('listitem').filter({ hasText: 'The business system could not read the press' });
    await unread.getByText('the parameters cannot be read').waitFor();
    await unread.getByText('EXPENSE-').waitFor();
    await results.getByText('1 task done').click();
    expect(await results.getByRole('group').getByText('EXPENSE-').count()).toBe(1);
    await inbox.bridge.idle();
    expect(inbox.center.pending('bo').map(({ nodeId }) => nodeId)).toEqual(
      expect.arrayContaining(['approve', 'manager-approval']),
    );
    expect(inbox.center.pending('bo')).toHaveLength(3);

    // What failed stays chosen, with the opinion; what is left needs no batch any more.
    await choice.getByText('2 tasks chosen').waitFor();
    expect(await opinion.inputValue()).toBe('Fine.');
    await page.getByRole('button', { name: 'Approve · 2 tasks' }).click();
    await page.getByRole('region', { name: 'Results: All 2 done' }).waitFor();
    expect(await page.evaluate('Object.keys(localStorage)')).toEqual([]);
    await page.getByRole('button', { name: 'Back to the list' }).click();
    await row(page, 'Pending tasks', 'Manager approval').waitFor();
    await inbox.bridge.idle();
    expect(inbox.center.messages('anna').map(({ text }) => text)).toHaveLength(3);
    const opinions = inbox.center.handled('bo').map(({ handling }) => handling?.handleOpinions);
    expect(opinions).toEqual(['Fine.', 'Fine.', 'Fine.']);
  });

  test('says how far it is, can be stopped, and sums up what was done, refused and why', async () => {
    const inbox = await pages.start();
    for (const number of [1, 2, 3, 4]) {
      await inbox.begin('expense-claim', 'anna', `EXPENSE-${number}`, claim(`Taxi ${number}`));
      await inbox.handle('anna', 'claim', 'Submit');
    }
    const page = await pages.open(inbox, '/bo/pending', { mayBeRefused: true });
    await page.getByRole('button', { name: /handle several tasks at once$/i }).click();
    await page.getByRole('button', { name: 'Choose all' }).click();

    // Each press waits here until the test lets it go.
    const held: Route[] = [];
    await page.route('**/sandbox/batch', (route) => void held.push(route));
    const next = async () => {
      await eventually(() => held.length).toBe(1);
      return held.pop() as Route;
    };
    await page.getByRole('button', { name: 'Approve · 4 tasks' }).click();
    await page.getByRole('progressbar', { name: 'Several at once' }).waitFor();
    await (await next()).continue();
    await page.getByText('1 of 4 pressed', { exact: true }).waitFor();
    const late = await next();
    // What it has yet to press rests in its task too.
    const [lateId] = (late.request().postDataJSON() as { taskIds: string[] }).taskIds;
    await page.goto(`${page.url().split('#')[0]}#/bo/pending/${lateId}`);
    await detail(page).getByText('The buttons rest: the batch that is running presses one of this task.').waitFor();
    const approve = detail(page).getByRole('button', { name: 'Approve', exact: true });
    expect(await approve.getAttribute('aria-disabled')).toBe('true');
    // Somebody else is faster with the second.
    await inbox.center.press(String(lateId), { account: 'bo', action: 'Approve' });
    await inbox.bridge.idle();
    await late.continue();
    await page.getByText('2 of 4 pressed', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByRole('button', { name: 'Stopping …' }).waitFor();
    await (await next()).continue();

    const results = page.getByRole('region', { name: 'Results: 2 of 4 done, 1 refused, 1 not pressed' });
    await results.getByText('You stopped it. What was not pressed is still chosen.').waitFor();
    await results.getByRole('listitem').filter({ hasText: 'This button is no longer offered' }).first().waitFor();
    expect(await results.getByText('The page shows the current state of the task.').count()).toBe(0);
    await inbox.bridge.idle();
    expect(inbox.center.pending('bo')).toHaveLength(1);
    await page.getByRole('button', { name: 'Approve · 1 task', exact: true }).waitFor();
    // Another opinion, for a task that somebody takes away.
    await page.getByRole('textbox', { name: 'Opinion on all of them' }).fill('For the last one.');
    // The reasons are what one looks for: nothing of them is behind the choice, on a desktop and on a phone.
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 740 });
      // On a phone the task that the desktop opened would stand before the list.
      await page.goto(`${inbox.center.inboxUrl}#/bo/pending`);
      await results.waitFor();
      const hidden = await page.evaluate<number>(
        `(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)(document.querySelector('.batch-results'))`,
      );
      expect({ width, hidden }).toEqual({ width, hidden: 0 });
      await results.getByText('2 tasks done').click({ trial: true });
    }
    await inbox.handle('bo', 'approve', 'Approve');
    await page.getByText('Your opinion for several tasks at once was kept').waitFor();
    await page.getByRole('button', { name: 'Back to the list' }).click();
    await page.getByText('For the last one.').waitFor();
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByText('For the last one.').waitFor({ state: 'detached' });
    expect(await page.evaluate('Object.keys(localStorage)')).toEqual([]);
  });

  /** Claims that Bo has to approve, and his page with all of them chosen. */
  async function choose(count: number, options?: PageOptions): Promise<{ readonly inbox: Inbox; readonly page: Page }> {
    const inbox = await pages.start();
    for (let number = 1; number <= count; number += 1) {
      await inbox.begin('expense-claim', 'anna', `EXPENSE-${number}`, claim(`Taxi ${number}`));
      await inbox.handle('anna', 'claim', 'Submit');
    }
    const page = await pages.open(inbox, '/bo/pending', options);
    await page.getByRole('button', { name: /handle several tasks at once$/i }).click();
    await page.getByRole('button', { name: 'Choose all' }).click();
    return { inbox, page };
  }

  test('keeps the button with the opinion that was written for it', async () => {
    const { page } = await choose(2);
    const button = page.getByRole('combobox', { name: 'Button' });
    const text = page.getByRole('textbox', { name: 'Opinion on all of them' });
    await button.selectOption('Reject');
    await text.fill('Without a receipt.');
    for (const leave of [() => page.getByRole('button', { name: 'Back to the list' }).click(), () => page.reload()]) {
      await leave();
      await page.getByRole('button', { name: /handle several tasks at once$/i }).click();
      await eventually(() => text.inputValue()).toBe('Without a receipt.');
      await eventually(() => button.inputValue()).toBe('Reject');
    }
    await page.getByRole('button', { name: 'Choose all' }).click();
    await page.getByRole('button', { name: 'Reject · 2 tasks', exact: true }).click();
    await page.getByRole('region', { name: 'Results: All 2 done' }).waitFor();
    expect(await page.evaluate('Object.keys(localStorage)')).toEqual([]);
  });

  test('is of the tasks that the search leaves', async () => {
    const { page } = await choose(3);
    await page.getByText('3 tasks chosen').waitFor();
    await page.getByRole('button', { name: 'Back to the list' }).click();
    await page.getByRole('searchbox').fill('taxi 2');
    await page.getByRole('button', { name: /handle several tasks at once$/i }).click();
    await page.getByText('The search and the filters of the list apply: 1 of 3 tasks.').waitFor();
    await page.getByRole('button', { name: 'Choose all' }).click();
    await page.getByRole('button', { name: 'Approve · 1 task', exact: true }).click();
    await page.getByRole('region', { name: 'Results: All 1 done' }).waitFor();
    await page.getByText('The search and the filters of the list apply: 0 of 2 tasks.').waitFor();
  });

  test('what is accepted is not done before its report has arrived, and cannot be chosen again', async () => {
    const { inbox, page } = await choose(3);
    await page.getByRole('checkbox').first().uncheck();
    inbox.center.faults.set({
      rules: [{ fault: 'http-error-before', status: 500, calls: ['taskHandle'], probability: 1 }],
    });
    await page.getByRole('textbox', { name: 'Opinion on all of them' }).fill('Fine.');
    await page.getByRole('button', { name: 'Approve · 2 tasks' }).click();
    const results = page.getByRole('region', { name: 'Results: 0 of 2 done, 2 accepted without a report yet' });
    await results.getByText('Approve: accepted, its report is missing').waitFor();
    await page.getByText('0 tasks chosen').waitFor();
    const waiting = page.getByText('Your press of “Approve” was accepted; its report has not arrived yet');
    expect(await waiting.count()).toBe(2);
    await eventually(() => page.getByRole('checkbox', { disabled: true }).count()).toBe(2);
    // The opinion was sent.
    await eventually(() => page.evaluate('Object.keys(localStorage)')).toEqual([]);
    // Those of another batch rest as well.
    await page.getByRole('button', { name: 'Choose all' }).click();
    await page.getByRole('button', { name: 'Approve · 1 task', exact: true }).click();
    await page.getByRole('region', { name: 'Results: 0 of 1 done, 1 accepted without a report yet' }).waitFor();
    await eventually(() => page.getByRole('checkbox', { disabled: true }).count()).toBe(3);
    inbox.center.faults.clear();
    await page.getByRole('region', { name: 'Results: All 1 done' }).waitFor();
    await eventually(() => waiting.count()).toBe(0);
  });

  test('what is accepted is not done while the sandbox does not tell of its report', async () => {
    const { inbox, page } = await choose(2, { mayBeRefused: true });
    inbox.center.faults.set({
      rules: [{ fault: 'http-error-before', status: 500, calls: ['taskHandle'], probability: 1 }],
    });
    let isDown = true;
    await page.route('**/batchable', (route) => (isDown ? route.abort() : route.continue()));
    await page.getByRole('button', { name: 'Approve · 2 tasks' }).click();
    await page.getByRole('region', { name: 'Results: 0 of 2 done, 2 accepted without a report yet' }).waitFor();
    inbox.center.faults.clear();
    await eventually(() => inbox.center.pending('bo').length).toBe(0);
    isDown = false;
    await page.getByRole('region', { name: 'Results: All 2 done' }).waitFor();
  });

  test('a press without an answer is done if its report arrives, and a refused one can be repeated', async () => {
    const { inbox, page } = await choose(2);
    inbox.center.faults.set({
      rules: [
        { fault: 'reset-after', calls: ['button'], next: 1 },
        { fault: 'wrong-cipher', next: 1 },
      ],
    });
    await page.getByRole('textbox', { name: 'Opinion on all of them' }).fill('Fine.');
    await page.getByRole('button', { name: 'Approve · 2 tasks' }).click();
    await page.getByRole('region', { name: 'Results: 1 of 2 done, 1 refused' }).waitFor();
    // What was refused can be pressed again as it is.
    const again = page.getByRole('button', { name: 'Approve · 1 task', exact: true });
    await again.click();
    await page.getByRole('region', { name: 'Results: All 1 done' }).waitFor();
    await again.waitFor({ state: 'detached' });
    const opinions = inbox.center.handled('bo').map(({ handling }) => handling?.handleOpinions);
    expect(opinions).toEqual(['Fine.', 'Fine.']);
  });

  test('a press without an answer is known to be accepted from a report that is refused', async () => {
    const { inbox, page } = await choose(2);
    inbox.center.faults.set({
      rules: [
        { fault: 'reset-after', calls: ['button'], next: 1 },
        { fault: 'item-failure', code: 400, next: 1 },
      ],
    });
    await page.getByRole('button', { name: 'Approve · 2 tasks' }).click();
    await page.getByRole('region', { name: /^Results: 1 of 2 done/ }).waitFor();
    await page.getByText('Your press of “Approve” was accepted; its report has not arrived yet').waitFor();
    expect(inbox.center.pending('bo')).toHaveLength(1);
    await page.getByRole('button', { name: 'Back to the list' }).click();
    await row(page, 'Pending tasks', /Taxi/).getByText('Accepted').waitFor();
  });

  test('a press that comes after an own one, whose answer was lost, is told as that', async () => {
    const { inbox, page } = await choose(1);
    inbox.center.faults.set({
      rules: [
        { fault: 'latency', ms: 60_000, calls: ['taskHandle'], probability: 1 },
        { fault: 'reset-after', calls: ['button'], next: 1 },
      ],
    });
    await page.getByRole('button', { name: 'Approve · 1 task' }).click();
    await page.getByRole('region', { name: 'Results: 0 of 1 done, 1 without an answer' }).waitFor();
    await page.getByRole('button', { name: 'Approve · 1 task' }).click();
    const results = page.getByRole('region', { name: 'Results: 0 of 1 done, 1 refused' });
    await results.getByText(/^Your press of Approve at .* got no answer, but may have been accepted/).waitFor();
  });

  test('goes on while somebody looks at something else, and its results are there afterwards', async () => {
    const { inbox, page } = await choose(3);
    const held: Route[] = [];
    await page.route('**/sandbox/batch', (route) => void held.push(route));
    const letGo = async () => {
      await eventually(() => held.length).toBe(1);
      await (held.pop() as Route).continue();
    };
    await page.getByRole('textbox', { name: 'Opinion on all of them' }).fill('Fine.');
    await page.getByRole('combobox', { name: 'Button' }).selectOption('Reject');
    await tab(page, /^Handled/).click();
    await page.getByText('No handled tasks yet').waitFor();
    await tab(page, /^Pending/).click();
    await page.getByRole('button', { name: 'Reject · 3 tasks' }).click();
    await letGo();
    await page.getByText('1 of 3 pressed', { exact: true }).waitFor();
    // The browser asks before the page is left, which would stop the batch.
    const asksBefore = () => page.evaluate(`!window.dispatchEvent(new Event('beforeunload', { cancelable: true }))`);
    expect(await asksBefore()).toBe(true);
    await tab(page, /^Handled/).click();
    await row(page, 'Handled tasks', /Taxi/).waitFor();
    await letGo();
    await eventually(() => held.length).toBe(1);
    await tab(page, /^Pending/).click();
    await page.getByText('2 of 3 pressed', { exact: true }).waitFor();
    // The tab that was chosen keeps the focus.
    await eventually(() => page.locator(':focus').innerText()).toMatch(/^Pending/);
    await tab(page, /^Handled/).click();
    await letGo();
    await eventually(() => inbox.center.pending('bo')).toHaveLength(0);
    await tab(page, /^Pending/).click();
    await page.getByRole('region', { name: 'Results: All 3 done' }).waitFor();
    await eventually(() => page.evaluate('Object.keys(localStorage)')).toEqual([]);
    expect(await asksBefore()).toBe(false);
    await page.getByRole('button', { name: 'Back to the list' }).click();
    await page.getByText('No pending tasks').waitFor();
  });
});
