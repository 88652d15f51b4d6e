import { describe, expect, test } from 'vitest';
import { usePages } from './open-page.ts';
import { decide, detail, eventually, readHistory, result, row } from './page-steps.ts';

describe('a suspended matter', () => {
  const pages = usePages();

  test('cannot be handled by anybody until it is activated, and the page says so', async () => {
    const inbox = await pages.start();
    const instanceId = await inbox.begin('contract', 'anna', 'CONTRACT-7', { reviewer: 'bo', manager: 'dara' });
    await inbox.handle('anna', 'draft', 'Submit');
    const page = await pages.open(inbox, '/bo/pending');
    const ofAnna = await pages.open(inbox, '/anna/initiated');

    await row(page, 'Pending tasks', 'Review').click();
    const button = (name: string) => detail(page).getByRole('button', { name });
    const looks = (name: string) => button(name).getAttribute('class');
    await eventually(() => looks('Suspend')).toMatch(/is-danger/);
    expect(await button('Activate').count()).toBe(0);
    await decide(page, 'Suspend', 'Until the other offer is there.');
    await result(page, 'Suspend').waitFor();
    await detail(page).getByText('This task is suspended. It continues when somebody activates it.').waitFor();
    await row(page, 'Pending tasks', /Review.*Suspended/s).waitFor();
    await row(ofAnna, 'Transactions you started', /CONTRACT-7.*Suspended/s).click();
    // Who may activate it is who it waits for.
    await detail(ofAnna).getByRole('link', { name: 'Continue as Bo Lindqvist' }).waitFor();
    // What most will press now stands out.
    await eventually(() => looks('Activate')).toMatch(/is-primary/);
    for (const name of ['Suspend', 'Submit', 'Hand to the manager']) await button(name).waitFor({ state: 'detached' });
    await detail(page).getByRole('link', { name: 'Transfer' }).waitFor({ state: 'detached' });
    expect((await inbox.bridge.instances.get(instanceId))?.status).toBe('suspended');

    await decide(page, 'Activate', 'It is there.');
    await result(page, 'Activate').waitFor();
    await detail(page).getByRole('button', { name: 'Submit' }).waitFor();
    await row(ofAnna, 'Transactions you started', /CONTRACT-7.*Running/s).waitFor();
    await eventually(() => readHistory(page)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^Bo Lindqvist suspended Review Until the other offer is there\./),
        expect.stringMatching(/^Bo Lindqvist activated Review/),
      ]),
    );
    expect((await inbox.bridge.instances.get(instanceId))?.status).toBe('running');
  });

  test('of which another task is open is told as partly suspended, and that task is no good next one', async () => {
    const inbox = await pages.start();
    await inbox.begin('contract', 'anna', 'CONTRACT-7', { subject: 'Cleaning', reviewer: 'bo', manager: 'dara' });
    for (const key of ['LEAVE-1', 'LEAVE-2']) {
      await inbox.begin('leave-approval', 'anna', key, { manager: 'dara', days: 1 });
      await inbox.handle('anna', 'apply', 'Submit');
    }
    await inbox.handle('anna', 'draft', 'Submit');
    await inbox.center.press(inbox.pending('bo', 'review').taskId, { account: 'anna', action: 'Urge' });
    await inbox.bridge.idle();
    await inbox.handle('bo', 'review', 'Suspend');
    const ofAnna = await pages.open(inbox, '/anna/initiated');
    await row(ofAnna, 'Transactions you started', /Cleaning.*Partly suspended/s).waitFor();
    const page = await pages.open(inbox, '/dara/pending');
    await row(page, 'Pending tasks', /See to the review.*Partly suspended/s).waitFor();
    // It is the latest of the two that are left.
    await row(page, 'Pending tasks', /LEAVE-1/).click();
    await decide(page, 'Approve');
    await detail(page)
      .getByRole('link', { name: /^Next task:.*LEAVE-2/ })
      .waitFor();
  });

  test('can be activated where only the business system says that it is suspended', async () => {
    const inbox = await pages.start();
    const instanceId = await inbox.begin('contract', 'anna', 'CONTRACT-7', { reviewer: 'bo', manager: 'dara' });
    await inbox.handle('anna', 'draft', 'Submit');
    const page = await pages.open(inbox, `/bo/pending/${inbox.pending('bo', 'review').taskId}`);
    const submit = detail(page).getByRole('button', { name: 'Submit', exact: true });
    await submit.waitFor();
    await inbox.bridge.suspend(instanceId);
    await submit.waitFor({ state: 'detached' });
    const activate = detail(page).getByRole('button', { name: 'Activate', exact: true });
    await eventually(() => activate.getAttribute('class')).toMatch(/is-primary/);
    await decide(page, 'Activate', 'It may go on.');
    await eventually(() => submit.getAttribute('class')).toMatch(/is-primary/);
    await eventually(() => readHistory(page)).toContainEqual(
      expect.stringMatching(/Bo Lindqvist pressed Activate .*It may go on\.$/),
    );
  });

  test('that is revoked can be revoked no more', async () => {
    const inbox = await pages.start();
    await inbox.begin('contract', 'anna', 'CONTRACT-7', { reviewer: 'bo', manager: 'dara' });
    const { transactionId } = inbox.pending('anna', 'draft');
    const page = await pages.open(inbox, `/anna/initiated/${transactionId}`);
    await decide(page, 'Withdraw', 'Not needed any more.');
    await result(page, 'Withdraw').waitFor();
    await page.reload();
    await detail(page).getByText('Withdrawn').first().waitFor();
    await eventually(() => readHistory(page)).toEqual([
      'Anna Berg started it',
      expect.stringMatching(/Anna Berg withdrew Draft Not needed any more\.$/),
      'Anna Berg withdrew the transaction',
    ]);
    expect(
      await detail(page)
        .getByRole('button', { name: /^(Withdraw|Abort|Urge)$/ })
        .count(),
    ).toBe(0);
  });

  test('that is concluded can be revoked no more', async () => {
    const inbox = await pages.start();
    await inbox.begin('contract', 'anna', 'CONTRACT-7', { reviewer: 'bo', manager: 'dara' });
    const { transactionId } = inbox.pending('anna', 'draft');
    const page = await pages.open(inbox, `/anna/initiated/${transactionId}`);
    const withdraw = detail(page).getByRole('button', { name: 'Withdraw' });
    await withdraw.waitFor();
    await inbox.handle('anna', 'draft', 'Submit');
    await inbox.handle('bo', 'review', 'Suspend');
    await detail(page).getByText('Suspended').first().waitFor();
    await eventually(() => withdraw.getAttribute('class')).toContain('is-danger');
    await inbox.handle('bo', 'review', 'Activate');
    await inbox.handle('bo', 'review', 'Submit');
    await inbox.handle('dara', 'sign', 'Submit');
    await detail(page).getByText('Concluded').first().waitFor();
    await withdraw.waitFor({ state: 'detached' });
  });
});
