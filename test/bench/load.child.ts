/**
 * A bridge under load, in a process of its own: argv has the store, the center, the name of the load and how much of it; the result is
 * sent to the parent, which says when to begin.
 */
import { once } from 'node:events';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { openMeasuredBridge } from './measured-bridge.ts';
import { FIVE_STEPS } from './step-processes.ts';

/** What a load has cost. */
export interface LoadResult {
  readonly steps: number;
  readonly wallMs: number;
  readonly cpuMs: number;
  /** Resident set of the process after the load, after a collection. */
  readonly rssMb: number;
  /** Delay of the event loop beside the load, in milliseconds. */
  readonly delayMs: { readonly p50: number; readonly p99: number };
}

type Load = (run: () => Promise<void>, count: number) => Promise<void>;

const LOADS: Readonly<Record<string, Load>> = {
  idle: async () => undefined,
  async sequence(run, count) {
    for (let left = count; left > 0; left -= 1) await run();
  },
  async together(run, count) {
    let left = count;
    const work = async () => {
      for (; left > 0; ) {
        left -= 1;
        await run();
      }
    };
    await Promise.all(Array.from({ length: 16 }, work));
  },
  /** Twenty steps a second, however long one takes. */
  async paced(run, count) {
    const running: Promise<void>[] = [];
    for (let left = count; left > 0; left -= 1) {
      running.push(run());
      await sleep(STEPS * 50);
    }
    await Promise.all(running);
  },
};

const [store = '', center = '', name = '', count = '0'] = process.argv.slice(2);
const measuredProcess = FIVE_STEPS;
const STEPS = measuredProcess.presses.length + 1;
const load = LOADS[name];
if (!load) throw new Error(`There is no load ${name}.`);

const measured = await openMeasuredBridge(store, center);
const run = await measured.runProcess(measuredProcess);
if (name !== 'idle') for (let warm = 0; warm < 60; warm += 1) await run();
process.send?.('ready');
await once(process, 'message');

const delay = monitorEventLoopDelay({ resolution: 1 });
const [began, before] = [performance.now(), process.cpuUsage()];
delay.enable();
await load(run, Number(count));
delay.disable();
const { user, system } = process.cpuUsage(before);
const wallMs = performance.now() - began;
await sleep(200);
globalThis.gc?.();
const result: LoadResult = {
  steps: Number(count) * STEPS,
  wallMs,
  cpuMs: (user + system) / 1000,
  rssMb: process.memoryUsage.rss() / 2 ** 20,
  delayMs: { p50: delay.percentile(50) / 1e6, p99: delay.percentile(99) / 1e6 },
};
await measured.close();
process.send?.(result);
process.disconnect();
