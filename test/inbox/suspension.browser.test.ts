import { describe, expect, test } from 'vitest';
import { userTask } from '../support/bpmn-xml.ts';
import { draw } from '../support/draw.ts';
import { DEMO_APP_ID } from '../support/inner/cli.ts';
import { usePages } from './open-page.ts';
import { decide, detail, eventually, readHistory, row } from './page-steps.ts';

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
    await page.getByText('Suspend: done').first().waitFor();
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
    await page.getByText('Activate: done').first().waitFor();
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

  test('offers buttons for another state than the center knows, quietly and with the reason, where nobody confirms it', async () => {
    const inbox = await pages.start();
    inbox.center.setDiagramUrl(DEMO_APP_ID, undefined);
    await inbox.begin('contract', 'anna', 'CONTRACT-7', { reviewer: 'bo', manager: 'dara' });
    await inbox.handle('anna', 'draft', 'Submit');
    const options = { mayBeRefused: true };
    const page = await pages.open(inbox, `/bo/pending/${inbox.pending('bo', 'review').taskId}`, options);
    const activate = detail(page).getByRole('button', { name: 'Activate' });
    await activate.waitFor();
    await eventually(() => activate.getAttribute('class')).toMatch(/is-quiet/);
    await detail(page).getByText('Activate: as far as the center knows, the task is not suspended.').waitFor();

    await decide(page, 'Suspend', 'Until the other offer is there.');
    await detail(page)
      .getByText(
        'Submit, Transfer, Hand to the manager: the process seems to be suspended; nothing can be decided until somebody activates it.',
      )
      .waitFor();
    const submit = detail(page).getByRole('button', { name: 'Submit', exact: true });
    await eventually(() => submit.getAttribute('class')).toMatch(/is-quiet/);
    await submit.click();
    await detail(page).getByText('The process was suspended', { exact: true }).waitFor();
    await detail(page).getByText('Nothing was done. Once somebody has activated it, press again.').waitFor();
  });

  test('says of a press that came while the process was suspended what can be done by now', async () => {
    const inbox = await pages.start();
    const instanceId = await inbox.begin('contract', 'anna', 'CONTRACT-7', { reviewer: 'bo', manager: 'dara' });
    await inbox.handle('anna', 'draft', 'Submit');
    const page = await pages.open(inbox, `/bo/pending/${inbox.pending('bo', 'review').taskId}`);
    const resting = detail(page).getByText(/^Submit, .*: the process seems to be suspended/);
    await detail(page).getByRole('button', { name: 'Submit', exact: true }).waitFor();
    await inbox.bridge.suspend(instanceId);
    await resting.waitFor();
    await decide(page, 'Submit');
    await detail(page).getByText('Nothing was done. Once somebody has activated it, press again.').waitFor();
    await inbox.bridge.activate(instanceId);
    await detail(page).getByText('Nothing was done. It has been activated by now: press again.').waitFor();
    await inbox.center.press(inbox.pending('bo', 'review').taskId, { account: 'anna', action: 'Withdraw' });
    await detail(page).getByText('Nothing was done, and the task has ended by now.').waitFor();
  });

  test('shows no earlier success on a task that somebody has withdrawn since', async () => {
    const inbox = await pages.start();
    await inbox.begin('contract', 'anna', 'CONTRACT-7', { reviewer: 'bo', manager: 'dara' });
    await inbox.handle('anna', 'draft', 'Submit');
    const { taskId } = inbox.pending('bo', 'review');
    const page = await pages.open(inbox, `/bo/pending/${taskId}`);
    await decide(page, 'Suspend');
    await detail(page).getByText('Suspend: done').waitFor();
    await inbox.center.press(taskId, { account: 'anna', action: 'Withdraw' });
    await detail(page).getByText('withdrew Review with the whole transaction').first().waitFor();
    await detail(page).getByText('Suspend: done').waitFor({ state: 'detached' });
  });

  test('offers a decision quietly where only the business system says that it is suspended', async () => {
    const inbox = await pages.start();
    const instanceId = await inbox.begin('contract', 'anna', 'CONTRACT-7', { reviewer: 'bo', manager: 'dara' });
    await inbox.handle('anna', 'draft', 'Submit');
    const page = await pages.open(inbox, `/bo/pending/${inbox.pending('bo', 'review').taskId}`);
    const submit = detail(page).getByRole('button', { name: 'Submit', exact: true });
    await submit.waitFor();
    await inbox.bridge.suspend(instanceId);
    await detail(page)
      .getByText(/^Submit, .*: the process seems to be suspended/)
      .waitFor();
    await eventually(() => submit.getAttribute('class')).toMatch(/is-quiet/);
    // What helps stands out, and is told.
    const activate = detail(page).getByRole('button', { name: 'Activate', exact: true });
    await eventually(() => activate.getAttribute('class')).toMatch(/is-primary/);
    await decide(page, 'Activate', 'It may go on.');
    await eventually(() => submit.getAttribute('class')).toMatch(/is-primary/);
    await eventually(() => readHistory(page)).toContainEqual(
      expect.stringMatching(/Bo Lindqvist pressed Activate It may go on\.$/),
    );
  });

  test('offers a decision where only the center still says that it is suspended', async () => {
    const inbox = await pages.start();
    const instanceId = await inbox.begin('contract', 'anna', 'CONTRACT-7', { reviewer: 'bo', manager: 'dara' });
    await inbox.handle('anna', 'draft', 'Submit');
    await inbox.handle('bo', 'review', 'Suspend');
    const page = await pages.open(inbox, '/bo/pending');
    await row(page, 'Pending tasks', 'Review').click();
    await detail(page).getByRole('button', { name: 'Activate' }).waitFor();
    await inbox.bridge.activate(instanceId);
    await detail(page).getByRole('button', { name: 'Submit', exact: true }).waitFor();
    await detail(page).getByText('Activate: in the business system the process goes on already.').waitFor();
    await decide(page, 'Activate');
    await detail(page).getByText('As the business system says, the process is not suspended.').waitFor();
    const suspend = detail(page).getByRole('button', { name: 'Suspend', exact: true });
    await eventually(() => suspend.getAttribute('class')).toMatch(/is-danger/);
    await detail(page).getByText('this task is suspended; the process itself goes on').waitFor();
    await eventually(() =>
      detail(page).getByRole('button', { name: 'Submit', exact: true }).getAttribute('class'),
    ).toMatch(/is-primary/);
  });

  test('tells from the process that Suspend and Activate were done, where their answers were lost', async () => {
    const inbox = await pages.start();
    await inbox.begin('contract', 'anna', 'CONTRACT-7', { reviewer: 'bo', manager: 'dara' });
    await inbox.handle('anna', 'draft', 'Submit');
    const page = await pages.open(inbox, `/bo/pending/${inbox.pending('bo', 'review').taskId}`);
    for (const button of ['Suspend', 'Activate']) {
      inbox.center.faults.set({ rules: [{ fault: 'reset-after', calls: ['button'], next: 1 }] });
      await decide(page, button, 'Because.');
      await detail(page).getByText(`${button}: done`).waitFor();
      await eventually(() => detail(page).getByRole('textbox', { name: 'Opinion' }).inputValue()).toBe('');
    }
  });

  test('offers the buttons of a handled task quietly, also where only the center knows that it is suspended', async () => {
    const inbox = await pages.start();
    const asking = userTask('ask', {
      ...{ assignee: 'bo', name: 'Ask' },
      extensions: '<ttc:previousAction name="Take back" key="take-back" type="HANDLEDR"/>',
    });
    const checking = userTask('check', {
      ...{ assignee: 'dara', name: 'Check' },
      extensions:
        '<ttc:action name="Suspend" key="suspend" type="HANG_UP"/><ttc:action name="Activate" key="activate" type="ACTIVE"/>',
    });
    await inbox.bridge.deploy(draw({ id: 'offer', others: [asking, checking], paths: 'start > ask > check > end' }));
    await inbox.begin('offer', 'anna', 'OFFER-1', {});
    const { taskId } = inbox.pending('bo', 'ask');
    await inbox.handle('bo', 'ask', 'Submit');
    const page = await pages.open(inbox, `/bo/handled/${taskId}`, { mayBeRefused: true });
    const looks = () => detail(page).getByRole('button', { name: 'Take back' }).getAttribute('class');
    const reason = detail(page).getByText(/^Take back: the process seems to be suspended/);
    await eventually(looks).not.toMatch(/is-quiet/);

    await inbox.handle('dara', 'check', 'Suspend');
    await reason.waitFor();
    expect(await looks()).toMatch(/is-quiet/);

    inbox.center.setDiagramUrl(DEMO_APP_ID, undefined);
    await page.reload();
    await detail(page).getByText('The business system has no diagram').waitFor();
    await reason.waitFor();
    await inbox.handle('dara', 'check', 'Activate');
    await reason.waitFor({ state: 'detached' });
    expect(await looks()).not.toMatch(/is-quiet/);
  });

  test('that is revoked can be revoked no more', async () => {
    const inbox = await pages.start();
    await inbox.begin('contract', 'anna', 'CONTRACT-7', { reviewer: 'bo', manager: 'dara' });
    const { transactionId } = inbox.pending('anna', 'draft');
    const page = await pages.open(inbox, `/anna/initiated/${transactionId}`);
    await decide(page, 'Withdraw', 'Not needed any more.');
    await page.getByText('Withdraw: done').first().waitFor();
    await page.reload();
    await detail(page).getByText('Withdrawn').first().waitFor();
    // One press is one line with the person.
    await eventually(() => readHistory(page)).toEqual([
      'Anna Berg started it',
      'Draft ended with the whole transaction',
      expect.stringMatching(/Anna Berg withdrew the transaction Not needed any more\.$/),
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
