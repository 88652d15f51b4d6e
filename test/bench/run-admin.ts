/**
 * `npm run bench:admin`: what one poll of the operators' page costs a service on an SQLite file with 100,000 open instances
 * of all of processes/, in processor time, and with 1,000 of them. `--instances 10000` takes fewer.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { DatabaseSync } from '@photostructure/sqlite';
import type { Bridge } from '../../src/index.ts';
import { PROCESS_FILES } from '../processes/process-files.ts';
import { compileXml } from '../support/inner/plugin.ts';
import { startBlindCenter } from './blind-center.ts';
import { openMeasuredBridge } from './measured-bridge.ts';
import { median } from './median.ts';

const { values } = parseArgs({
  options: { instances: { type: 'string', default: '100000' }, rounds: { type: 'string', default: '15' } },
});
/** Started by the bridge; the others are copies of their rows. */
const STARTED = 1_000;

const folder = mkdtempSync(join(tmpdir(), 'admin-'));
const file = join(folder, 'many.db');
const center = await startBlindCenter();

async function openBridge(): Promise<Bridge> {
  const compiled = await Promise.all(PROCESS_FILES.map(({ xml }) => compileXml(xml, {})));
  const called = compiled.flatMap(({ model }) => [...model.services.values()].map(({ service }) => service));
  const services = Object.fromEntries(called.map((service) => [service, async () => ({})]));
  const admin = {
    authorize: () => ({ name: 'op', mayOperate: true, mayModify: true, mayReadVariables: true }),
  };
  return (await openMeasuredBridge(`sqlite:${file}`, center.origin, { services, admin })).bridge;
}

async function startSome(): Promise<void> {
  const bridge = await openBridge();
  const variables = {
    ...{ manager: 'bo', days: 5, signers: ['bo', 'chen', 'dara'], reviewer: 'bo', approver: 'bo', checker: 'chen' },
    ...{ purpose: 'A journey', amount: 1200 },
  };
  const deployed = await Promise.all(PROCESS_FILES.map(({ xml }) => bridge.deploy(xml)));
  for (let number = 0; number < STARTED; number += 1) {
    const processId = deployed[number % deployed.length]?.processId ?? '';
    await bridge.start(processId, { initiator: `person-${number % 50}`, businessKey: `key-${number}`, variables });
  }
  await bridge.idle();
  await bridge.close();
}

/** Copies all rows of instances, so that there are as many as asked for. */
function copyRows(copies: number): void {
  const database = new DatabaseSync(file);
  const ids = [
    'instance_id',
    'task_id',
    'job_id',
    'send_id',
    'incident_id',
    'subject',
    'start_key',
    'uuid',
    'execution_id',
  ];
  database.exec('begin');
  for (const table of [
    'instances',
    'tasks',
    'task_handlers',
    'jobs',
    'subscriptions',
    'presses',
    'outbox',
    'messages',
    'incidents',
    'history',
  ]) {
    const columns = database
      .prepare(`select name from pragma_table_info('${table}') where name <> 'seq'`)
      .all()
      .map(({ name }) => String(name));
    const values = columns.map((name) => (ids.includes(name) ? `${name} || '-' || n` : name));
    database.exec(`with recursive copy (n) as (select 1 union all select n + 1 from copy where n < ${copies - 1})
      insert into ${table} (${columns.join()}) select ${values.join()} from ${table}, copy`);
  }
  database.exec('commit');
  database.close();
}

/** Of every screen, and searches that read all rows. */
const POLLS: readonly string[] = [
  ...['instances', 'instances?open=true', 'instances?status=running', 'instances?problem=true'],
  ...['instances?processId=leave-approval', 'instances?initiator=person-7', 'instances?handler=bo'],
  ...['tasks', 'tasks?open=true', 'tasks?handler=bo', 'tasks?processId=leave-approval', 'definitions', 'outbox'],
  ...['outbox?state=parked', 'outbox?state=delivered', 'messages', 'jobs', 'jobs?state=failed', 'incidents?open=true'],
  ...['history', 'history?all=true', 'doubts'],
  ...['instances?nodeId=nothing', 'instances?text=nothing', 'tasks?text=nothing', 'outbox?reason=nothing'],
  ...['history?all=true&by=nobody'],
];

async function measure(bridge: Bridge): Promise<ReadonlyMap<string, number>> {
  const [instance] = await bridge.instances.list({ limit: 1 });
  const place = `instances/${instance?.instanceId}`;
  const costs = new Map<string, number>();
  for (const poll of [...POLLS, place, `${place}/history`]) {
    const times: number[] = [];
    for (let round = -2; round < Number(values.rounds); round += 1) {
      const from = process.cpuUsage();
      const answer = await bridge.admin(new Request(`http://service.test/ops/-/${poll}`));
      if (answer.status !== 200) throw new Error(`${poll}: ${await answer.text()}`);
      await answer.text();
      const { user, system } = process.cpuUsage(from);
      if (round >= 0) times.push((user + system) / 1000);
    }
    costs.set(poll.replace(place, 'instances/<id>'), median(times));
  }
  return costs;
}

try {
  await startSome();
  const few = await openBridge();
  const fewCosts = await measure(few);
  await few.close();
  copyRows(Number(values.instances) / STARTED);
  const many = await openBridge();
  const manyCosts = await measure(many);
  console.log(`| poll | ${STARTED} open instances | ${values.instances} |`);
  console.log('|---|---|---|');
  for (const [poll, cost] of manyCosts) {
    console.log(`| ${poll} | ${(fewCosts.get(poll) ?? Number.NaN).toFixed(1)} ms | ${cost.toFixed(1)} ms |`);
  }
  await many.close();
} finally {
  await center.close();
  rmSync(folder, { recursive: true });
}
