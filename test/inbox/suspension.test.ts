import { describe, expect, test } from 'vitest';
import { isBrowserMissing } from '../support/browser.ts';
import { usePages } from './open-page.ts';
import { decide, detail, eventually, readHistory, row } from './page-steps.ts';

describe.skipIf(isBrowserMissing())('a suspended matter', () => {
  const pages = usePages();

  test('cannot be handled by anybody until it is activated, and the page says so', async () => {
    const inbox = await pages.start();
    const instanceId = await inbox.begin('contract', 'anna', 'CONTRACT-7', { reviewer: 'bo', manager: 'dara' });
    await inbox.handle('anna', 'draft', 'Submit');
    const page = await pages.open(inbox, '/bo/pending');
    const ofAnna = await pages.open(inbox, '/anna/initiated');

    await row(page, 'Pending tasks', 'Review').click();
    const looks = (button: string) => detail(page).getByRole('button', { name: button }).getAttribute('class');
    await eventually(() => looks('Suspend')).toMatch(/is-danger/);
    expect(await looks('Activate')).toMatch(/is-quiet/);
    await decide(page, 'Suspend', 'Until the other offer is there.');
    await page.getByText('Suspend: done').first().waitFor();
    await detail(page).getByText('This task is suspended. It continues when somebody activates it.').waitFor();
    await row(page, 'Pending tasks', /Review.*Suspended/s).waitFor();
    await row(ofAnna, 'Transactions you started', /CONTRACT-7.*Suspended/s).waitFor();
    // What most will press now stands out.
    await eventually(() => looks('Activate')).toMatch(/is-primary/);
    expect(await looks('Submit')).not.toMatch(/is-primary/);
    expect(await looks('Suspend')).toMatch(/is-quiet/);
    expect((await inbox.bridge.instances.get(instanceId))?.status).toBe('suspended');

    await decide(page, 'Submit', 'I cannot wait.');
    await detail(page).getByText('The process is suspended', { exact: true }).waitFor();
    await detail(page).getByText('No decision is possible until somebody activates it.').waitFor();

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
});
