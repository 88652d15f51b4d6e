import type { IncomingHttpHeaders } from 'node:http';
import type { CallKind } from './traffic.ts';

export interface HttpRequest {
  readonly headers: IncomingHttpHeaders;
  /** As JSON. */
  readonly body: string;
}

/** What a route answers, and what of it may be kept in the traffic. */
export interface HttpAnswer {
  /** HTTP status code. */
  readonly status: number;
  /** What is sent, as JSON. */
  readonly body: unknown;
  /** The body is text, of a proxy, and no JSON. */
  readonly isText?: true;
  /** Stands in for `body` in the traffic where that holds a secret. */
  readonly recordedBody?: unknown;
}

export interface Route {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly call: CallKind;
  answer(request: HttpRequest): HttpAnswer;
}
