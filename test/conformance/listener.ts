import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A received call. */
export interface ReceivedCall {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: IncomingHttpHeaders;
  /** Parsed JSON; undefined if it is not JSON. */
  readonly body: unknown;
}

export interface RightAnswer {
  readonly code: 0;
  readonly message: string;
  readonly data: readonly object[];
}

/** A business system that accepts every press, and answers status requests as configured. */
export interface Listener {
  readonly origin: string;
  readonly received: readonly ReceivedCall[];
  /** Status of these tasks; all others are in progress. */
  say(taskId: string, taskStatus: string, taskData: object): void;
  /** Answer to presses, with HTTP 200. Default: accepted. */
  answerButtons(answer: object | undefined): void;
  /** Replaces the answer to a status request. Default: the correct answer. */
  answerQuestions(change: ((right: RightAnswer) => object) | undefined): void;
  close(): Promise<void>;
}

export async function listen(): Promise<Listener> {
  const received: ReceivedCall[] = [];
  const told = new Map<string, object>();
  let answerOfButtons: object | undefined;
  let changeAnswer: ((right: RightAnswer) => object) | undefined;
  const stateOf = (taskId: string) => ({
    taskId,
    ...(told.get(taskId) ?? { taskStatus: 'IN_PROGRESS', taskData: {} }),
  });
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const url = new URL(request.url ?? '/', 'http://localhost');
      const body = parse(Buffer.concat(chunks).toString('utf8'));
      const query = Object.fromEntries(url.searchParams);
      received.push({ method: request.method ?? '', path: url.pathname, query, headers: request.headers, body });
      const states: RightAnswer = { code: 0, message: 'success', data: idsIn(body).map(stateOf) };
      const answerQuestion = () => changeAnswer?.(states) ?? states;
      const answerPress = () => answerOfButtons ?? { code: 0, message: 'success', data: null };
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(url.pathname === '/status' ? answerQuestion() : answerPress()));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    say: (taskId, taskStatus, taskData) => void told.set(taskId, { taskStatus, taskData }),
    answerButtons(answer) {
      answerOfButtons = answer;
    },
    answerQuestions(change) {
      changeAnswer = change;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Reads the ids of a status request: an object with the list, or only the list. */
export function idsIn(body: unknown): string[] {
  if (Array.isArray(body)) return body as string[];
  return (body as { taskIds?: string[] } | undefined)?.taskIds ?? [];
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
