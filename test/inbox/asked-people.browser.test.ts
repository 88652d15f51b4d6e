/** Delegating, asking others first, recalling and claiming: by the buttons of the inbox and the pages of the demo, in both languages. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { findBarriers, overflowOf } from '../support/barriers.ts';
import { createCompany, type DemoLanguage } from '../support/inner/cli.ts';
import { en, zh } from './dictionaries.ts';
import { usePages } from './open-page.ts';
import { eventually } from './page-steps.ts';

const LANGUAGES = {
  en: {
    ...{ locale: 'en-GB', texts: en, submit: 'Submit', approve: 'Approve', opinion: 'Opinion' },
    ...{ delegate: 'Ask somebody to look at it', addSigners: 'Add signers', recall: 'Recall' },
    ...{ delegated: 'Delegate', node: 'Manager approval', first: 'Apply' },
    ...{ claim: 'Claim', release: 'Release', groupNode: 'Legal check', signNode: 'Sign', group: 'Legal' },
    ...{ sendBack: 'Send back', sentBack: 'Send back', resubmit: 'Resubmit' },
  },
  zh: {
    ...{ locale: 'zh-CN', texts: zh, submit: '提交', approve: '同意', opinion: '提交意见' },
    ...{ delegate: '委派（办完退回）', addSigners: '加签', recall: '收回' },
    ...{ delegated: '委派', node: '经理审批', first: '申请' },
    ...{ claim: '认领', release: '释放', groupNode: '法务审核', signNode: '签署', group: '法务' },
    ...{ sendBack: '退回（办完直达）', sentBack: '退回', resubmit: '重新提交' },
  },
} as const;

describe.each<DemoLanguage>(['en', 'zh'])('in %s', (language) => {
  const pages = usePages();
  const { locale, texts, node, ...words } = LANGUAGES[language];
  const { say, personName } = createCompany(language);
  const [anna, bo, chen, dara, emil, gu] = ['anna', 'bo', 'chen', 'dara', 'emil', 'gu'].map(personName) as [
    ...[string, string, string, string, string, string],
  ];

  const rule = say('Of those before or after you, who has to answer?');

  async function begin() {
    const inbox = await pages.start({}, language);
    await inbox.begin('leave-approval', 'anna', 'LEAVE-1', { manager: 'bo', days: 2 });
    await inbox.handle('anna', 'apply', words.submit);
    return inbox;
  }

  /** Opens the page of a button, on a phone. */
  async function openPage(page: Page, name: string, heading = node): Promise<Page> {
    const button = page.getByRole('article').getByRole('link', { name });
    const [opened] = await Promise.all([page.context().waitForEvent('page'), button.click()]);
    await opened.setViewportSize({ width: 360, height: 780 });
    await opened.getByRole('heading', { name: heading }).waitFor();
    expect.soft(await overflowOf(opened)).toBe(0);
    expect.soft(await findBarriers(opened)).toEqual([]);
    return opened;
  }

  async function answer(page: Page, opinion: string, button: string = words.opinion): Promise<void> {
    await page.getByRole('textbox', { name: texts.buttons.opinion }).fill(opinion);
    await page.getByRole('article').getByRole('button', { name: button, exact: true }).click();
    await page.getByText(texts.press.accepted(button)).first().waitFor();
  }

  /** What the history says, with the outcome and the opinion of each line. */
  const told = (page: Page) =>
    eventually(async () => {
      const text = await page.getByRole('region', { name: texts.history.title }).innerText();
      return text.replaceAll(/\s+/g, ' ');
    });

  test('a task is delegated, comes back with the opinion, and is handled', async () => {
    const inbox = await begin();
    const page = await pages.open(inbox, `/bo/pending/${inbox.pending('bo', 'manager-approval').taskId}`, { locale });
    const form = await openPage(page, words.delegate);
    const question = say('Who should look at it? The task comes back to you with an opinion.');
    await form.getByLabel(question).selectOption({ label: chen });
    await form.getByLabel(say('Your opinion')).fill('? 2026');
    await form.getByRole('button', { name: say('Delegate') }).click();
    const result = say('{names} has the task now. It comes back with an opinion.', { names: chen });
    await form.getByText(say('Done. {result}', { result })).waitFor();
    const asked = `${bo} ${texts.history.handedOn(node, chen)} ${words.delegated} ? 2026`;
    await told(page).toContain(asked);

    const { taskId } = inbox.pending('chen', 'manager-approval');
    const ofChen = await pages.open(inbox, `/chen/pending/${taskId}`, { locale });
    await answer(ofChen, '! 2027');
    await inbox.bridge.idle();
    const back = inbox.pending('bo', 'manager-approval');
    const again = await pages.open(inbox, `/bo/pending/${back.taskId}`, { locale });
    await told(again).toContain(`${chen} ${texts.history.handedOn(node, bo)} ${words.opinion} ! 2027`);
    const own = await openPage(again, words.addSigners);
    await own.getByText(say('{name}: “{text}”', { name: chen, text: '! 2027' })).waitFor();
    await inbox.handle('bo', 'manager-approval', words.approve);
    await told(again).toContain(words.approve);
  });

  test('a task is sent back, resubmitted, and comes directly to who sent it back', async () => {
    const inbox = await begin();
    const page = await pages.open(inbox, `/bo/pending/${inbox.pending('bo', 'manager-approval').taskId}`, { locale });
    const form = await openPage(page, words.sendBack);
    const question = say('To which step? The task comes directly back to you.');
    const step = say('{node}: {name}', { node: words.first, name: anna });
    await form.getByLabel(question).selectOption({ label: step });
    await form.getByLabel(say('Reason')).fill('? 2029');
    await form.getByRole('button', { name: say('Send back'), exact: true }).click();
    const result = say('Sent back: {names}. The task comes directly back to you.', { names: step });
    await form.getByText(say('Done. {result}', { result })).waitFor();

    const { taskId } = inbox.pending('anna', 'apply');
    const ofAnna = await pages.open(inbox, `/anna/pending/${taskId}`, { locale });
    await told(ofAnna).toContain(`${words.sentBack} ? 2029`);
    await answer(ofAnna, '! 2030', words.resubmit);
    await inbox.bridge.idle();
    const back = inbox.pending('bo', 'manager-approval');
    const again = await pages.open(inbox, `/bo/pending/${back.taskId}`, { locale });
    await told(again).toContain(`${words.resubmit} ! 2030`);
    await inbox.handle('bo', 'manager-approval', words.approve);
  });

  test('one signs beside, and one after', async () => {
    const inbox = await begin();
    const { taskId } = inbox.pending('bo', 'manager-approval');
    const page = await pages.open(inbox, `/bo/pending/${taskId}`, { locale });
    const form = await openPage(page, words.addSigners);
    const add = async (position: string) => {
      await form.getByLabel(say('Person {number}', { number: '1' })).selectOption({ label: chen });
      await form.getByLabel(say('What do they do?')).selectOption({ label: position });
      await form.getByRole('button', { name: say('Add'), exact: true }).click();
    };
    await add(say('They decide with me: all of us'));
    await form.getByRole('alert').waitFor();
    await add(say('I press {button} now, and they sign after it', { button: words.approve }));
    await form.getByText(say('Added: {names}.', { names: chen })).waitFor();
    await told(page).toContain(`${bo} ${texts.history.handedOn(node, chen)} ${words.approve}`);
    await inbox.handle('chen', 'manager-approval', words.approve);
    await eventually(() => inbox.center.pending('chen').length).toBe(0);
  });

  test('a countersign has one more signer', async () => {
    const inbox = await pages.start({}, language);
    await inbox.begin('purchase', 'anna', 'PURCHASE-1', { item: '1', price: 1, signers: ['bo'] });
    await inbox.handle('anna', 'request', words.submit);
    await inbox.handle('gu', 'legal-check', words.submit);
    await inbox.handle('fatima', 'finance-check', words.submit);
    const { taskId } = inbox.pending('bo', 'sign');
    const page = await pages.open(inbox, `/bo/pending/${taskId}`, { locale });
    const form = await openPage(page, words.addSigners, words.signNode);
    await form.getByLabel(say('Person {number}', { number: '1' })).selectOption({ label: chen });
    await form.getByLabel(say('What do they do?')).selectOption({ label: say('They sign too, in the countersign') });
    await form.getByRole('button', { name: say('Add'), exact: true }).click();
    await form.getByText(say('Added: {names}.', { names: chen })).waitFor();
    await eventually(() => inbox.center.pending('chen').length).toBe(1);
    await inbox.handle('bo', 'sign', words.submit);
    const ofBo = await pages.open(inbox, `/bo/handled/${taskId}`, { locale });
    const recall = await openPage(ofBo, words.recall, words.signNode);
    await recall.getByRole('button', { name: say('Recall') }).click();
    await recall.getByText(say('Recalled: {names}.', { names: say('All who are asked') })).waitFor();
    await eventually(() => inbox.center.pending('chen').length).toBe(0);
  });

  test('others are asked one after the other, one of them and then the rest is recalled', async () => {
    const inbox = await begin();
    const { taskId } = inbox.pending('bo', 'manager-approval');
    const page = await pages.open(inbox, `/bo/pending/${taskId}`, { locale });
    const form = await openPage(page, words.addSigners);
    const choose = (number: string, label: string) =>
      form.getByLabel(say('Person {number}', { number })).selectOption({ label });
    await choose('1', dara);
    await choose('2', chen);
    await choose('3', emil);
    await form.getByLabel(rule).selectOption({ label: say('One after the other') });
    await form.getByRole('button', { name: say('Add'), exact: true }).click();
    await form.getByRole('status').waitFor();
    await eventually(() => inbox.center.pending('dara').length).toBe(1);

    const ofBo = await pages.open(inbox, `/bo/handled/${taskId}`, { locale });
    const first = await openPage(ofBo, words.recall);
    const question = say('Who need not answer any more?');
    await first.getByLabel(question).selectOption({ label: dara });
    await first.getByRole('button', { name: say('Recall') }).click();
    await first.getByText(say('Recalled: {names}.', { names: dara })).waitFor();
    await eventually(() => inbox.center.pending('chen').length).toBe(1);
    expect(inbox.center.pending('dara')).toEqual([]);

    const rest = await openPage(ofBo, words.recall);
    const all = say('All who are asked');
    expect(await rest.getByLabel(question).getByRole('option').allInnerTexts()).toEqual([all, chen]);
    await rest.getByLabel(say('Reason')).fill('2028');
    await rest.getByRole('button', { name: say('Recall') }).click();
    await rest.getByText(say('Recalled: {names}.', { names: all })).waitFor();
    await eventually(() => inbox.center.pending('bo').length).toBe(1);
    expect([inbox.center.pending('chen'), inbox.center.pending('emil')]).toEqual([[], []]);
    await told(ofBo).toContain(`${bo} ${texts.history.unhandled(node, dara)} ${words.recall}`);
    await told(ofBo).toContain(`${bo} ${texts.history.unhandled(node, chen)} ${words.recall} 2028`);
    const late = await openPage(ofBo, words.recall);
    await late.getByText(say('Nobody is asked with this task: there is nothing to do.')).waitFor();
  });

  test('a task of a group is claimed, is with nobody else, and is with the group again once it is released', async () => {
    const inbox = await pages.start({}, language);
    await inbox.begin('purchase', 'anna', 'PURCHASE-1', { item: '1', price: 1, signers: ['bo'] });
    await inbox.handle('anna', 'request', words.submit);
    const group = texts.task.groupWith(words.group, [emil, gu].join(texts.and));
    const ofEmil = await pages.open(inbox, '/emil/pending', { locale });
    const row = ofEmil.getByRole('list', { name: texts.lists.entries.pending }).getByRole('link');
    await eventually(() => row.count()).toBe(1);
    const { taskId } = inbox.pending('gu', 'legal-check');
    const ofGu = await pages.open(inbox, `/gu/pending/${taskId}`, { locale });
    const press = async (name: string) => {
      await ofGu.getByRole('article').getByRole('button', { name, exact: true }).click();
      await ofGu.getByText(texts.press.accepted(name)).first().waitFor();
      await ofGu.getByText(texts.press.reported).waitFor();
    };
    await press(words.claim);
    await eventually(() => row.count()).toBe(0);
    await told(ofGu).toContain(`${gu} ${texts.history.handedOn(words.groupNode, gu)} ${words.claim}`);

    const own = await ofGu.context().newPage();
    await own.goto(`${inbox.pagesOrigin}/tasks/${inbox.pending('gu', 'legal-check').taskId}`);
    await own.getByRole('heading', { name: words.groupNode }).waitFor();
    expect(await own.getByText(say('Asked by')).count()).toBe(0);

    await ofGu.getByRole('link', { name: new RegExp(`^${texts.buttons.next}.*${words.groupNode}`) }).click();
    await press(words.release);
    await told(ofGu).toContain(`${gu} ${texts.history.handedOn(words.groupNode, group)} ${words.release}`);
    await eventually(() => row.count()).toBe(1);
    await row.click();
    await ofEmil.getByRole('article').getByRole('button', { name: words.claim, exact: true }).waitFor();
  });
});
