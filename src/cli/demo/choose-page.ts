import { InputError } from '../../errors.ts';
import type { Verdict } from '../../protocol/verdict.ts';
import type { Company } from './company.ts';
import { findTask, type KnownTask } from './describe-task.ts';
import { html, type Page, type PageContent } from './page-frame.ts';

/** The page of the button Transfer: selects the new handler. */
export const transferPage: Page = async (world, taskId, form) => {
  const task = await findTask(world, taskId);
  if (task === undefined) return undefined;
  const { bridge, company } = world;
  const title = company.say('Transfer: {node}', { node: task.nodeName });
  if (form === undefined) return choose(task, title, TRANSFER, company);
  const [to = ''] = form.getAll('to');
  const chosen = [form.get('from') ?? '', to];
  const opinions = form.get('opinions') ?? '';
  const done = company.say('{name} is the handler now.', { name: company.personName(to) });
  const again = async () =>
    choose((await findTask(world, taskId)) ?? task, title, { ...TRANSFER, opinions, chosen }, company);
  return showVerdict({ title, done, company, again }, () =>
    bridge.transfer(taskId, { from: form.get('from') ?? '', to, opinions }),
  );
};

/** The page of the button Circulate: selects the people to notify. */
export const circulatePage: Page = async (world, taskId, form) => {
  const task = await findTask(world, taskId);
  if (task === undefined) return undefined;
  const { bridge, company } = world;
  const title = company.say('Circulate: {node}', { node: task.nodeName });
  if (form === undefined) return choose(task, title, CIRCULATE, company);
  const to = form.getAll('to');
  const chosen = [form.get('from') ?? '', ...to];
  const names = to.map(company.personName).join(company.and);
  const done = company.say('{names} will get a message.', { names });
  const again = async () => choose((await findTask(world, taskId)) ?? task, title, { ...CIRCULATE, chosen }, company);
  return showVerdict({ title, done, company, again }, () =>
    bridge.circulate(taskId, { from: form.get('from') ?? '', to, opinions: '' }),
  );
};

/** Texts and form of a page. */
interface Question {
  readonly question: string;
  readonly severalAllowed: boolean;
  readonly button: string;
  /** What was written before; undefined: no opinion is asked for, since nobody would see it. */
  readonly opinions?: string;
  /** Who was chosen before: who acts, and for whom. */
  readonly chosen?: readonly string[];
}

const TRANSFER: Question = {
  question: 'Who is the new handler?',
  severalAllowed: false,
  button: 'Transfer',
  opinions: '',
};
const CIRCULATE: Question = { question: 'Who should be notified?', severalAllowed: true, button: 'Circulate' };

function choose(
  { isOpen, handlers, facts }: KnownTask,
  title: string,
  { question, severalAllowed, button, opinions, chosen: [from, ...to] = [] }: Question,
  { say, directory, personName }: Company,
): PageContent {
  if (!isOpen) {
    return { title, content: html`${facts}<p>${say('The task is no longer open: there is nothing to do.')}</p>` };
  }
  const option = (isChosen: boolean, account: string) =>
    isChosen
      ? html`<option value="${account}" selected>${personName(account)}</option>`
      : html`<option value="${account}">${personName(account)}</option>`;
  const accounts = directory.accounts.map(({ account }) => account);
  const [only] = handlers.length === 1 ? handlers : [];
  const others = accounts.filter((account) => account !== only);
  return {
    title,
    content: html`${facts}
<form method="post">
<label for="from">${say('Who are you? A real business system knows this from its own login.')}</label>
<select id="from" name="from" required>${handlers.map((account) => option(account === from, account))}</select>
<label for="to">${say(question)}</label>
${severalAllowed ? html`<select id="to" name="to" required multiple>` : html`<select id="to" name="to" required><option value=""></option>`}
${others.map((account) => option(to.includes(account), account))}</select>
${
  opinions === undefined
    ? ''
    : html`<label for="opinions">${say('Your opinion')}</label>
<textarea id="opinions" name="opinions" rows="2">${opinions}</textarea>`
}
<button>${say(button)}</button>
</form>`,
  };
}

interface Verdicts {
  readonly title: string;
  /** What is true when it was done. */
  readonly done: string;
  readonly company: Company;
  /** The form with what was written, to try it again. */
  again(): Promise<PageContent>;
}

async function showVerdict(
  { title, done, company: { say }, again }: Verdicts,
  act: () => Promise<Verdict>,
): Promise<PageContent> {
  const refuse = async (status: number, reason: string): Promise<PageContent> => {
    const { content } = await again();
    return { status, title, content: html`<p>${say('This was not done: {reason}', { reason })}</p>${content}` };
  };
  try {
    const { kind, message } = await act();
    if (kind === 'applied') return { title, content: html`<p>${say('Done. {result}', { result: done })}</p>` };
    return await refuse(409, message);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return refuse(400, error.message);
  }
}
