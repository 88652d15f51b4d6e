// A bridge in a process of its own, there to be killed. It is ready when it is loaded, and opens when it is told to.
import { type Bridge, createBridge, type ServiceFunction } from '../../../src/index.ts';
import { obeyOrders } from '../../support/ordered-child.ts';
import { type FetchServer, serveFetch } from '../../support/serve-fetch.ts';
import { REFUSALS_OF_A_MESSAGE } from '../load/refusals.ts';
import type { OpenOrder, Order, ServiceWord } from '../world/child-orders.ts';
import { operate } from './operator.ts';
import { pass, setTrap } from './trap.ts';
import { forgetBefore } from './watched-retention.ts';
import { begin } from './work.ts';

interface Opened {
  readonly bridge: Bridge;
  readonly server: FetchServer;
}

/** Counts as a step in flight, and can be killed before, in and after. */
async function enter<Result>(point: 'press' | 'start', work: () => Promise<Result>): Promise<Result> {
  const end = begin('steps');
  try {
    return await pass(point, work);
  } finally {
    end();
  }
}

function createService({ hangServices, failServices }: OpenOrder): ServiceFunction {
  return ({ idempotencyKey }) =>
    pass('service', async () => {
      process.send?.({ idempotencyKey } satisfies ServiceWord);
      if (hangServices) return new Promise(() => undefined);
      if (failServices && Math.random() < 1 / 2) throw new Error('the service fails now and then');
      return {};
    });
}

async function open(order: OpenOrder): Promise<Opened> {
  const { centerOrigin, patience } = order;
  if (order.trap) setTrap(order.trap);
  forgetBefore(order.forgetBefore);
  const bridge = await createBridge({
    center: {
      baseUrl: `${centerOrigin}/center`,
      authUrl: `${centerOrigin}/auth`,
      clientId: 'approvals-client',
      clientSecret: 'approvals-secret',
      appId: 'approvals',
      ...(patience && { timeoutMs: patience.centerTimeoutMs }),
    },
    callback: {
      publicUrl: order.publicUrl,
      signingKeys: [{ id: 'k1', secret: order.signingSecret }],
      cipher: { kind: 'none' },
      idToken: 'trust-center',
    },
    identity: 'trust-center',
    store: order.store,
    defaults: { systemHandler: 'system' },
    // Each wait for a timer or a service is a system task.
    reportHoldMs: 0,
    services: { 'place-order': createService(order) },
    outbox: {
      retryMinMs: 10,
      retryMaxMs: 50,
      maxItemAttempts: REFUSALS_OF_A_MESSAGE,
      ...(patience && { leaseMs: patience.deliveryLeaseMs }),
    },
    jobs: {
      maxAttempts: 2,
      retryMinMs: 10,
      // One timer start fails for ever.
      retryMaxMs: 1_000,
      ...(patience && { timeoutMs: patience.jobTimeoutMs, leaseMs: patience.jobLeaseMs }),
    },
    // Trust is meant here, and work is put off whenever a database is away.
    logger: { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined },
  });
  for (const diagram of order.diagrams) await bridge.deploy(diagram);
  const server = await serveFetch((request) =>
    request.url.includes('/tasks/') ? enter('press', () => bridge.fetch(request)) : bridge.fetch(request),
  );
  return { bridge, server };
}

let opening: Promise<Opened> | undefined;

/** @returns what the order gives */
async function obey(order: Order): Promise<string> {
  if (order.order === 'open') {
    opening = open(order);
    return (await opening).server.origin;
  }
  if (order.order === 'trap') {
    setTrap(order.trap);
    return '';
  }
  if (!opening) throw new Error('there is no bridge yet');
  const { bridge, server } = await opening;
  switch (order.order) {
    case 'close':
      await Promise.all([bridge.close(), server.close()]);
      return '';
    case 'start':
      return (await enter('start', () => bridge.start(order.processId, order.options))).instanceId;
    case 'send':
      await bridge.messages.send(order.message);
      return '';
    case 'work': {
      const { taskId, work } = order;
      return (await enter('press', () => bridge[work.method](taskId, work.options as never))).kind;
    }
    case 'operate':
      await operate(bridge, order);
      return '';
  }
}

obeyOrders(obey);
