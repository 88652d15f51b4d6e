/**
 * A service for purchases in Express, with tables of its own in PostgreSQL: a purchase and its approval are one commit.
 * The process is run by createEngineHost; delivery is in purchase-delivery.ts.
 *
 * Run it with the variables of service-settings.ts and DATABASE_URL: `npx tsx examples/services/purchase-service.ts`.
 */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createEngineHost, openCallbacks, openCenter, toNodeListener } from 'bpmn-transaction-bridge/plugin';
import express from 'express';
import { Pool } from 'pg';
import { createDelivery } from './purchase-delivery.ts';
import { createPurchaseStore, type Transaction } from './purchase-store.ts';
import { read, readSettings, type ServiceSettings } from './service-settings.ts';

const DIAGRAM = join(import.meta.dirname, '../../processes/purchase.bpmn');

export async function openPurchaseService(settings: ServiceSettings & { readonly databaseUrl: string }) {
  const { publicUrl, secret, port, databaseUrl } = settings;
  const source = await readFile(DIAGRAM, 'utf8');
  const pool = new Pool({ connectionString: databaseUrl });
  // An idle connection broke, as when the database restarts: the pool opens another one.
  pool.on('error', (error) => console.error('a connection broke', error));
  const { transaction, createTables, load, save, findPress } = createPurchaseStore(pool);
  await createTables();

  const center = await openCenter(settings.center);
  const callbacks = await openCallbacks({
    ...{ appId: 'approvals', publicUrl, signingKeys: [{ id: 'k1', secret }] },
    ...{ cipher: { kind: 'none' }, idToken: 'trust-center' },
    // The decision and the step are one commit; the center is answered after it.
    press: (taskId, press, { replayKey }) =>
      transaction(async (client) => {
        const verdict = await host.press(taskId, { ...press, replayKey }, client);
        if (verdict.kind === 'applied') {
          const sql = 'update purchases set decisions = decisions + 1 where purchase_id = $1';
          await client.query(sql, [taskId.replace(/\.\d+$/, '')]);
        }
        return verdict;
      }),
    answerStatus: (taskIds) => host.answerStatus(taskIds),
  });
  const host = createEngineHost<Transaction>({
    ...{ load, save, findPress },
    plugin: {
      appId: 'approvals',
      identity: 'trust-center',
      actionUrl: callbacks.actionUrl,
      // The last signature waits for the order, so that one report ends the purchase: many centers do not conclude a
      // transaction by a report about a task that they have as handled.
      reportHoldMs: 3_600_000,
      services: {
        // At least once: the same purchase is ordered once.
        async 'place-order'({ instanceId }) {
          const sql = 'update purchases set ordered_at = coalesce(ordered_at, now()) where purchase_id = $1';
          await pool.query(sql, [instanceId]);
        },
      },
    },
  });
  const delivery = createDelivery(pool, host, center);

  const app = express();
  // Before body parsers: the callbacks read the body themselves.
  app.use('/center', toNodeListener(callbacks.fetch));
  app.use(express.json());
  app.post('/requests', async (request, response) => {
    const { instanceId, initiator, variables } = request.body;
    await transaction(async (client) => {
      const sql = 'insert into purchases (purchase_id, item, price) values ($1, $2, $3) on conflict do nothing';
      await client.query(sql, [instanceId, variables.item, variables.price]);
      await host.start({ source, instanceId, initiator, variables }, client);
    });
    response.status(204).end();
  });

  const server = app.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await once(server.close(), 'close');
      await delivery.close();
      await center.close();
      await pool.end();
    },
  };
}

if (process.argv[1] === import.meta.filename) {
  const { url } = await openPurchaseService({ ...readSettings(), databaseUrl: read('DATABASE_URL') });
  console.log(`Purchases are served at ${url}.`);
}
