/**
 * The pages of the demo's business system: targets of buttons that open a page, the view of a task, and the start of
 * processes. Like the inbox, they have no passwords, and refuse requests from other origins.
 */
import { refuseForeignView } from '../../sandbox/control/refuse-foreign-page.ts';
import { OPERATIONS_PATH } from './demo-bridge.ts';
import { findTask } from './describe-task.ts';
import { OPERATION_PAGES } from './operation-pages.ts';
import { answerPage, answerStyle, html, type Page, STYLE_PATH } from './page-frame.ts';
import { type DemoWorld, startMatter } from './start-demo-matters.ts';

const MAX_FORM_BYTES = 64 * 1024;

/** Answers all requests to the business system: those of the center, those of the operator's page, and its own pages. */
export async function answerDemo(world: DemoWorld, request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (pathname.startsWith('/bridge/')) return world.bridge.fetch(request);
  const isForAdmin = pathname.startsWith(OPERATIONS_PATH) || pathname === OPERATIONS_PATH.slice(0, -1);
  return isForAdmin ? world.bridge.admin(request) : answerDemoPage(world, request);
}

async function answerDemoPage(world: DemoWorld, request: Request): Promise<Response> {
  const { method, headers } = request;
  const { say } = world.company;
  const refuse = (status: number, title: string, text: string) =>
    answerPage(world, { status, title: say(title), content: html`<p>${say(text)}</p>` });
  const foreign = refuseForeignView(method, Object.fromEntries(headers), '127.0.0.1');
  if (foreign !== undefined) return refuse(403, 'Request refused', foreign);
  if (method !== 'GET' && method !== 'POST')
    return refuse(405, 'Method not allowed', 'This page supports only GET and POST.');
  const { pathname } = new URL(request.url);
  if (pathname === STYLE_PATH) return answerStyle();
  const [, name = '', id = '', ...more] = pathname.split('/');
  const page = more.length === 0 && Object.hasOwn(PAGES, name) ? PAGES[name] : undefined;
  const form = method === 'POST' ? await readForm(request) : undefined;
  if (form === 'unusable') return refuse(415, 'Unsupported form', 'The form could not be read.');
  const shown = await page?.(world, decode(id), form);
  if (shown === undefined) return refuse(404, 'Page not found', 'The business system has no such page.');
  return answerPage(world, shown);
}

async function readForm(request: Request): Promise<URLSearchParams | 'unusable'> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim();
  const length = Number(request.headers.get('content-length') ?? Number.POSITIVE_INFINITY);
  if (type !== 'application/x-www-form-urlencoded' || !(length <= MAX_FORM_BYTES)) return 'unusable';
  return new URLSearchParams(await request.text());
}

/** Returns an empty text if the part is not correctly encoded. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
}

const HINT =
  'Handle it with its buttons in the inbox. A business system that has a form of its own here calls {method} when the form is sent.';

/** The page of a task. A real business system would show a form here; the buttons are in the center. */
const taskPage: Page = async (world, taskId) => {
  const task = await findTask(world, taskId);
  if (task === undefined) return undefined;
  return {
    title: task.nodeName,
    content: html`${task.facts}
<p>${world.company.say(HINT, { method: 'bridge.press' })}</p>`,
  };
};

/** The start page of the business system: every matter can be started again. */
const mattersPage: Page = async (world, id, form) => {
  if (id !== '') return undefined;
  const { matters, say, personName } = world.company;
  const matter = matters.find(({ key }) => key === form?.get('key'));
  if (form !== undefined && matter === undefined) return undefined;
  const started = matter && (await startAgain(world, matter.key));
  const rows = matters.map(
    ({ key, about, initiator }) => html`<tr><td>${about}</td><td>${personName(initiator)}</td>
<td><button name="key" value="${key}">${say('Start')}</button></td></tr>`,
  );
  return {
    title: say('Matters'),
    content: html`${started === undefined ? [] : [html`<p role="status">${started}</p>`]}
<p>${say('Each starts one more process, with its first task in the inbox of who wants it.')}</p>
<form method="post"><table>${rows}</table></form>`,
  };
};

async function startAgain(world: DemoWorld, key: string): Promise<string> {
  const { matters, say, personName } = world.company;
  const matter = matters.find((each) => each.key === key);
  if (matter === undefined) return '';
  const all = await world.bridge.instances.list({ processId: matter.process, limit: 10_000 });
  const before = all.filter(({ businessKey }) => businessKey?.startsWith(`${key}/`)).length;
  const businessKey = `${key}/${before + 2}`;
  await startMatter(world, matter, businessKey);
  const name = personName(matter.initiator);
  return say('{about} is started as {key}: {name} has the first task.', {
    about: matter.about,
    key: businessKey,
    name,
  });
}

const PAGES: Readonly<Record<string, Page>> = {
  '': mattersPage,
  tasks: taskPage,
  ...OPERATION_PAGES,
};
