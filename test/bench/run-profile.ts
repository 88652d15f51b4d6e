/**
 * `npm run bench:profile`: where the time of a step goes on the main thread, as shares by part, while one instance after the
 * other runs on a bridge. With `TMPDIR=/dev/shm` the file is in memory: what is left out then is the wait for a disk.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startCenterProcess } from './center-process.ts';
import { openMeasuredBridge } from './measured-bridge.ts';
import { type Profile, sharesByFunction, sharesByPart } from './profile-shares.ts';
import { MEASURED } from './step-processes.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    steps: { type: 'string', default: '2000' },
    functions: { type: 'string', default: '0' },
  },
});
/** Microseconds between two samples. */
const INTERVAL = 200;
const WARM_STEPS = 400;

async function profile(work: () => Promise<void>): Promise<Profile> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: INTERVAL });
  await session.post('Profiler.start');
  await work();
  const { profile: result } = await session.post('Profiler.stop');
  session.disconnect();
  return result;
}

function print(shares: ReadonlyMap<string, number>, limit = shares.size): void {
  const sorted = [...shares].toSorted(([, one], [, other]) => other - one);
  for (const [name, share] of sorted.slice(0, limit)) console.log(`| ${name} | ${(share * 100).toFixed(1)}% |`);
}

const folder = mkdtempSync(join(tmpdir(), 'profile-'));
const center = await startCenterProcess();
const measured = await openMeasuredBridge(`sqlite:${join(folder, 'bridge.db')}`, center.origin);
try {
  for (const each of MEASURED.filter(({ name }) => name.includes(values.only))) {
    const stepsOfRun = each.presses.length + 1;
    const run = await measured.runProcess(each);
    const repeat = async (steps: number) => {
      for (let left = Math.ceil(steps / stepsOfRun); left > 0; left -= 1) await run();
    };
    await repeat(WARM_STEPS);
    const [began, before] = [performance.now(), process.cpuUsage()];
    const result = await profile(() => repeat(Number(values.steps)));
    const { user, system } = process.cpuUsage(before);
    const steps = Math.ceil(Number(values.steps) / stepsOfRun) * stepsOfRun;
    const clock = (performance.now() - began) / steps;
    const cpu = (user + system) / 1000 / steps;
    console.log(
      `\n${each.name}: ${clock.toFixed(2)} ms by the clock, ${cpu.toFixed(2)} ms of the processor, profiled\n`,
    );
    console.log('| part | share |\n|---|---|');
    print(sharesByPart(result));
    if (values.functions !== '0') {
      console.log('\n| function | share |\n|---|---|');
      print(sharesByFunction(result), Number(values.functions));
    }
  }
} finally {
  await measured.close();
  await center.close();
  rmSync(folder, { recursive: true });
}
