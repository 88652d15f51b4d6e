import type { IncomingHttpHeaders } from 'node:http';
import type { CallKind } from './traffic.ts';

export interface HttpRequest {
  readonly headers: IncomingHttpHeaders;
  /** As JSON. */
  readonly body: string;
}

/** The answer of a route, and what of it is kept in the traffic. */
export interface HttpAnswer {
  /** HTTP status code. */
  readonly status: number;
  /** Sent as JSON. */
  readonly body: unknown;
  /** The body is sent as text, as from a proxy, and not as JSON. */
  readonly isText?: true;
  /** Replaces `body` in the traffic when that contains a secret. */
  readonly recordedBody?: unknown;
}

export interface Route {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly call: CallKind;
  answer(request: HttpRequest): HttpAnswer;
}
