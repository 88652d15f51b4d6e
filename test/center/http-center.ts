import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A call that came in, as it came. */
export interface ReceivedCall {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export type Answer = (response: ServerResponse, call: ReceivedCall, count: number) => void;

export interface HttpCenter {
  readonly url: string;
  readonly tokenCalls: readonly ReceivedCall[];
  readonly taskCalls: readonly ReceivedCall[];
  readonly messageCalls: readonly ReceivedCall[];
  /** How token calls are answered from now on; the count begins with 1. */
  onToken: Answer;
  onTasks: Answer;
  onMessages: Answer;
  close(): Promise<void>;
}

export const answerJson = (status: number, body: unknown, headers: Record<string, string> = {}): Answer => {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  };
};

/** A token that is named after its number. */
const giveToken: Answer = (response, call, count) =>
  answerJson(200, { access_token: `token-${count}`, expires_in: 3600 })(response, call, count);

export const answerErrors = (...errorIds: unknown[]): Answer =>
  answerJson(200, { took: 1, timestamp: 1, code: 0, message: 'success', data: { errorIds } });

/** The message was sent, but not to these. */
export const answerSent = (...problems: { receiverKey: string; exceptionMessage: string }[]): Answer => {
  return (response, call, count) => {
    const { sendId } = JSON.parse(call.body);
    const data = { sendId, errorList: problems.length === 0 ? null : problems };
    answerJson(200, { timestamp: 1, code: 0, message: 'success', data })(response, call, count);
  };
};

/** A bare HTTP server that answers as the test wants, well or badly. */
export async function startHttpCenter(port = 0): Promise<HttpCenter> {
  const tokenCalls: ReceivedCall[] = [];
  const taskCalls: ReceivedCall[] = [];
  const messageCalls: ReceivedCall[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const path = request.url ?? '';
      const call = { path, headers: request.headers, body: Buffer.concat(chunks).toString() };
      const isMessage = path.endsWith('/messageSend');
      const isToken = path.endsWith('/oauth2/token');
      const calls = isToken ? tokenCalls : isMessage ? messageCalls : taskCalls;
      calls.push(call);
      const answer = isToken ? center.onToken : isMessage ? center.onMessages : center.onTasks;
      answer(response, call, calls.length);
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const center: HttpCenter = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    tokenCalls,
    taskCalls,
    messageCalls,
    onToken: giveToken,
    onTasks: answerErrors(),
    onMessages: answerSent(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return center;
}
