// One node of the service that the walk breaks: a bridge on PostgreSQL in a process of its own, whose log is its output.
import { createBridge, type StartOptions } from '../../src/index.ts';
import { collectTelemetry } from '../support/collected-telemetry.ts';
import { obeyOrders } from '../support/ordered-child.ts';
import { serveFetch } from '../support/serve-fetch.ts';
import type { NodeOrder, NodeSettings } from './walk-node.ts';

const { name, store, centerOrigin, publicUrl, signingSecret, maxUndelivered }: NodeSettings = JSON.parse(
  process.argv[2] ?? '{}',
);

/** What is outside of the service, and fails when the walk wants it. */
const outside = { bookingIsOpen: true, directoryAnswers: true, limitIsKnown: true };

const write = (level: string) => (message: string, fields?: object) =>
  void process.stdout.write(`${JSON.stringify({ node: name, level, message, ...fields })}\n`);

/** Starts at a time. */
const AT_ONCE = 16;

const telemetry = collectTelemetry();
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
  identity: {
    isMember: async (_group, account) => {
      if (!outside.directoryAnswers) await new Promise(() => undefined);
      return account === 'bo';
    },
  },
  store,
  defaults: { systemHandler: 'system' },
  expressions: {
    functions: {
      settles(n: number): boolean {
        while (n > 1_000);
        return true;
      },
      isLarge(): boolean {
        if (!outside.limitIsKnown) throw new RangeError('no limit for this year');
        return false;
      },
    },
  },
  services: {
    book: () => {
      if (!outside.bookingIsOpen) throw new TypeError('the booking office is closed');
    },
  },
  jobs: { maxAttempts: 2, retryMinMs: 100, retryMaxMs: 200 },
  outbox: { maxItemAttempts: 2, maxUndelivered },
  telemetry: telemetry.option,
  admin: { authorize: () => ({ name: 'eva' }) },
  // Twice what the longest step takes on a machine that is busy.
  limits: { stepMs: 3_000 },
  logger: { debug: () => undefined, info: write('info'), warn: write('warn'), error: write('error') },
});
const server = await serveFetch((request) =>
  new URL(request.url).pathname.startsWith('/operations/') ? bridge.admin(request) : bridge.fetch(request),
);

async function obey(order: NodeOrder): Promise<unknown> {
  switch (order.order) {
    case 'set':
      return void Object.assign(outside, order.outside);
    case 'deploy':
      return void (await bridge.deploy(order.files));
    case 'start': {
      const options: StartOptions = { initiator: 'anna', ...(order.variables && { variables: order.variables }) };
      const ids: string[] = [];
      while (ids.length < order.times) {
        const starts = Array.from({ length: Math.min(AT_ONCE, order.times - ids.length) }, () =>
          bridge.start(order.processId, options),
        );
        ids.push(...(await Promise.all(starts)).map(({ instanceId }) => instanceId));
      }
      return ids;
    }
    case 'metrics':
      return Object.fromEntries(await telemetry.metrics());
    case 'health':
      return (await bridge.health()).problems;
    case 'close':
      await Promise.all([bridge.close(), server.close()]);
      return process.exit();
  }
}

obeyOrders(obey, server.origin);
