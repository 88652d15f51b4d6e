/** The pages of buttons that need more than a press: the same form for each, made from the table of operations. */
import { InputError } from '../../errors.ts';
import type { Verdict } from '../../protocol/verdict.ts';
import { type Company, SERVICE_ACCOUNT } from './company.ts';
import { findTask, type KnownTask } from './describe-task.ts';
import { type Html, html, type Page } from './page-frame.ts';
import { OPERATIONS, type PageOperation, POSITIONS, RULES, type Sent } from './page-operations.ts';

/** How many people can be chosen at once; a real page would have a search instead. */
const MOST_PEOPLE = 5;

/** By the operation that the address names. */
export const OPERATION_PAGES: Readonly<Record<string, Page>> = Object.fromEntries(
  Object.entries(OPERATIONS).map(([name, operation]) => [name, createPage(operation)]),
);

function createPage(operation: PageOperation): Page {
  return async (world, taskId, form) => {
    const task = await findTask(world, taskId);
    if (task === undefined) return undefined;
    const { bridge, company } = world;
    const { say } = company;
    const title = say(operation.title, { node: task.nodeName });
    const sent = form && readForm(form);
    if (sent === undefined) return { title, content: showForm(operation, task, company) };
    const options = optionsOf(operation, task, company);
    const names = sent.to.map((value) => options.find(([each]) => each === value)?.[1] ?? value).join(company.and);
    const refusal = await refusalOf(() => operation.apply(bridge, taskId, sent));
    if (refusal === undefined) {
      const result = say(operation.done, { names });
      return { title, content: html`<p role="status">${say('Done. {result}', { result })}</p>` };
    }
    const now = (await findTask(world, taskId)) ?? task;
    return {
      ...{ status: refusal.status, title },
      content: html`<p role="alert">${say('This was not done: {reason}', { reason: refusal.reason })}</p>${showForm(operation, now, company, sent)}`,
    };
  };
}

function readForm(form: URLSearchParams): Sent {
  const to = form.getAll('to').filter((value) => value !== '');
  const rule = (Object.keys(RULES) as (keyof typeof RULES)[]).find((each) => each === form.get('rule')) ?? 'all';
  return {
    from: form.get('from') ?? '',
    to: [...new Set(to)],
    rule,
    position: form.get('position') ?? 'before',
    text: form.get('opinions') ?? '',
  };
}

async function refusalOf(act: () => Promise<Verdict>) {
  try {
    const { kind, message } = await act();
    return kind === 'applied' ? undefined : { status: 409, reason: message };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { status: 400, reason: error.message };
  }
}

type Option = readonly [value: string, name: string, isPossible?: boolean];

/** What can be chosen. */
function optionsOf(
  { choice }: PageOperation,
  { taskId, handlers, asked, earlier }: KnownTask,
  { directory, personName, say, and }: Company,
): readonly Option[] {
  if (choice === 'asked') {
    const people = asked.map((each): Option => [each.taskId, each.handlers.map(personName).join(and)]);
    return [[taskId, say('All who are asked')], ...people];
  }
  if (choice === 'earlier')
    return earlier.map(({ nodeId, nodeName, account, reason }) => [
      nodeId,
      say('{node}: {name}', { node: nodeName, name: reason ?? personName(account ?? '') }),
      reason === null,
    ]);
  const [only] = handlers.length === 1 ? handlers : [];
  return directory.accounts
    .filter(({ account }) => account !== only && account !== SERVICE_ACCOUNT)
    .map(({ account, name }) => [account, name]);
}

/** @param sent what was chosen and written before */
function showForm(operation: PageOperation, task: KnownTask, company: Company, sent?: Sent): Html {
  const { say, personName } = company;
  const { choice, question, hasPosition = false, text, button } = operation;
  const nothing = (reason: string) => html`${task.facts}<p>${say(reason)}</p>`;
  if (choice === 'asked' && !task.isAsked) return nothing('Nobody is asked with this task: there is nothing to do.');
  if (choice !== 'asked' && !task.isOpen) return nothing('The task is no longer open: there is nothing to do.');
  const options = optionsOf(operation, task, company);
  if (options.length === 0) return nothing('Nothing was handled before this task: there is nothing to do.');
  const handlers = task.handlers.map((account): Option => [account, personName(account)]);
  return html`${task.facts}
<form method="post">
<label for="from">${say('Who are you? A real business system knows this from its own login.')}</label>
<select id="from" name="from" required>${handlers.map((each) => showOption(each, sent?.from))}</select>
${choice === 'several' ? showSeveral(say(question), options, company, sent) : showOne(say(question), options, choice, sent)}
${hasPosition ? showPosition(task, company, sent) : ''}
${text === undefined ? '' : html`<label for="opinions">${say(text)}</label>\n<textarea id="opinions" name="opinions" rows="2">${sent?.text ?? ''}</textarea>`}
<button>${say(button)}</button>
</form>`;
}

function showPosition({ buttons }: KnownTask, { say }: Company, sent: Sent | undefined): Html {
  const after = buttons.map(
    ({ key, name }): Option => [`after:${key}`, say('I press {button} now, and they sign after it', { button: name })],
  );
  const positions = [...Object.entries(POSITIONS).map(([key, name]): Option => [key, say(name)]), ...after];
  const rules = Object.entries(RULES).map(([rule, name]): Option => [rule, say(name)]);
  return html`<label for="position">${say('What do they do?')}</label>
<select id="position" name="position">${positions.map((each) => showOption(each, sent?.position))}</select>
<label for="rule">${say('Of those before or after you, who has to answer?')}</label>
<select id="rule" name="rule">${rules.map((each) => showOption(each, sent?.rule))}</select>`;
}

function showOne(
  question: string,
  options: readonly Option[],
  choice: PageOperation['choice'],
  sent: Sent | undefined,
): Html {
  return html`<label for="to">${question}</label>
<select id="to" name="to" required>${choice === 'asked' ? '' : EMPTY}${options.map((each) => showOption(each, sent?.to[0]))}</select>`;
}

/** One field for each, since the page has no scripts and their order counts. */
function showSeveral(question: string, options: readonly Option[], { say }: Company, sent: Sent | undefined): Html {
  const fields = Array.from({ length: Math.min(MOST_PEOPLE, options.length) }, (_, index) => {
    const label = say('Person {number}', { number: String(index + 1) });
    const shown = options.map((each) => showOption(each, sent?.to[index]));
    return html`<li>${index === 0 ? html`<select name="to" aria-label="${label}" required>` : html`<select name="to" aria-label="${label}">`}${EMPTY}${shown}</select></li>`;
  });
  return html`<fieldset><legend>${question}</legend><ol>${fields}</ol></fieldset>`;
}

const EMPTY = html`<option value=""></option>`;

function showOption([value, name, isPossible = true]: Option, chosen: string | undefined): Html {
  if (!isPossible) return html`<option value="${value}" disabled>${name}</option>`;
  return value === chosen
    ? html`<option value="${value}" selected>${name}</option>`
    : html`<option value="${value}">${name}</option>`;
}
