/** A row that somebody else holds, such as a migration of the service, while an operation is done to many. */
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { createBridge } from '../../../src/index.ts';
import { startHttpCenter } from '../../center/http-center.ts';
import { end, processFile, serviceTask, start } from '../../support/bpmn-xml.ts';
import { createMigratedDatabase } from '../../support/shared-postgres.ts';
import { optionsFor } from '../options-for.ts';

test('is not changed, and says so; all others are', async () => {
  const center = await startHttpCenter();
  const database = await createMigratedDatabase();
  const silent = () => undefined;
  const bridge = await createBridge({
    ...optionsFor(center),
    store: database.url,
    services: { book: () => Promise.reject(new Error('closed')) },
    jobs: { maxAttempts: 1 },
    logger: { debug: silent, info: silent, warn: silent, error: silent },
  });
  const holder = new Client({ connectionString: database.url });
  try {
    await bridge.deploy(
      processFile([start(), serviceTask('call', { service: 'book' }), end()], 'start > call > end', { id: 'booking' }),
    );
    for (const _ of [1, 2, 3]) await bridge.start('booking', { initiator: 'anna' });
    await bridge.idle();
    const [, held] = await bridge.incidents.list({ open: true });
    await holder.connect();
    await holder.query('begin');
    await holder.query('select 1 from jobs where job_id = $1 for update', [held?.subject]);
    const failed = [{ id: held?.incidentId, code: 'ERR_STORE_UNAVAILABLE', reason: expect.stringContaining('locked') }];
    expect(await bridge.incidents.retryAll({}, { by: 'eva' })).toMatchObject({ count: 2, failed });
  } finally {
    await holder.end();
    await bridge.close();
    await database.drop();
    await center.close();
  }
});
