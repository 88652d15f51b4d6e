import { describe, expect, test } from 'vitest';
import { usePages } from './open-page.ts';
import { becomes, diagram, drawn, eventually, handlePending, list, readHistory, row, tab } from './page-steps.ts';

describe('a leave approval in the inbox', () => {
  const pages = usePages();

  test('runs from the first press to the message to its initiator by clicks only', async () => {
    const inbox = await pages.start();
    const instanceId = await inbox.begin('leave-approval', 'anna', 'LEAVE-7', { manager: 'bo', days: 5 });
    const page = await pages.open(inbox);

    await page.getByRole('link', { name: /Anna Berg/ }).click();
    await handlePending(page, 'Apply', 'Submit', 'The first week of June.');
    await diagram(page, 'Manager approval').waitFor();
    await eventually(() => drawn(page, 'manager-approval').getAttribute('class')).toMatch(/\bis-current\b/);
    await eventually(() => drawn(page, 'apply').getAttribute('class')).toMatch(/\bis-done\b/);
    await eventually(() => drawn(page, 'to-manager').getAttribute('class')).toMatch(/\bis-taken\b/);
    await eventually(() => drawn(page, 'director-approval').getAttribute('class')).not.toMatch(/\bis-(current|done)\b/);

    await becomes(page, 'Bo Lindqvist');
    await handlePending(page, 'Manager approval', 'Approve', 'Good.');
    await diagram(page, 'Director approval').waitFor();
    await eventually(() => drawn(page, 'director-approval').getAttribute('class')).toMatch(/\bis-current\b/);
    await eventually(() => drawn(page, 'manager-approval').getAttribute('class')).not.toMatch(/\bis-current\b/);

    await becomes(page, 'Dara Okafor');
    await handlePending(page, 'Director approval', 'Approve', 'Enjoy it.');
    await eventually(() => readHistory(page)).toEqual([
      'Anna Berg started it',
      expect.stringMatching(/^Anna Berg handled Apply .*The first week of June\.$/),
      expect.stringMatching(/^Bo Lindqvist handled Manager approval .*Good\.$/),
      expect.stringMatching(/^Dara Okafor handled Director approval and concluded it .*Enjoy it\.$/),
      'Message to Anna Berg: “Your leave is approved”',
    ]);
    await page.getByRole('img', { name: /Nothing is in progress\..*Reached before:.*Director approval/ }).waitFor();

    await becomes(page, 'Anna Berg');
    await tab(page, 'Messages 1').click();
    await row(page, 'Your messages', /^Unread: Your leave is approved/).click();
    await page.getByRole('heading', { name: 'Your leave is approved', level: 2 }).waitFor();
    await page.getByText(/^Read .*on the PC$/).waitFor();
    await page.getByRole('article').getByText('5 days, decided by').waitFor();
    await tab(page, /^Messages$/).waitFor();

    await tab(page, /^Initiated/).click();
    await row(page, 'Transactions you started', /Leave approval.*LEAVE-7.*Concluded/s).waitFor();
    await tab(page, /^Pending$/).click();
    await page.getByText('No pending tasks').waitFor();
    expect(await list(page, 'Pending tasks').count()).toBe(0);

    await inbox.bridge.idle();
    const instance = await inbox.bridge.instances.get(instanceId);
    const reports = await inbox.bridge.outbox.list({ instanceId });
    expect([instance?.status, reports.map(({ state }) => state)]).toEqual(['ended', Array(4).fill('delivered')]);
  });
});
