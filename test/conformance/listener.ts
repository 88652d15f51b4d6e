import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One call that came in. */
export interface ReceivedCall {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: IncomingHttpHeaders;
  /** Parsed; undefined where it is no JSON. */
  readonly body: unknown;
}

/** A business system that takes every press, and says of each task what it was told to say. */
export interface Listener {
  readonly origin: string;
  readonly received: readonly ReceivedCall[];
  /** What is said of these tasks when the center asks; of all others that they are in progress. */
  say(taskId: string, taskStatus: string, taskData: object): void;
  /** What presses are answered, with HTTP 200; undefined: that they were taken. */
  answerButtons(answer: object | undefined): void;
  close(): Promise<void>;
}

export async function listen(): Promise<Listener> {
  const received: ReceivedCall[] = [];
  const states = new Map<string, object>();
  let answerOfButtons: object | undefined;
  const stateOf = (taskId: string) => ({
    taskId,
    ...(states.get(taskId) ?? { taskStatus: 'IN_PROGRESS', taskData: {} }),
  });
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const url = new URL(request.url ?? '/', 'http://localhost');
      const body = parse(Buffer.concat(chunks).toString('utf8'));
      const query = Object.fromEntries(url.searchParams);
      received.push({ method: request.method ?? '', path: url.pathname, query, headers: request.headers, body });
      const isStatus = url.pathname === '/status';
      const taken = { code: 0, message: 'success', data: isStatus ? idsIn(body).map(stateOf) : null };
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(isStatus ? taken : (answerOfButtons ?? taken)));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    say: (taskId, taskStatus, taskData) => void states.set(taskId, { taskStatus, taskData }),
    answerButtons(answer) {
      answerOfButtons = answer;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The ids of a question, which may stand in an object or alone. */
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
