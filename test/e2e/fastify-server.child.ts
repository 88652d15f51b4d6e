/** The service of examples/mounts/fastify.ts, which is asked to stop. */
import { serve } from '../../examples/mounts/fastify.ts';
import type { Bridge } from '../../src/index.ts';

await serve({ close: async () => console.log('bridge closed') } as Bridge, 0);
process.kill(process.pid, 'SIGTERM');
