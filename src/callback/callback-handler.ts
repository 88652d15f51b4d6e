import { BridgeError } from '../errors.ts';
import { answerInTime } from '../host/with-timeout.ts';
import type { Verdict } from '../protocol/verdict.ts';
import { type Answer, answerRefusal, answerVerdict, toResponse } from './answer.ts';
import { parseButtonPath } from './button-path.ts';
import { answerDiagramCall } from './diagram-handler.ts';
import type { DiagramPort, PressPort } from './port.ts';
import { type ReadPressOptions, readPress, reasonOf } from './read-press.ts';
import { parseSignedPath } from './signed-address.ts';
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

export interface CallbackHandlerOptions extends ReadPressOptions {
  readonly port: PressPort;
  readonly answer?: AnswerHook | undefined;
  /** If omitted, there is no task-status callback. */
  readonly status?: StatusHandlerOptions['status'];
  /** If omitted, diagrams are not served. */
  readonly diagramPort?: DiagramPort | undefined;
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
  const { status, diagramPort } = options;
  return async (request) => {
    const { pathname } = new URL(request.url);
    if (parseButtonPath(pathname) === undefined) {
      const statusPath = parseSignedPath('task-status', pathname);
      if (status && statusPath) return answerStatusCall(request, statusPath, { ...options, status });
      const diagramPath = parseSignedPath('diagrams', pathname);
      if (diagramPort && diagramPath) return answerDiagramCall(request, diagramPath, { ...options, port: diagramPort });
    }
    const [answer, verdict] = await decide(request, options).catch((error: unknown) => {
      const code = error instanceof BridgeError ? { code: error.code } : {};
      options.log('callback.failed', { ...code, reason: reasonOf(error) });
      return [answerRefusal('unavailable', options.texts)] as const;
    });
    return respond(answer, verdict, options);
  };
}

async function decide(request: Request, options: CallbackHandlerOptions): Promise<readonly [Answer, Verdict?]> {
  const read = await readPress(request, options);
  if ('refused' in read) return [read.refused];
  const verdict = await options.port.press(read.press);
  return [answerVerdict(verdict), verdict];
}

async function respond(answer: Answer, verdict: Verdict | undefined, { answer: hook, log }: CallbackHandlerOptions) {
  try {
    return (hook && (await answerInTime(() => hook(answer, verdict)))) ?? toResponse(answer);
  } catch (error) {
    // The press is already decided and stored: a failing hook must not change its answer.
    log('callback.answer-failed', { reason: reasonOf(error) });
    return toResponse(answer);
  }
}
