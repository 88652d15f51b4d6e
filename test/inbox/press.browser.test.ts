/** What a person sees of a press: the answer as it is, whether its report has arrived, and the way to its calls. */
import { describe, expect, test } from 'vitest';
import { usePages } from './open-page.ts';
import { decide, detail, eventually, list, opinion, readHistory, result, row } from './page-steps.ts';

describe('a press', () => {
  const pages = usePages();

  test('shows the answer and that its report has arrived, and leads to its calls', async () => {
    const inbox = await pages.start();
    await inbox.begin('leave-approval', 'anna', 'LEAVE-1', { manager: 'bo', days: 1 });
    await inbox.begin('leave-approval', 'anna', 'LEAVE-2', { manager: 'bo', days: 1 });
    const page = await pages.open(inbox, '/anna/pending');
    await row(page, 'Pending tasks', /LEAVE-1/).click();
    await decide(page, 'Submit', 'In June.');
    const submitted = result(page, 'Submit');
    await submitted.getByText('Submit: done').waitFor();
    await submitted.getByText('HTTP 200 · code 0').waitFor();
    await submitted.getByText('Its report has arrived.').waitFor();
    await eventually(() => submitted.evaluate((each) => each === each.ownerDocument.activeElement)).toBe(true);
    await submitted.getByRole('link', { name: /^Next task: .*LEAVE-2/ }).waitFor();
    await eventually(() => readHistory(page)).toContainEqual(
      expect.stringMatching(/^Anna Berg handled Apply .*In June\.$/),
    );
    await submitted.getByRole('link', { name: 'Show its calls' }).click();
    await row(page, 'Calls', /Anna Berg pressed Submit · Apply.*LEAVE-1/s).waitFor();
    expect(await list(page, 'Calls').getByText('LEAVE-2').count()).toBe(0);
  });

  test('says that its report is missing, and its buttons rest until the report is there', async () => {
    const inbox = await pages.start();
    await inbox.begin('leave-approval', 'anna', 'LEAVE-1', { manager: 'bo', days: 1 });
    const page = await pages.open(inbox, '/anna/pending');
    inbox.center.faults.set({ rules: [{ fault: 'http-error-before', calls: ['taskHandle'], probability: 1 }] });
    await row(page, 'Pending tasks', /LEAVE-1/).click();
    await decide(page, 'Submit');
    await result(page, 'Submit').getByText('Waiting for its report …').waitFor();
    const submit = detail(page).getByRole('button', { name: 'Submit', exact: true });
    expect(await submit.getAttribute('aria-disabled')).toBe('true');
    inbox.center.faults.clear();
    await result(page, 'Submit').getByText('Its report has arrived.').waitFor();
    await submit.waitFor({ state: 'detached' });
    await detail(page).getByRole('button', { name: 'Close this message' }).click();
    await result(page, 'Submit').waitFor({ state: 'detached' });
  });

  test('that is not accepted shows the message and the code, and the opinion stays', async () => {
    const inbox = await pages.start();
    await inbox.begin('purchase', 'anna', 'PURCHASE-7', { signers: ['bo'] });
    await inbox.handle('anna', 'request', 'Submit');
    const page = await pages.open(inbox, '/emil/pending');
    await row(page, 'Pending tasks', 'Legal check').click();
    await opinion(page).waitFor();
    // A colleague is faster, and the center has not heard of it.
    inbox.center.faults.set({ rules: [{ fault: 'http-error-before', calls: ['taskHandle'], probability: 1 }] });
    const { taskId } = inbox.pending('gu', 'legal-check');
    expect((await inbox.bridge.press(taskId, { account: 'gu' })).kind).toBe('applied');
    await decide(page, 'Submit', 'I am late.');
    const refused = result(page, 'Submit', 'not accepted');
    await refused.getByText('HTTP 200 · code 2005').waitFor();
    await eventually(() => refused.locator('q').innerText()).toBe('this task has been finished');
    expect(await opinion(page).inputValue()).toBe('I am late.');
    inbox.center.faults.clear();
    await detail(page).getByText('This task is in none of the lists of Emil Novak.').waitFor();
  });

  test('without an answer says so, and can be made again', async () => {
    const inbox = await pages.start();
    await inbox.begin('leave-approval', 'anna', 'LEAVE-1', { manager: 'bo', days: 1 });
    const page = await pages.open(inbox, '/anna/pending');
    inbox.center.faults.set({ rules: [{ fault: 'reset-before', calls: ['button'], next: 1 }] });
    await row(page, 'Pending tasks', /LEAVE-1/).click();
    await decide(page, 'Submit');
    await result(page, 'Submit', 'no answer').waitFor();
    await decide(page, 'Submit');
    await result(page, 'Submit').waitFor();
  });

  test('sends the opinion of its task and its person, which is kept over a reload', async () => {
    const inbox = await pages.start();
    for (const key of ['PURCHASE-7', 'PURCHASE-8']) {
      await inbox.begin('purchase', 'anna', key, { item: 'Desk', price: 300, signers: ['bo'] });
      await inbox.handle('anna', 'request', 'Submit');
    }
    const page = await pages.open(inbox, '/emil/pending');
    const open = async (key: string) => {
      await row(page, 'Pending tasks', new RegExp(key)).click();
      await detail(page).getByText(key).first().waitFor();
    };
    await open('PURCHASE-7');
    await opinion(page).fill('Clause 4 is missing.');
    await open('PURCHASE-8');
    await eventually(() => opinion(page).inputValue()).toBe('');
    await open('PURCHASE-7');
    await page.reload();
    await eventually(() => opinion(page).inputValue()).toBe('Clause 4 is missing.');
    const { taskId } = inbox.center.pending('gu').find(({ serialNumber }) => serialNumber === 'PURCHASE-7') ?? {};
    await page.goto(`${inbox.center.inboxUrl}#/gu/pending/${taskId}`);
    await page.getByRole('button', { name: /Gu Min.*choose another account/ }).waitFor();
    await eventually(() => opinion(page).inputValue()).toBe('');
    await page.goBack();
    await eventually(() => opinion(page).inputValue()).toBe('Clause 4 is missing.');
    await decide(page, 'Submit');
    await result(page, 'Submit').waitFor();
    expect(inbox.center.task(String(taskId))?.records.at(-1)?.handleOpinions).toBe('Clause 4 is missing.');
  });
});
