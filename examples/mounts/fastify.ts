import { type Bridge, toNodeListener } from 'bpmn-transaction-bridge';
import Fastify from 'fastify';

export async function serve(bridge: Bridge, port: number) {
  const app = Fastify();
  const listener = toNodeListener((request) => bridge.fetch(request));
  await app.register(
    async (approvals) => {
      // In this scope only the bridge reads the body, which may be encrypted.
      approvals.removeAllContentTypeParsers();
      approvals.addContentTypeParser('*', (_request, _body, done) => done(null));
      approvals.all('/*', (request, reply) => {
        reply.hijack();
        listener(request.raw, reply.raw);
      });
    },
    { prefix: '/approvals' },
  );
  app.get('/health', async () => 'healthy');
  // Runs when the requests in flight have been answered.
  app.addHook('onClose', () => bridge.close());
  process.once('SIGTERM', () => void app.close());
  await app.listen({ port, host: '0.0.0.0' });
  return app;
}
