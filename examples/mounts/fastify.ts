/** The bridge in Fastify. Run it: `npx tsx examples/mounts/fastify.ts`. */
import Fastify from 'fastify';
import { type Handler, toNodeListener } from '../serve-bridge.ts';
import { PREFIX, tryMount } from './try-mount.ts';

export async function serve(handler: Handler) {
  const app = Fastify({ forceCloseConnections: true });
  const listener = toNodeListener(handler);
  await app.register(
    async (bridge) => {
      // In this scope only the bridge reads the body, which is encrypted.
      bridge.removeAllContentTypeParsers();
      bridge.addContentTypeParser('*', (_request, _body, done) => done(null));
      bridge.all('/*', (request, reply) => {
        reply.hijack();
        listener(request.raw, reply.raw);
      });
    },
    { prefix: PREFIX },
  );
  app.get('/health', async () => 'healthy');

  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return { url, close: () => app.close() };
}

if (process.argv[1] === import.meta.filename) await tryMount(serve);
