import { type Bridge, toNodeListener } from 'bpmn-transaction-bridge';
import express from 'express';

export function serve(bridge: Bridge, port: number) {
  const app = express();
  // Before body parsers: the bridge reads the body itself, because it may be encrypted.
  app.use(
    '/approvals',
    toNodeListener((request) => bridge.fetch(request)),
  );
  app.use(express.json());
  app.get('/health', (_request, response) => void response.send('healthy'));
  return app.listen(port);
}
