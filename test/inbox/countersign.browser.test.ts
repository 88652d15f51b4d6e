import { describe, expect, test } from 'vitest';
import { usePages } from './open-page.ts';
import { diagram, eventually, handlePending, history, readHistory, result, row } from './page-steps.ts';

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
    await result(ofChen, 'Submit').waitFor();

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
});
