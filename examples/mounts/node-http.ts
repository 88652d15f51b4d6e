import { createServer } from 'node:http';
import { type Bridge, toNodeListener } from 'bpmn-transaction-bridge';

export function serve(bridge: Bridge, port: number) {
  const approvals = toNodeListener((request) => bridge.fetch(request));
  const server = createServer((incoming, outgoing) => {
    if (incoming.url?.startsWith('/approvals/')) approvals(incoming, outgoing);
    else outgoing.end('healthy');
  });
  return server.listen(port);
}
