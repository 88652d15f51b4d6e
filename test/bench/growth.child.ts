/**
 * A bridge on an SQLite file with many open instances, in a process of its own: argv has the file and the seed. The parent
 * asks it to grow and to press, one request after the other, and gets an answer to each.
 */
import { statSync } from 'node:fs';
import { PROCESS_FILES } from '../processes/process-files.ts';
import { compileXml } from '../support/inner/plugin.ts';
import { createRandom } from '../support/random.ts';
import { startBlindCenter } from './blind-center.ts';
import { openMeasuredBridge } from './measured-bridge.ts';

export type GrowthRequest = { readonly growTo: number } | { readonly pressOn: number };

export interface GrowthAnswer {
  readonly open: number;
  readonly rssMb: number;
  readonly fileMb: number;
  readonly presses: readonly PressCost[];
}

/** Of one press, from the call to its verdict. */
export interface PressCost {
  readonly processId: string;
  /** Whether it is the first press on its instance, which was started long before; nothing of it is cached. */
  readonly first: boolean;
  readonly wallMs: number;
  readonly cpuMs: number;
}

/** Starts of one round; the reports of a round are delivered before the next. */
const ROUND = 500;
/** The first buttons lead some diagrams round in circles. */
const MOST_PRESSES = 6;
const MEGABYTE = 2 ** 20;

const [file = '', seed = '1'] = process.argv.slice(2);
const center = await startBlindCenter();
const compiled = await Promise.all(PROCESS_FILES.map(({ xml }) => compileXml(xml, {})));
// Whatever the diagrams call does nothing.
const called = compiled.flatMap(({ model }) => [...model.services.values()].map(({ service }) => service));
const services = Object.fromEntries(called.map((service) => [service, async () => ({})]));
const { bridge } = await openMeasuredBridge(`sqlite:${file}`, center.origin, { services });
const random = createRandom(Number(seed));
/** The first button of every node that has any. */
const buttons = new Map<string, string>();
const processIds: string[] = [];
/** Open instances that were never pressed, of each process. */
const untouched = new Map<string, string[]>();
let open = 0;

for (const [index, { xml }] of PROCESS_FILES.entries()) {
  const { processId } = await bridge.deploy(xml);
  processIds.push(processId);
  untouched.set(processId, []);
  for (const [nodeId, task] of compiled[index]?.model.userTasks ?? []) {
    const key = task.buttons[0]?.key;
    if (key !== undefined) buttons.set(`${processId} ${nodeId}`, key);
  }
}

process.on('message', (request: GrowthRequest) => void answer(request));
process.on('disconnect', () => void bridge.close().then(() => center.close()));
process.send?.('ready');

async function answer(request: GrowthRequest): Promise<void> {
  const presses: PressCost[] = [];
  if ('growTo' in request) await growTo(request.growTo);
  else for (let left = request.pressOn; left > 0; left -= 1) presses.push(...(await pressOneOfEach()));
  const rssMb = process.memoryUsage.rss() / MEGABYTE;
  const result: GrowthAnswer = { open, rssMb, fileMb: statSync(file).size / MEGABYTE, presses };
  process.send?.(result);
}

async function growTo(number: number): Promise<void> {
  while (open < number) {
    for (let left = Math.min(ROUND, number - open); left > 0; left -= 1) {
      await startOne(processIds[open % processIds.length] ?? '');
    }
    await bridge.idle();
  }
}

async function startOne(processId: string): Promise<void> {
  const variables = {
    ...{ manager: 'bo', days: 5, signers: ['bo', 'chen', 'dara'], reviewer: 'bo', approver: 'bo', checker: 'chen' },
    ...{ purpose: 'A journey', amount: 1200 },
  };
  const { instanceId } = await bridge.start(processId, { initiator: 'anna', variables });
  untouched.get(processId)?.push(instanceId);
  open += 1;
}

/** Presses on one random instance of each process until it waits for no person, and starts another in its place. */
async function pressOneOfEach(): Promise<PressCost[]> {
  const costs: PressCost[] = [];
  for (const processId of processIds) {
    const instances = untouched.get(processId) ?? [];
    const place = random.below(instances.length);
    const instanceId = instances[place] as string;
    instances[place] = instances.at(-1) as string;
    instances.pop();
    for (let number = 0; number < MOST_PRESSES; number += 1) {
      const [task] = await bridge.tasks.list({ instanceId, state: 'IN_PROGRESS' });
      if (!task) break;
      const action = buttons.get(`${processId} ${task.nodeId}`);
      const [from, cpuFrom] = [performance.now(), process.cpuUsage()];
      const { kind, message } = await bridge.press(task.taskId, {
        account: task.handlers[0] ?? 'gu',
        ...(action !== undefined && { action }),
      });
      const { user, system } = process.cpuUsage(cpuFrom);
      const wallMs = performance.now() - from;
      if (kind !== 'applied') throw new Error(`A press on ${task.nodeId} of ${processId} was ${kind}: ${message}`);
      costs.push({ processId, first: number === 0, wallMs, cpuMs: (user + system) / 1000 });
      // Its reports go out before the next is measured.
      await bridge.idle();
    }
    open -= 1;
    await startOne(processId);
    await bridge.idle();
  }
  return costs;
}
