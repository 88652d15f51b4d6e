/** Two services on the plugin alone are killed at random moments; nothing is lost or reported twice. `npm run test:services` kills them more often. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createRandom } from '../support/random.ts';
import { createEmptyDatabase } from '../support/shared-postgres.ts';
import { killService } from './services/service-kills.ts';
import { leaveService, purchaseService } from './services/services-under-test.ts';

const KILLS = 12;
const TIMEOUT_MS = 600_000;

it(
  'the service with an engine in memory and a file for each request',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'leave-service-'));
    try {
      expect(await killService(leaveService(folder), { kills: KILLS, random: createRandom(16) })).toEqual([]);
    } finally {
      await rm(folder, { recursive: true });
    }
  },
  TIMEOUT_MS,
);

it(
  'the service in Express with tables of its own in PostgreSQL',
  async () => {
    const database = await createEmptyDatabase();
    try {
      expect(await killService(purchaseService(database.url), { kills: KILLS, random: createRandom(16) })).toEqual([]);
    } finally {
      await database.drop();
    }
  },
  TIMEOUT_MS,
);
