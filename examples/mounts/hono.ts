import { serve as serveNode } from '@hono/node-server';
import type { Bridge } from 'bpmn-transaction-bridge';
import { Hono } from 'hono';

export function serve(bridge: Bridge, port: number) {
  const app = new Hono();
  app.all('/approvals/*', (context) => bridge.fetch(context.req.raw));
  app.get('/health', (context) => context.text('healthy'));
  return serveNode({ fetch: app.fetch, port });
}
