import type { Log } from '../logger.ts';
import { TASK_HANDLING_CODES, TASK_HANDLING_MESSAGES } from '../protocol/error-codes.ts';
import { type SignedPath, type SigningKey, verifySignedPath } from './addresses.ts';
import { COMMON_HEADERS, RETRY_LATER } from './answer.ts';

export interface DiagramPort {
  /**
   * Returns the diagram of the task's instance as JSON values; undefined if the task is unknown or was deleted.
   * A call that rejects can be repeated.
   */
  ofTask(taskId: string): Promise<object | undefined>;
}

export interface DiagramHandlerOptions {
  readonly appId: string;
  /** All that are accepted. */
  readonly signingKeys: readonly SigningKey[];
  readonly port: DiagramPort;
  readonly log: Log;
}

const PARAMETER = 'taskId';

/**
 * Answers a call for the diagram of a task: GET, with `taskId` in the query. Not part of the spec, but useful for pages
 * that show tasks. Checks in this order: method, signature, parameter. An unknown task is answered 404 with code 2004; 503
 * means that the diagram could not be read, and the call can be repeated.
 */
export async function answerDiagramCall(
  request: Request,
  path: SignedPath,
  options: DiagramHandlerOptions,
): Promise<Response> {
  try {
    return await answer(request, path, options);
  } catch (error) {
    options.log('diagram.failed', { reason: (error as Error | null)?.name });
    return respond(503, { code: 503, message: 'the diagram could not be read; please try again' }, RETRY_LATER);
  }
}

async function answer(request: Request, path: SignedPath, options: DiagramHandlerOptions): Promise<Response> {
  const { appId, signingKeys, port, log } = options;
  const refuse = (status: number, message: string, more?: Record<string, string>) => {
    log('diagram.refused', { code: status, reason: message });
    return respond(status, { code: status, message }, more);
  };
  if (request.method !== 'GET') return refuse(405, 'this address is called with GET', { allow: 'GET' });
  if (!verifySignedPath('diagrams', signingKeys, path, appId)) {
    return refuse(401, 'this address was not signed by us, or its key is no longer accepted');
  }
  const [taskId = '', ...others] = new URL(request.url).searchParams.getAll(PARAMETER);
  if (taskId === '' || others.length > 0) return refuse(400, `${PARAMETER}: must occur exactly once in the query`);
  const diagram = await port.ofTask(taskId);
  if (diagram !== undefined)
    return respond(200, { code: TASK_HANDLING_CODES.success, message: 'success', data: diagram });
  return respond(404, { code: TASK_HANDLING_CODES.taskUnknown, message: TASK_HANDLING_MESSAGES.taskUnknown });
}

/** The same form as for the other callbacks. */
function respond(
  status: number,
  body: { readonly code: number; readonly message: string; readonly data?: object },
  headers: Record<string, string> = {},
): Response {
  const { code, message, data = null } = body;
  return Response.json({ code, message, data }, { status, headers: { ...COMMON_HEADERS, ...headers } });
}
