import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { TOKEN_PATH } from '../support/inner/protocol.ts';

export interface BlindCenter {
  readonly origin: string;
  close(): Promise<void>;
}

/** A center that takes everything and remembers nothing: what grows beside it is the bridge. */
export async function startBlindCenter(delayMs = 0): Promise<BlindCenter> {
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => {
      body += chunk;
    });
    request.on('end', () => {
      const respond = () =>
        response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(JSON.stringify(answer(request.url ?? '', body)));
      if (delayMs === 0) respond();
      else setTimeout(respond, delayMs);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function answer(path: string, body: string): unknown {
  if (path.endsWith(TOKEN_PATH)) return { access_token: 'token', expires_in: 3600 };
  const data = path.endsWith('/messageSend') ? { sendId: JSON.parse(body).sendId, errorList: null } : { errorIds: [] };
  return { timestamp: 1, code: 0, message: 'success', data };
}
