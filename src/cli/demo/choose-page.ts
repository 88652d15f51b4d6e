import { InputError } from '../../errors.ts';
import type { Verdict } from '../../protocol/verdict.ts';
import { DEFAULT_DIRECTORY } from '../../sandbox/setup/directory.ts';
import { findTask, type KnownTask, personName } from './describe-task.ts';
import { type Html, html } from './html.ts';
import type { Page, PageContent } from './page.ts';

/** The page of the button Transfer: selects the new handler. */
export const transferPage: Page = async (world, taskId, form) => {
  const task = await findTask(world, taskId);
  if (task === undefined) return undefined;
  const title = `Transfer: ${task.nodeName}`;
  if (form === undefined) return choose(task, title, TRANSFER);
  const [to = ''] = form.getAll('to');
  return showVerdict(title, `${personName(to)} is the handler now.`, () =>
    world.bridge.transfer(taskId, { from: form.get('from') ?? '', to, opinions: form.get('opinions') ?? '' }),
  );
};

/** The page of the button Circulate: selects the people to notify. */
export const circulatePage: Page = async (world, taskId, form) => {
  const task = await findTask(world, taskId);
  if (task === undefined) return undefined;
  const title = `Circulate: ${task.nodeName}`;
  if (form === undefined) return choose(task, title, CIRCULATE);
  const to = form.getAll('to');
  return showVerdict(title, `${to.map(personName).join(', ')} will get a message.`, () =>
    world.bridge.circulate(taskId, { from: form.get('from') ?? '', to, opinions: form.get('opinions') ?? '' }),
  );
};

/** Texts and form of a page. */
interface Question {
  readonly question: string;
  readonly severalAllowed: boolean;
  readonly button: string;
}

const TRANSFER: Question = { question: 'Who is the new handler?', severalAllowed: false, button: 'Transfer' };
const CIRCULATE: Question = { question: 'Who should be notified?', severalAllowed: true, button: 'Circulate' };

function choose(
  { isOpen, handlers, facts }: KnownTask,
  title: string,
  { question, severalAllowed, button }: Question,
): PageContent {
  if (!isOpen) return { title, content: html`${facts}<p>The task is no longer open: there is nothing to do.</p>` };
  const others = DEFAULT_DIRECTORY.accounts.map(({ account }) => account);
  return {
    title,
    content: html`${facts}
<form method="post">
<label for="from">Who are you? A real business system knows this from its own login.</label>
<select id="from" name="from" required>${handlers.map(option)}</select>
<label for="to">${question}</label>
${severalAllowed ? html`<select id="to" name="to" required multiple>` : html`<select id="to" name="to" required>`}
${others.map(option)}</select>
<label for="opinions">Your opinion</label>
<textarea id="opinions" name="opinions" rows="2"></textarea>
<button>${button}</button>
</form>`,
  };
}

function option(account: string): Html {
  return html`<option value="${account}">${personName(account)}</option>`;
}

async function showVerdict(title: string, done: string, act: () => Promise<Verdict>): Promise<PageContent> {
  try {
    const { kind, message } = await act();
    if (kind === 'applied') return { title, content: html`<p>Done. ${done}</p>` };
    return { status: 409, title, content: html`<p>This was not done: ${message}</p>` };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { status: 400, title, content: html`<p>This was not done: ${error.message}</p>` };
  }
}
