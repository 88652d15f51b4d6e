import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { usePages } from './open-page.ts';
import { decide, detail, diagram, eventually, handlePending, history, readHistory, row } from './page-steps.ts';
import type { Inbox } from './start-inbox.ts';

/** Resolves with the number of the report, which the center has refused for good. */
async function signWhileRefused(inbox: Inbox, account: string): Promise<number> {
  inbox.center.faults.set({ rules: [{ fault: 'item-failure', next: 1, code: 400 }] });
  await inbox.center.press(inbox.pending(account, 'sign').taskId, { account, action: 'Submit' });
  const listParked = () => inbox.bridge.outbox.list({ state: 'parked' });
  await eventually(async () => (await listParked()).length).toBe(1);
  return (await listParked())[0]?.seq ?? 0;
}

describe('a countersign in the inbox', () => {
  const pages = usePages();

  test('three people sign the same task, each page shows who has signed, and after the last one the process continues', async () => {
    const inbox = await pages.start();
    const signers = ['bo', 'chen', 'dara'];
    const instanceId = await inbox.begin('purchase', 'anna', 'PURCHASE-7', { signers });
    await inbox.handle('anna', 'request', 'Submit');
    await inbox.handle('gu', 'legal-check', 'Submit');
    // A token waits at the join too, which is no step of anybody.
    const ofFatima = await pages.open(inbox, `/fatima/pending/${inbox.pending('fatima', 'finance-check').taskId}`);
    await diagram(ofFatima, 'Finance check').waitFor();
    await inbox.handle('fatima', 'finance-check', 'Submit');

    const ofBo = await pages.open(inbox, '/bo/pending');
    const ofChen = await pages.open(inbox, '/chen/pending');
    await row(ofChen, 'Pending tasks', 'Sign').click();
    await diagram(ofChen, 'Sign').waitFor();

    await handlePending(ofBo, 'Sign', 'Submit', 'At last.');
    // Nobody has touched this page since.
    await eventually(() => readHistory(ofChen)).toContainEqual(
      expect.stringMatching(/^Bo Lindqvist handled Sign; the process waited for the rest .*At last\.$/),
    );
    await history(ofChen)
      .getByText(/waits for .*Chen Wei/)
      .waitFor();
    expect((await inbox.bridge.instances.get(instanceId))?.status).toBe('running');

    await ofChen.getByRole('textbox', { name: 'Opinion' }).fill('Good price.');
    await ofChen.getByRole('article').getByRole('button', { name: 'Submit' }).click();
    await ofChen.getByText('Submit: done').first().waitFor();

    const ofDara = await pages.open(inbox, '/dara/pending');
    await handlePending(ofDara, 'Sign', 'Submit');
    await ofDara.getByRole('img', { name: /Nothing is in progress\..*Place the order/ }).waitFor();
    await eventually(async () => (await readHistory(ofDara)).filter((line) => line.includes('Sign'))).toEqual([
      expect.stringMatching(/^Bo Lindqvist handled Sign; the process waited/),
      expect.stringMatching(/^Chen Wei handled Sign; the process waited/),
      expect.stringMatching(/^Dara Okafor handled Sign and concluded it/),
    ]);
    await eventually(() => inbox.bridge.instances.get(instanceId)).toMatchObject({ status: 'ended' });
  });

  test('whose first report is refused says so to the next person too, and the history names both', async () => {
    const inbox = await pages.start();
    await inbox.begin('purchase', 'anna', 'PURCHASE-7', { signers: ['bo', 'dara'] });
    await inbox.handle('anna', 'request', 'Submit');
    await inbox.handle('gu', 'legal-check', 'Submit');
    await inbox.handle('fatima', 'finance-check', 'Submit');
    const parked = await signWhileRefused(inbox, 'bo');

    const page = await pages.open(inbox, '/dara/pending');
    await row(page, 'Pending tasks', 'Sign').click();
    await decide(page, 'Submit', 'Fine by me.');
    const isLate = async (reading: Page) => {
      await row(reading, 'Pending tasks', /Sign.*Accepted/s).waitFor();
      await detail(reading).getByText('Submit: accepted, its report is missing').waitFor();
      await detail(reading)
        .getByText(/earlier report of this transaction: refused with code 400; it may need an operator.*wait behind/)
        .waitFor();
    };
    await isLate(page);
    await page.reload();
    await isLate(page);
    await eventually(async () => (await readHistory(page)).slice(-2)).toEqual([
      'Bo Lindqvist handled Sign in the business system; its report has not arrived yet Submit',
      expect.stringMatching(
        /^Dara Okafor handled Sign in the business system;.* not arrived yet Submit.*Fine by me\./s,
      ),
    ]);
    const inChinese = await pages.open(inbox, page.url().split('#')[1], { locale: 'zh-CN' });
    await inChinese.getByText(/本事务较早一次上报的最近应答：拒绝（代码 400）.*可能在其后等待。/).waitFor();
    await inChinese.getByText('在业务系统中办理了“Sign”，其上报尚未到达').nth(1).waitFor();

    await inbox.bridge.outbox.retry(parked);
    await page.getByText('No pending tasks').waitFor();
    await eventually(async () => (await readHistory(page)).filter((line) => line.includes('Sign'))).toEqual([
      expect.stringMatching(/^Bo Lindqvist handled Sign; the process waited/),
      expect.stringMatching(/^Dara Okafor handled Sign and concluded it/),
    ]);
  });
});
