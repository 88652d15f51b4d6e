import * as z from 'zod';
import { BridgeError, InputError, StoreError } from '../errors.ts';
import type { AdminUser } from '../host/admin.ts';
import { describeError } from '../logger.ts';
import type { AdminParts } from './admin-parts.ts';
import type { AdminErrorAnswer } from './answers.ts';
import { readAnswer } from './read-answer.ts';
import { refuseForeignPost } from './refuse-foreign-post.ts';
import { runOperation } from './run-operation.ts';
import { answerFile, answerPage, HEADERS, leadToFolder } from './serve-page.ts';

/** What follows it in a path is of the page, whatever path the service mounts it under. */
const MARKER = '/-/';
const ASSETS = 'assets/';
const MAX_BODY_BYTES = 64 * 1024;

const User = z.object({
  name: z.string().trim().min(1).max(100),
  mayOperate: z.boolean().default(false),
  mayReadVariables: z.boolean().default(false),
});

/**
 * Answers the requests of the operator's page: the page at any path that ends with `/`, its files and its data below `-/`.
 * Every request is authorized first. Never rejects.
 */
export function createAdminHandler(parts: AdminParts): (request: Request) => Promise<Response> {
  async function answer(request: Request): Promise<Response> {
    const judged = await parts.authorize(request.clone());
    if (judged instanceof Response) return judged;
    if (!judged) return refuse(403, 'ERR_FORBIDDEN', 'You may not use this page.');
    const user = User.parse(judged);
    const { pathname, searchParams } = new URL(request.url);
    const at = pathname.lastIndexOf(MARKER);
    const place = at === -1 ? undefined : pathname.slice(at + MARKER.length);
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

  async function operate(request: Request, user: Required<AdminUser>, place: string): Promise<Response> {
    const foreign = refuseForeignPost(request);
    if (foreign !== undefined) return refuse(403, 'ERR_FORBIDDEN', foreign);
    if (!user.mayOperate) return refuse(403, 'ERR_FORBIDDEN', 'You may look, but not change anything.');
    const body = await readBody(request);
    return respond(await runOperation(parts, user.name, segmentsOf(place), body));
  }

  return async (request) => {
    try {
      return await answer(request);
    } catch (error) {
      if (error instanceof InputError) return refuse(400, error.code, error.message);
      if (!(error instanceof BridgeError)) parts.log('admin.failed', { reason: describeError(error) });
      if (error instanceof BridgeError) return refuse(statusOf(error), error.code, error.message);
      return refuse(503, 'ERR_UNEXPECTED', 'The request could not be answered; the log of the service says why.');
    }
  };
}

function statusOf(error: BridgeError): number {
  return error instanceof StoreError || error.code === 'ERR_CLOSED' ? 503 : 409;
}

/** An answer of undefined: there is nothing at this place. */
function respond(body: object | undefined): Response {
  if (body === undefined) return refuse(404, 'ERR_NOT_FOUND', 'There is no such thing, or no longer.');
  return Response.json(body, { headers: { ...HEADERS, 'cache-control': 'no-store' } });
}

function refuse(
  status: number,
  code: string,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const body: AdminErrorAnswer = { error: { code, message } };
  return Response.json(body, { status, headers: { ...HEADERS, 'cache-control': 'no-store', ...headers } });
}

function segmentsOf(place: string): readonly string[] {
  try {
    return place.split('/').map(decodeURIComponent);
  } catch {
    return [];
  }
}

/** @throws {InputError} it is no JSON, or too long */
async function readBody(request: Request): Promise<unknown> {
  const length = Number(request.headers.get('content-length') ?? Number.NaN);
  if (!(length <= MAX_BODY_BYTES)) throw new InputError('ERR_INPUT_INVALID', 'The body has no length, or is too long.');
  const text = await request.text();
  try {
    return JSON.parse(text);
  } catch {
    throw new InputError('ERR_INPUT_INVALID', 'The body is not JSON.');
  }
}
