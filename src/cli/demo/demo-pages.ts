/**
 * The pages of the demo's business system: targets of buttons that open a page, the view of a task, and the start of
 * processes. Like the inbox, they have no passwords, and refuse requests from other origins.
 */
import { refuseForeignView } from '../../sandbox/control/refuse-foreign-page.ts';
import { circulatePage, transferPage } from './choose-page.ts';
import { OPERATIONS_PATH } from './demo-bridge.ts';
import { html } from './html.ts';
import { mattersPage } from './matters-page.ts';
import type { Page } from './page.ts';
import { answerPage, answerStyle, STYLE_PATH } from './page-frame.ts';
import type { DemoWorld } from './start-demo-matters.ts';
import { taskPage } from './task-page.ts';

const MAX_FORM_BYTES = 64 * 1024;

const PAGES: Readonly<Record<string, Page>> = {
  '': mattersPage,
  tasks: taskPage,
  transfer: transferPage,
  circulate: circulatePage,
};

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
