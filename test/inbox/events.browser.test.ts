/** What moves a process without anybody's press, in the history of an open task. */
import { describe, expect, test } from 'vitest';
import { boundary, timer, userTask } from '../support/bpmn-xml.ts';
import { draw } from '../support/draw.ts';
import { createCompany } from '../support/inner/cli.ts';
import { en, zh } from './dictionaries.ts';
import { usePages } from './open-page.ts';
import { detail, eventually, history, opinion, readHistory, row } from './page-steps.ts';

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
      await detail(page).locator('.detail-title').getByText(texts.states.ended).waitFor();
    },
  );

  test('shows a task that its handler took back from the next person', async () => {
    const inbox = await pages.start();
    await inbox.begin('take-back', 'anna', 'WISH-1', { wish: 'A lamp', approver: 'bo', checker: 'dara' });
    await inbox.handle('anna', 'apply', 'Submit');
    await inbox.handle('bo', 'approve', 'Submit');
    const page = await pages.open(inbox, '/bo/handled');
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
      expect.stringMatching(/Bo Lindqvist pressed Take back on Approve Take back: done The price is missing\.$/),
      'Signal “Taken back” on Check arrived',
      expect.stringMatching(/System ended Check; Dara Okafor had not handled it Taken back$/),
      expect.stringMatching(/^Approve \(2\) waits for Bo Lindqvist/),
    ]);
    // It could be taken back once.
    await remaining.waitFor({ state: 'detached' });
    await row(page, 'Handled tasks', /You:\s*Submit\s*then\s*Take back\s*The price is missing\./s).waitFor();
    // The center has it among what Dara handled.
    await page.goto(`${inbox.center.inboxUrl}#/dara/handled`);
    await row(page, 'Handled tasks', /A lamp.*System:\s*Taken back/s).waitFor();
  });
});
