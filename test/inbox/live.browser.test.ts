import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { usePages } from './open-page.ts';
import { diagram, eventually, result, row, tab } from './page-steps.ts';

describe('a page that is left open', () => {
  const pages = usePages();

  test('shows what happens elsewhere: new tasks, their counts, and that they are gone', async () => {
    const inbox = await pages.start();
    const page = await pages.open(inbox, '/bo/pending');
    await page.getByText('No pending tasks').waitFor();
    await inbox.begin('leave-approval', 'anna', 'LEAVE-1', { manager: 'bo', days: 1 });
    await inbox.handle('anna', 'apply', 'Submit');
    await row(page, 'Pending tasks', /Manager approval.*LEAVE-1/s).waitFor();
    await tab(page, 'Pending 1').waitFor();
    expect(await page.title()).toBe('(1) Pending · Bo Lindqvist · Transaction center');

    await inbox.handle('bo', 'manager-approval', 'Approve');
    await page.getByText('No pending tasks').waitFor();
    await tab(page, 'Handled 1').waitFor();
    expect(await page.title()).toBe('Pending · Bo Lindqvist · Transaction center');
  });

  test('keeps its content while the sandbox is down, says so, and reconnects when it is up again', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'inbox-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const inbox = await pages.start({ data: join(folder, 'center.json') });
    await inbox.begin('leave-approval', 'anna', 'LEAVE-1', { manager: 'bo', days: 1 });
    await inbox.begin('leave-approval', 'anna', 'LEAVE-2', { manager: 'bo', days: 1 });
    const page = await pages.open(inbox, '/anna/pending', { mayBeRefused: true });
    await row(page, 'Pending tasks', /LEAVE-1/).click();
    await page.getByRole('textbox', { name: 'Opinion' }).fill('Half written');
    await diagram(page, 'Apply').waitFor();

    await inbox.stopCenter();
    await page.getByText('Connection lost, trying again …').waitFor();
    await eventually(() => row(page, 'Pending tasks', /LEAVE-1/).isVisible()).toBe(true);
    await page.getByRole('article').getByRole('button', { name: 'Submit' }).click();
    await page.getByRole('region', { name: 'The sandbox does not answer' }).waitFor();
    await row(page, 'Pending tasks', /LEAVE-2/).click();
    await page.getByRole('article').waitFor({ state: 'detached' });

    await inbox.startCenter();
    await page.getByText('Connection lost, trying again …').waitFor({ state: 'detached' });
    await row(page, 'Pending tasks', /LEAVE-1/).click();
    // Until the address has changed, the page may still show the other task.
    await eventually(() => page.getByRole('textbox', { name: 'Opinion' }).inputValue()).toBe('Half written');
    await page.getByRole('article').getByRole('button', { name: 'Submit' }).click();
    await result(page, 'Submit').waitFor();
    const ofBo = await pages.open(inbox, '/bo/pending');
    await row(ofBo, 'Pending tasks', /LEAVE-1/).waitFor();
  });

  test('fetches again by itself what it could not fetch', async () => {
    const inbox = await pages.start();
    const page = await pages.open(inbox, '/bo/pending', { mayBeRefused: true });
    await page.getByText('No pending tasks').waitFor();
    let cut = 0;
    await page.route('**/sandbox/accounts**', (route) => {
      cut += 1;
      return route.abort();
    });
    await inbox.begin('leave-approval', 'anna', 'LEAVE-1', { manager: 'bo', days: 1 });
    await inbox.handle('anna', 'apply', 'Submit');
    await eventually(() => cut).toBeGreaterThan(1);
    await page.unroute('**/sandbox/accounts**');
    await row(page, 'Pending tasks', /Manager approval.*LEAVE-1/s).waitFor();
    await tab(page, 'Pending 1').waitFor();
  });

  test('says that a task no longer exists after a restart of the sandbox, and offers no buttons', async () => {
    const inbox = await pages.start();
    await inbox.begin('leave-approval', 'anna', 'LEAVE-1', { manager: 'bo', days: 1 });
    const page = await pages.open(inbox, '/anna/pending', { mayBeRefused: true });
    await row(page, 'Pending tasks', /LEAVE-1/).click();
    await diagram(page, 'Apply').waitFor();
    await inbox.stopCenter();
    await inbox.startCenter();
    await page.getByText('This task does not exist').waitFor();
    expect(await page.getByRole('button', { name: 'Submit' }).count()).toBe(0);
  });

  test('a page that is opened while the sandbox does not answer says so, and retries automatically', async () => {
    const inbox = await pages.start();
    const page = await pages.open(inbox, '/bo/pending', { mayBeRefused: true });
    let isDown = true;
    await page.route('**/sandbox/**', (route) => (isDown ? route.abort() : route.continue()));
    await page.reload();
    await page.getByRole('alert').getByText('The sandbox does not answer').waitFor();
    isDown = false;
    await page.getByText('No pending tasks').waitFor();

    // Not the business system, which has not been asked.
    await page.route('**/diagram', (route) => route.abort());
    await inbox.begin('leave-approval', 'bo', 'LEAVE-1', { manager: 'anna', days: 1 });
    await row(page, 'Pending tasks', /LEAVE-1/).click();
    await page.getByRole('region', { name: 'Progress' }).getByText('The sandbox does not answer').waitFor();
  });
});
