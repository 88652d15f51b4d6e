import type { AdminRequest } from '../host/admin.ts';
import { PAGE_HEADERS } from '../page-files.ts';
import { AdminFailure, invalid } from './admin-failure.ts';
import type { AdminParts } from './admin-parts.ts';
import type { AdminErrorAnswer } from './answers.ts';
import { readAnswer } from './read-answer.ts';
import { type ReadUser, readUser } from './read-user.ts';
import { refuseForeignPost } from './refuse-foreign-post.ts';
import { runOperation } from './run-operation.ts';
import { createPageServer, leadToFolder } from './serve-page.ts';

/** What follows it in a path is of the page, whatever path the service mounts it under. */
const MARKER = '/-/';
const ASSETS = 'assets/';
const MAX_BODY_BYTES = 64 * 1024;

/**
 * Answers the requests of the operator's page: the page at any path that ends with `/`, its files and its data below `-/`.
 * Every request is authorized first. Never rejects.
 */
export function createAdminHandler(parts: AdminParts): (request: Request) => Promise<Response> {
  const { answerFile, answerPage } = createPageServer(parts.files);

  async function answer(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    const at = pathname.lastIndexOf(MARKER);
    const place = at === -1 ? undefined : pathname.slice(at + MARKER.length);
    const judged = await parts.authorize(request.clone(), askedOf(request, place));
    if (judged instanceof Response) return judged;
    if (!judged) return refuse(403, 'ERR_FORBIDDEN', 'You may not use this page.');
    const user = readUser(judged);
    // An authorize that lets everybody have the files, by their path, must not be led to data behind one.
    if (pathname.slice(0, at + 1).includes(MARKER + ASSETS))
      return refuse(404, 'ERR_NOT_FOUND', 'There is nothing here.');
    if (request.method === 'POST') {
      if (place === undefined) return refuse(404, 'ERR_NOT_FOUND', 'There is nothing here.');
      return operate(request, user, place);
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return refuse(405, 'ERR_METHOD', 'Only GET and POST are allowed.', { allow: 'GET, HEAD, POST' });
    }
    if (place === undefined) return pathname.endsWith('/') ? answerPage() : leadToFolder(pathname);
    if (place.startsWith(ASSETS)) return answerFile(place);
    return respond(await readAnswer(parts, user, segmentsOf(place), searchParams));
  }

  async function operate(request: Request, user: ReadUser, place: string): Promise<Response> {
    const foreign = refuseForeignPost(request);
    if (foreign !== undefined) return refuse(403, 'ERR_FORBIDDEN', foreign);
    if (!user.mayOperate && !user.mayModify)
      return refuse(403, 'ERR_FORBIDDEN', 'You may look, but not change anything.');
    const body = await readBody(request);
    return respond(await runOperation(parts, user, segmentsOf(place), body));
  }

  return async (request) => {
    try {
      return await answer(request);
    } catch (error) {
      const failure = error instanceof AdminFailure ? error : parts.judgeError(error);
      if (failure !== undefined) return refuse(failure.status, failure.code, failure.message);
      return refuse(503, 'ERR_UNEXPECTED', 'The request could not be answered; the log of the service says why.');
    }
  };
}

/** @param place below the page; undefined: the page itself */
function askedOf({ method }: Request, place: string | undefined): AdminRequest {
  if (method === 'POST') return { kind: 'operation', path: place ?? '' };
  if (place === undefined) return { kind: 'page', path: '' };
  return { kind: place.startsWith(ASSETS) ? 'file' : 'data', path: place };
}

/** An answer of undefined: there is nothing at this place. */
function respond(body: object | undefined): Response {
  if (body === undefined) return refuse(404, 'ERR_NOT_FOUND', 'There is no such thing, or no longer.');
  return Response.json(body, { headers: { ...PAGE_HEADERS, 'cache-control': 'no-store' } });
}

function refuse(
  status: number,
  code: string,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const body: AdminErrorAnswer = { error: { code, message } };
  return Response.json(body, { status, headers: { ...PAGE_HEADERS, 'cache-control': 'no-store', ...headers } });
}

function segmentsOf(place: string): readonly string[] {
  try {
    return place.split('/').map(decodeURIComponent);
  } catch {
    return [];
  }
}

/** @throws {AdminFailure} it is no JSON, or too long */
async function readBody(request: Request): Promise<unknown> {
  const length = Number(request.headers.get('content-length') ?? Number.NaN);
  if (!(length <= MAX_BODY_BYTES)) throw invalid('The body has no length, or is too long.');
  const text = await request.text();
  try {
    return JSON.parse(text);
  } catch {
    throw invalid('The body is not JSON.');
  }
}
