// A bridge in a process of its own, there to be killed. Says `ready` when it is loaded, and opens when it is told to.
import { createBridge } from '../../src/bridge/create-bridge.ts';
import type { ServiceFunction } from '../../src/host.ts';
import { serveFetch } from '../support/serve-fetch.ts';
import type { ChildWord, OpenOrder, Order } from './start-bridge-child.ts';

const say = (word: ChildWord) => process.send?.(word);

async function open({ store, drawings, centerOrigin, publicUrl, signingSecret, hangServices }: OpenOrder) {
  const placeOrder: ServiceFunction = ({ idempotencyKey }) => {
    say({ word: 'service', idempotencyKey });
    return hangServices ? new Promise(() => undefined) : {};
  };
  const bridge = await createBridge({
    center: {
      baseUrl: `${centerOrigin}/center`,
      authUrl: `${centerOrigin}/auth`,
      clientId: 'approvals-client',
      clientSecret: 'approvals-secret',
      appId: 'approvals',
    },
    callback: {
      publicUrl,
      signingKeys: [{ id: 'k1', secret: signingSecret }],
      cipher: { kind: 'none' },
      idToken: 'trust-center',
    },
    identity: 'trust-center',
    store,
    defaults: { systemHandler: 'system' },
    services: { 'place-order': placeOrder },
    outbox: { retryMinMs: 10, retryMaxMs: 50 },
  });
  for (const drawing of drawings) await bridge.deploy(drawing);
  const server = await serveFetch((request) => bridge.fetch(request));
  say({ word: 'open', origin: server.origin });
  return { bridge, server };
}

const leave = () => process.exit();
let opening: ReturnType<typeof open> | undefined;

async function obey(order: Order): Promise<void> {
  if (order.order === 'open') {
    opening = open(order);
    await opening;
    return;
  }
  const { bridge, server } = (await opening) ?? {};
  if (order.order === 'close') {
    await Promise.all([bridge?.close(), server?.close()]);
    // Nothing must be left that keeps the process.
    process.off('disconnect', leave);
    process.disconnect();
    return;
  }
  const started = await bridge?.start(order.processId, order.options);
  say({ word: 'started', startKey: order.options.startKey, instanceId: started?.instanceId ?? '' });
}

process.on('message', (order: Order) => void obey(order));
process.on('disconnect', leave);
say({ word: 'ready' });
