import { parseButtonPath } from '../../callback/button-path.ts';
import { parseSignedPath } from '../../callback/signed-address.ts';
import type { Telemetry } from '../../telemetry/telemetry.ts';

type AnswerCallback = (request: Request) => Promise<Response>;

/** The handler with a span around each call. */
export function watchCallbacks(answer: AnswerCallback, telemetry: Telemetry): AnswerCallback {
  return (request) => {
    const attributes = {
      'bpmn_bridge.callback.kind': kindOf(request),
      // Anybody can send any method: only known ones are named, as in the semantic conventions.
      'http.request.method': ['GET', 'POST'].includes(request.method) ? request.method : '_OTHER',
    };
    return telemetry.inSpan('bpmn_bridge.callback', { attributes, headers: request.headers }, async (span) => {
      const response = await answer(request);
      span.set({ 'http.response.status_code': response.status });
      if (response.status >= 500) span.failed(String(response.status));
      return response;
    });
  };
}

function kindOf({ url }: Request): string {
  const { pathname } = new URL(url);
  if (parseButtonPath(pathname) !== undefined) return 'button';
  if (parseSignedPath('task-status', pathname)) return 'task-status';
  return parseSignedPath('diagrams', pathname) ? 'diagram' : 'unknown';
}
