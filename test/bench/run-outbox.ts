/**
 * `npm run bench:outbox`: how many reports a second the outbox delivers from an SQLite file, beside a bare undici loop that
 * posts the same bodies. Both take turns. Once the center answers at once, and once after 20 ms, as one does that stores
 * what it gets.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Agent } from 'undici';
import { createCenterClient } from '../../src/center/create-center-client.ts';
import { createOutbox } from '../../src/outbox/create-outbox.ts';
import { aReport, NOON, startInstance } from '../store/rows.ts';
import { TASK_HANDLE_PATH } from '../support/inner/protocol.ts';
import { createSqliteStore } from '../support/inner/store.ts';
import { startCenterProcess } from './center-process.ts';
import { median } from './median.ts';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '9' } } });
const BATCH = 50;
const REPORTS = 40 * BATCH;

const folder = mkdtempSync(join(tmpdir(), 'outbox-'));

/** A report that hands a task on, with the fields that a bridge fills in. */
function reportOf(taskId: string) {
  const { item, ...report } = aReport(taskId);
  const next = {
    ...{ nodeId: 'manager', nodeName: 'Manager approval', transTypeCode: 'leave', taskId: `${taskId}-next` },
    ...{ handlers: 'bo', taskName: 'A leave of five days', createTime: '2026-01-01 00:00:00' },
  };
  return { ...report, item: { ...item, status: 'next' as const, opinions: 'fine', next: [next] } };
}

async function compare(delayMs: number): Promise<void> {
  const center = await startCenterProcess(delayMs);
  const { origin } = center;
  const address = { baseUrl: `${origin}/center`, authUrl: `${origin}/auth` };
  const agent = new Agent();
  const client = createCenterClient({
    ...{ ...address, clientId: 'bench', clientSecret: 'bench-secret', timeoutMs: 10_000 },
    clock: Date.now,
  });
  const store = await createSqliteStore({ path: join(folder, `${delayMs}.db`) });
  const retry = { maxItemAttempts: 5, retryMinMs: 1000, retryMaxMs: 60_000 };
  const outbox = createOutbox({
    ...{ store, center: client, clock: () => NOON, owner: 'bench' },
    ...{ batchSize: BATCH, leaseMs: 60_000, retry, pollMs: 1000 },
    onError: (error: unknown) => {
      throw error;
    },
  });
  let instances = 0;

  async function deliver(): Promise<void> {
    if ((await outbox.deliverDue()) !== REPORTS) throw new Error('The outbox has not delivered all reports.');
  }

  async function post(): Promise<void> {
    const ids = Array.from({ length: REPORTS }, (_, index) => `i-${instances - REPORTS + index}`);
    for (let from = 0; from < REPORTS; from += BATCH) {
      const items = ids.slice(from, from + BATCH).map((id) => reportOf(id).item);
      const answer = await agent.request({
        ...{ origin, path: `/center${TASK_HANDLE_PATH}`, method: 'POST' },
        headers: { 'content-type': 'application/json', authorization: 'token' },
        body: JSON.stringify(items),
      });
      await answer.body.json();
    }
  }

  const times: [number[], number[]] = [[], []];
  for (let round = -1; round < Number(values.rounds); round += 1) {
    for (let left = REPORTS; left > 0; left -= 1) {
      await startInstance(store, `i-${instances}`, [reportOf(`i-${instances}`)]);
      instances += 1;
    }
    for (const [index, run] of [deliver, post].entries()) {
      const from = performance.now();
      await run();
      if (round >= 0) times[index]?.push(performance.now() - from);
    }
  }
  const [own, bare] = times.map(median) as [number, number];
  const aSecond = (ms: number) => Math.round(REPORTS / (ms / 1000));
  console.log(`| ${delayMs} ms | ${aSecond(bare)} | ${aSecond(own)} | ${(bare / own).toFixed(2)} |`);
  await outbox.close();
  await store.close();
  await client.close();
  await agent.close();
  await center.close();
}

try {
  console.log('| the center answers after | reports a second, undici alone | the outbox | ratio |');
  console.log('|---|---|---|---|');
  for (const delayMs of [0, 20]) await compare(delayMs);
} finally {
  rmSync(folder, { recursive: true });
}
