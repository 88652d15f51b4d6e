/** What moves a process without anybody's press, in the history of an open task. */
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { en } from '../../src/sandbox/inbox/texts/en.ts';
import { zh } from '../../src/sandbox/inbox/texts/zh.ts';
import { boundary, timer, userTask } from '../support/bpmn-xml.ts';
import { draw } from '../support/draw.ts';
import { createCompany } from '../support/inner/cli.ts';
import { usePages } from './open-page.ts';
import { decide, detail, eventually, history, opinion, readHistory, row } from './page-steps.ts';

const HOUR_MS = 3_600_000;

/** A reminder that nobody is told of after two hours; after five the task is taken away, and Dara has the next one. */
const OFFER = draw({
  id: 'offer',
  others: [
    userTask('check', { assignee: 'bo', name: 'Check the offer' }),
    userTask('late', { assignee: 'dara', name: 'Decide without it' }),
    boundary('looked-at', 'check', timer('PT2H'), { interrupting: false, name: 'Two hours' }),
    boundary('given-up', 'check', timer('PT5H')),
  ],
  paths: 'start > check > end; looked-at > end-looked-at; given-up > late > end-late',
});

/** The buttons, and what came of them. */
const decisions = (page: Page) => detail(page).locator('.decide');

describe('the history', () => {
  const pages = usePages();

  test.each([
    ['en', 'en-GB', en, 'System'],
    ['zh', 'zh-CN', zh, '系统'],
  ] as const)(
    'shows timers, and a task that a timer takes away, as they happen (%s)',
    async (language, locale, texts, system) => {
      const inbox = await pages.start({}, language);
      await inbox.bridge.deploy(OFFER);
      await inbox.begin('offer', 'anna', 'OFFER-1', {});
      const { taskId } = inbox.pending('bo', 'check');
      const page = await pages.open(inbox, `/bo/pending/${taskId}`, { locale });
      const lines = async () => {
        const region = page.getByRole('region', { name: texts.history.title });
        return (await region.locator('.timeline-line').allInnerTexts()).map((line) => line.replaceAll(/\s+/g, ' '));
      };
      const bo = createCompany(language).personName('bo');
      const noticed = texts.history.occurred.timer('Two hours', 'Check the offer');
      await eventually(lines).toHaveLength(2);

      inbox.center.advanceClock(3 * HOUR_MS);
      await eventually(lines).toContain(noticed);

      inbox.center.advanceClock(3 * HOUR_MS);
      const ended = texts.history.unhandled('Check the offer', bo);
      await eventually(async () => (await lines()).slice(1)).toEqual([
        noticed,
        texts.history.occurred.timer(undefined, 'Check the offer'),
        expect.stringContaining(`${system} ${ended}`),
        expect.stringContaining('Decide without it'),
      ]);
      // The notice about a task that is gone says the same, and so does its heading.
      await detail(page).getByRole('status').getByText(ended).waitFor();
      await detail(page).locator('.detail-title').getByText(texts.states.ended).waitFor();
    },
  );

  test('a press on a task that a timer has taken away is told so, before and after its report', async () => {
    const inbox = await pages.start();
    await inbox.bridge.deploy(OFFER);
    await inbox.begin('offer', 'anna', 'OFFER-1', {});
    const page = await pages.open(inbox, `/bo/pending/${inbox.pending('bo', 'check').taskId}`);
    await detail(page).getByRole('button', { name: 'Submit' }).waitFor();
    inbox.center.faults.set({ rules: [{ fault: 'http-error-before', calls: ['taskHandle'], probability: 1 }] });
    inbox.center.advanceClock(6 * HOUR_MS);
    await eventually(() => readHistory(page)).toContainEqual(
      expect.stringMatching(/^Timer on Check the offer went off/),
    );
    await eventually(() => readHistory(page)).toContainEqual(
      'Check the offer was ended in the business system; Bo Lindqvist had not handled it, and its report has not arrived yet',
    );

    await decide(page, 'Submit', 'I am late.');
    await detail(page)
      .getByText(`${en.press.takenAway('')} ${en.press.withoutEffect}`)
      .waitFor();
    inbox.center.faults.clear();
    await detail(page)
      .getByText(`${en.press.takenAway('Timed out')} ${en.press.withoutEffect}`)
      .waitFor();
    await detail(page).getByText(en.buttons.keptDraft).waitFor();
  });

  test('shows a task that its handler took back from the next person', async () => {
    const inbox = await pages.start();
    await inbox.begin('take-back', 'anna', 'WISH-1', { wish: 'A lamp', approver: 'bo', checker: 'dara' });
    await inbox.handle('anna', 'apply', 'Submit');
    await inbox.handle('bo', 'approve', 'Submit');
    const page = await pages.open(inbox, `/dara/pending/${inbox.pending('dara', 'check').taskId}`);
    await opinion(page).fill('Half of a thought.');
    await page.goto(`${inbox.center.inboxUrl}#/bo/handled`);
    await row(page, 'Handled tasks', /A lamp/).click();
    const remaining = history(page).getByText('Remaining buttons');
    await remaining.waitFor();
    await opinion(page).fill('The price is missing.');
    await detail(page)
      .getByRole('button', { name: /^Take back/ })
      .click();
    // All of it has happened within a second or two.
    await eventually(() => readHistory(page)).toEqual([
      'Anna Berg started it',
      expect.stringMatching(/Anna Berg handled Apply Submit$/),
      expect.stringMatching(/Bo Lindqvist handled Approve Submit$/),
      expect.stringMatching(/Bo Lindqvist pressed Take back on Approve The price is missing\.$/),
      'Signal “Taken back” on Check arrived',
      expect.stringMatching(/System ended Check; Dara Okafor had not handled it Taken back$/),
      expect.stringMatching(/^Approve \(2\) waits for Bo Lindqvist/),
    ]);
    // It could be taken back once.
    await remaining.waitFor({ state: 'detached' });
    await row(page, 'Handled tasks', /You:\s*Submit\s*then\s*Take back\s*The price is missing\./s).waitFor();
    // Who was writing is told the same in the list and in the task.
    await page.goto(`${inbox.center.inboxUrl}#/dara/pending`);
    const isTold = async (note: Locator) => {
      await note.getByText(/Bo Lindqvist pressed Take back on Approve\s*The price is missing\./).waitFor();
      await note.getByText(/System ended Check; Dara Okafor had not handled it\s*Taken back/).waitFor();
    };
    await isTold(page.getByRole('region', { name: 'Lists' }));
    await page.getByRole('link', { name: 'Open the task' }).click();
    await isTold(detail(page).getByRole('status'));
    // The report names Dara, who has not handled it.
    await page.goto(`${inbox.center.inboxUrl}#/bo/traffic`);
    await row(page, 'Calls', /Check: “Taken back” by System; next: Approve/).waitFor();
    // The center has it among what Dara handled.
    await page.goto(`${inbox.center.inboxUrl}#/dara/handled`);
    await row(page, 'Handled tasks', /A lamp.*System:\s*Taken back/s).waitFor();
  });

  test('says of a task that is taken back too late that the process has gone on', async () => {
    const inbox = await pages.start();
    await inbox.begin('take-back', 'anna', 'WISH-1', { wish: 'A lamp', approver: 'bo', checker: 'dara' });
    await inbox.handle('anna', 'apply', 'Submit');
    await inbox.handle('bo', 'approve', 'Submit');
    const page = await pages.open(inbox, '/bo/handled');
    await row(page, 'Handled tasks', /A lamp/).click();
    await inbox.handle('dara', 'check', 'Submit');
    await eventually(() => readHistory(page)).toContainEqual(expect.stringMatching(/Dara Okafor handled Check/));
    await detail(page)
      .getByRole('button', { name: /^Take back/ })
      .click();
    await detail(page).getByText(en.press.wentOn).waitFor();
    await detail(page).getByText('This is not possible now').waitFor();
  });

  test('waits for the report of a task that was taken back, also where none is sent at the moment', async () => {
    const inbox = await pages.start();
    await inbox.begin('take-back', 'anna', 'WISH-1', { wish: 'A lamp', approver: 'bo', checker: 'dara' });
    await inbox.handle('anna', 'apply', 'Submit');
    await inbox.handle('bo', 'approve', 'Submit');
    await inbox.begin('leave-approval', 'anna', 'LEAVE-1', { manager: 'bo', days: 1 });
    const page = await pages.open(inbox, '/bo/handled');
    await row(page, 'Handled tasks', /A lamp/).click();
    inbox.center.faults.set({
      rules: [{ fault: 'http-error-before', status: 500, calls: ['taskHandle'], probability: 1 }],
    });
    // Another report is refused before it.
    const { taskId } = inbox.pending('anna', 'apply');
    await inbox.center.press(taskId, { account: 'anna', action: 'Submit' });
    await eventually(() => inbox.center.traffic.filter(({ status }) => status === 500).length).toBeGreaterThan(0);
    await detail(page)
      .getByRole('button', { name: /^Take back/ })
      .click();
    await detail(page).getByText('Take back: accepted, its report is missing').waitFor();
    await detail(page).getByText('Last answer to it: HTTP 500.').waitFor();
    expect(
      await decisions(page)
        .getByRole('link', { name: /Continue as/ })
        .count(),
    ).toBe(0);
    inbox.center.faults.clear();
    await detail(page).getByText('Take back: done').waitFor();
  });
});
