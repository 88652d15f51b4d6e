import { BridgeError } from '../errors.ts';
import { answerInTime } from '../host/with-timeout.ts';
import { describeCause } from '../logger.ts';
import type { Verdict } from '../protocol/verdict.ts';
import { NO_TELEMETRY, type Telemetry } from '../telemetry/telemetry.ts';
import { parseButtonPath, parseSignedPath, type SignedPath } from './addresses.ts';
import { type Answer, answerRefusal, answerVerdict, toResponse } from './answer.ts';
import { answerDiagramCall, type DiagramPort } from './diagram-handler.ts';
import { type ReadPressOptions, type ReceivedPress, readPress, reasonOf } from './read-press.ts';
import { answerStatusCall, type StatusHandlerOptions } from './status-handler.ts';

/**
 * Replaces an answer with a response of the host; undefined keeps the answer. The verdict is undefined for calls that
 * were not accepted. Called after the press is decided and stored: it changes only what the center receives. If it throws or
 * takes longer than 5 seconds, the answer is kept.
 */
export type AnswerHook = (
  answer: Answer,
  verdict: Verdict | undefined,
) => Response | undefined | Promise<Response | undefined>;

export interface PressPort {
  /**
   * Decides a press; a repeat gets the verdict of the first call.
   * Resolves only after the verdict is stored. Rejects if nothing was stored or the result is unknown: the same call can
   * be repeated, and gets the first verdict if there was one.
   */
  press(received: ReceivedPress): Promise<Verdict>;
}

export interface CallbackHandlerOptions extends ReadPressOptions {
  readonly port: PressPort;
  readonly answer?: AnswerHook | undefined;
  /** If omitted, there is no task-status callback. */
  readonly status?: StatusHandlerOptions['status'];
  /** If omitted, diagrams are not served. */
  readonly diagramPort?: DiagramPort | undefined;
  /** Default: none. */
  readonly telemetry?: Telemetry;
}

/**
 * Creates the Web-standard handler of the callbacks (spec, Events). It can be mounted under any path, because only the
 * last segments of the path are read. status-handler.ts answers task-status calls, diagram-handler.ts calls for diagrams.
 *
 * For buttons, cheap checks come first: path, method, announced size, signature, headers, actual size, cipher, parameters,
 * id token; the port is called after all of them have passed. A decided press is answered with HTTP 200, a call that was
 * not accepted with 4xx, and 503 if the press was not stored or the result is unknown, so that the center can repeat the
 * call. The handler never rejects.
 */
export function createCallbackHandler(options: CallbackHandlerOptions): (request: Request) => Promise<Response> {
  const { telemetry = NO_TELEMETRY } = options;
  return (request) => {
    const called = findCalled(request);
    const attributes = {
      'bpmn_bridge.callback.kind': called.kind,
      // Anybody can send any method: only known ones are named, as in the semantic conventions.
      'http.request.method': ['GET', 'POST'].includes(request.method) ? request.method : '_OTHER',
    };
    return telemetry.inSpan('bpmn_bridge.callback', { attributes, headers: request.headers }, async (span) => {
      const response = await answer(request, called, options);
      span.set({ 'http.response.status_code': response.status });
      if (response.status >= 500) span.failed(String(response.status));
      return response;
    });
  };
}

type Called =
  | { readonly kind: 'button' | 'unknown' }
  | { readonly kind: 'task-status' | 'diagram'; readonly path: SignedPath };

/** What the address of a call is for. */
function findCalled({ url }: Request): Called {
  const { pathname } = new URL(url);
  if (parseButtonPath(pathname) !== undefined) return { kind: 'button' };
  const ofStatus = parseSignedPath('task-status', pathname);
  if (ofStatus) return { kind: 'task-status', path: ofStatus };
  const ofDiagram = parseSignedPath('diagrams', pathname);
  return ofDiagram ? { kind: 'diagram', path: ofDiagram } : { kind: 'unknown' };
}

async function answer(request: Request, called: Called, options: CallbackHandlerOptions): Promise<Response> {
  const { status, diagramPort } = options;
  if (called.kind === 'task-status' && status) return answerStatusCall(request, called.path, { ...options, status });
  if (called.kind === 'diagram' && diagramPort)
    return answerDiagramCall(request, called.path, { ...options, port: diagramPort });
  const [decided, verdict] = await decide(request, options);
  return respond(decided, verdict, options);
}

async function decide(request: Request, options: CallbackHandlerOptions): Promise<readonly [Answer, Verdict?]> {
  const fail = (error: unknown, cause: string | null) => {
    const code = error instanceof BridgeError ? { code: error.code } : {};
    options.log('callback.failed', { ...code, reason: reasonOf(error), ...(cause !== null && { cause }) });
    return [answerRefusal('unavailable', options.texts)] as const;
  };
  let read: Awaited<ReturnType<typeof readPress>>;
  try {
    read = await readPress(request, options);
  } catch (error) {
    // `cipher` and `idToken` get what is secret, and their errors may quote it.
    return fail(error, null);
  }
  if ('refused' in read) return [read.refused];
  try {
    const verdict = await options.port.press(read.press);
    return [answerVerdict(verdict), verdict];
  } catch (error) {
    return fail(error, describeCause(error));
  }
}

async function respond(decided: Answer, verdict: Verdict | undefined, { answer: hook, log }: CallbackHandlerOptions) {
  try {
    return (hook && (await answerInTime(() => hook(decided, verdict)))) ?? toResponse(decided);
  } catch (error) {
    // The press is already decided and stored: a failing hook must not change its answer.
    log('callback.answer-failed', { reason: reasonOf(error) });
    return toResponse(decided);
  }
}
