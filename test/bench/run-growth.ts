/**
 * `npm run bench:growth -- --instances 100000`: makes so many open instances by `bridge.start` over all of processes/,
 * on an SQLite file, and presses random ones. Prints what a press costs as a ratio to what it costs at 100, and the
 * memory of the process. The same `--seed` starts and presses the same; `--minutes 20` makes fewer where that is too long.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createBridge } from '../../src/index.ts';
import { PROCESS_FILES } from '../processes/process-files.ts';
import { compileXml } from '../support/inner/plugin.ts';
import { createRandom, pick } from '../support/random.ts';
import { startBlindCenter } from './blind-center.ts';

const { values } = parseArgs({
  options: {
    instances: { type: 'string', default: '100000' },
    presses: { type: 'string', default: '400' },
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '240' },
  },
});
const [most, presses] = [Number(values.instances), Number(values.presses)];
const FEW = 100;
/** Starts of one round; reports of a round are delivered before the next. */
const ROUND = 500;
const MEGABYTE = 2 ** 20;

/** Whatever the diagrams call does nothing. */
const services = Object.fromEntries(
  (await Promise.all(PROCESS_FILES.map(({ xml }) => compileXml(xml, {}))))
    .flatMap(({ model }) => [...model.services.values()])
    .map(({ service }) => [service, async () => ({})]),
);

const random = createRandom(Number(values.seed));
const folder = mkdtempSync(join(tmpdir(), 'growth-'));
const file = join(folder, 'bridge.db');
const center = await startBlindCenter();
const bridge = await createBridge({
  center: {
    baseUrl: `${center.origin}/center`,
    authUrl: `${center.origin}/auth`,
    clientId: 'bench-client',
    clientSecret: 'bench-secret',
    appId: 'bench',
  },
  callback: {
    publicUrl: 'https://service.test/bridge',
    signingKeys: [{ id: 'k1', secret: 'a secret of the benchmark, 32 bytes' }],
    cipher: { kind: 'none' },
    idToken: 'trust-center',
  },
  identity: 'trust-center',
  store: `sqlite:${file}`,
  defaults: { systemHandler: 'system' },
  services,
  logger: { debug() {}, info() {}, warn() {}, error: console.error },
});

/** The first button of every node that has any. */
const buttons = new Map<string, string>();
const processIds: string[] = [];
for (const { xml } of PROCESS_FILES) {
  const { processId } = await bridge.deploy(xml);
  processIds.push(processId);
  const definition = await compileXml(xml, {});
  for (const [nodeId, task] of definition.model.userTasks) {
    const key = task.buttons[0]?.key;
    if (key !== undefined) buttons.set(`${processId} ${nodeId}`, key);
  }
}

interface OpenInstance {
  readonly instanceId: string;
  readonly processId: string;
}

const open: OpenInstance[] = [];
const variables = {
  ...{ manager: 'bo', days: 5, signers: ['bo', 'chen', 'dara'], reviewer: 'bo', approver: 'bo', checker: 'chen' },
  ...{ purpose: 'A journey', amount: 1200 },
};

async function startOne(): Promise<OpenInstance> {
  const processId = pick(random, processIds);
  const { instanceId } = await bridge.start(processId, { initiator: 'anna', variables });
  return { instanceId, processId };
}

/** @param until when to stop all the same, by the clock of `performance` */
async function growTo(number: number, until: number): Promise<void> {
  while (open.length < number && performance.now() < until) {
    for (let left = Math.min(ROUND, number - open.length); left > 0; left -= 1) open.push(await startOne());
    await bridge.idle();
    if (Math.floor(open.length / ROUND) % 10 === 0)
      console.log(`${open.length} open, RSS ${megabytes(process.memoryUsage().rss)}`);
  }
}

const megabytes = (bytes: number) => `${Math.round(bytes / MEGABYTE)} MB`;

interface Cost {
  /** Of a press in the middle, in milliseconds. */
  readonly wallMs: number;
  /** Of a press in the middle, in milliseconds of the processor. */
  readonly cpuMs: number;
  /** The most memory that was seen. */
  readonly rss: number;
}

/** Presses random ones, one after the other; what ends is replaced by a new one. */
async function pressRandom(number: number): Promise<Cost> {
  const wall: number[] = [];
  const cpu: number[] = [];
  let rss = 0;
  while (wall.length < number) {
    const place = random.below(open.length);
    const { instanceId, processId } = open[place] ?? (await startOne());
    const tasks = await bridge.tasks.list({ instanceId, state: 'IN_PROGRESS' });
    if (tasks.length === 0) {
      open[place] = await startOne();
      continue;
    }
    const task = pick(random, tasks);
    const action = buttons.get(`${processId} ${task.nodeId}`);
    const [from, cpuFrom] = [performance.now(), process.cpuUsage()];
    const { kind, message } = await bridge.press(task.taskId, {
      account: task.handlers[0] ?? 'gu',
      ...(action !== undefined && { action }),
    });
    const { user, system } = process.cpuUsage(cpuFrom);
    wall.push(performance.now() - from);
    cpu.push((user + system) / 1000);
    if (kind !== 'applied') throw new Error(`a press on ${task.nodeId} of ${processId} was ${kind}: ${message}`);
    // Its reports go out before the next is measured.
    await bridge.idle();
    rss = Math.max(rss, process.memoryUsage().rss);
  }
  return { wallMs: median(wall), cpuMs: median(cpu), rss };
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}

try {
  await growTo(FEW, Number.POSITIVE_INFINITY);
  await pressRandom(presses);
  const few = await pressRandom(presses);
  const began = performance.now();
  await growTo(most, began + Number(values.minutes) * 60_000);
  const number = open.length;
  const seconds = (performance.now() - began) / 1000;
  const grown = process.memoryUsage().rss;
  const many = await pressRandom(presses);
  const ratio = (one: number, other: number) => (one / other).toFixed(2);
  console.log(`${number} open instances in ${Math.round(seconds)} s, file ${megabytes(statSync(file).size)}`);
  console.log(
    `RSS at ${FEW}: ${megabytes(few.rss)}; at ${number}: ${megabytes(grown)}; pressing: ${megabytes(many.rss)}`,
  );
  console.log(`press at ${FEW}: ${few.wallMs.toFixed(1)} ms, ${few.cpuMs.toFixed(1)} ms of the processor`);
  console.log(`press at ${number}: ${many.wallMs.toFixed(1)} ms, ${many.cpuMs.toFixed(1)} ms of the processor`);
  console.log(
    `ratio: ${ratio(many.wallMs, few.wallMs)} by the clock, ${ratio(many.cpuMs, few.cpuMs)} of the processor`,
  );
} finally {
  await bridge.close();
  await center.close();
  rmSync(folder, { recursive: true });
}
