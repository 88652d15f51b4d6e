import type { Log } from '../logger.ts';
import { readTaskIds, type TaskStatusEntry } from '../protocol/task-status.ts';
import { type SignedPath, type SigningKey, verifySignedPath } from './addresses.ts';
import { COMMON_HEADERS, mediaTypeOf, RETRY_LATER } from './answer.ts';
import { parseJson } from './cipher/cipher.ts';
import { readBody } from './read-press.ts';

export interface StatusPort {
  /**
   * Returns the state of tasks: one entry per id, in the same order, also for duplicate and unknown ids.
   * A call that rejects can be repeated.
   */
  answer(taskIds: readonly string[]): Promise<readonly TaskStatusEntry[]>;
}

export interface StatusHandlerOptions {
  readonly appId: string;
  /** All that are accepted. */
  readonly signingKeys: readonly SigningKey[];
  readonly status: {
    readonly port: StatusPort;
    /** Must be large enough for the nightly call, which names all pending tasks. */
    readonly maxBodyBytes: number;
  };
  readonly log: Log;
}

const METHODS = ['POST', 'PUT'];

/**
 * Answers a task-status callback (spec, Events). Checks in this order: method, announced size, signature, media type,
 * actual size, parameters. The body is unencrypted JSON, because the spec encrypts only the parameters of buttons.
 * A call that is not accepted is answered 4xx with the name of the parameter; 503 means that the states could not be
 * read, and the call can be repeated.
 */
export async function answerStatusCall(
  request: Request,
  path: SignedPath,
  options: StatusHandlerOptions,
): Promise<Response> {
  try {
    return await answer(request, path, options);
  } catch (error) {
    options.log('status.failed', { reason: (error as Error | null)?.name });
    return respond(503, 'the states could not be read; please try again', null, RETRY_LATER);
  }
}

async function answer(request: Request, path: SignedPath, options: StatusHandlerOptions): Promise<Response> {
  const { appId, signingKeys, status } = options;
  const { headers, method } = request;
  const refuse = (code: number, message: string, more?: Record<string, string>) => {
    options.log('status.refused', { code, reason: message });
    return respond(code, message, null, more);
  };
  if (!METHODS.includes(method)) return refuse(405, 'this address is called with POST', { allow: METHODS.join(', ') });
  if (Number(headers.get('content-length') ?? 0) > status.maxBodyBytes) return refuse(413, TOO_LARGE);
  if (!verifySignedPath('task-status', signingKeys, path, appId)) {
    return refuse(401, 'this address was not signed by us, or its key is no longer accepted');
  }
  if (mediaTypeOf(headers) !== 'application/json') return refuse(415, 'the content type must be application/json');
  const body = await readBody(request, status.maxBodyBytes);
  if (body === undefined) return refuse(413, TOO_LARGE);
  const question = readQuestion(body);
  if ('problem' in question) return refuse(400, question.problem);
  return respond(200, 'success', await status.port.answer(question.taskIds));
}

const TOO_LARGE = 'taskIds: the body is too large; split it into several calls';

function readQuestion(body: Uint8Array): ReturnType<typeof readTaskIds> {
  let json: unknown;
  try {
    json = parseJson(body);
  } catch {
    return { problem: 'taskIds: the body is not JSON in UTF-8' };
  }
  return readTaskIds(json);
}

/** The form of the spec: code 0 with data; for a refused call, the HTTP status is also the code. */
function respond(httpStatus: number, message: string, data: unknown, headers: Record<string, string> = {}): Response {
  const code = httpStatus === 200 ? 0 : httpStatus;
  return Response.json({ code, message, data }, { status: httpStatus, headers: { ...COMMON_HEADERS, ...headers } });
}
