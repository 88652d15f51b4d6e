import { fork } from 'node:child_process';
import { once } from 'node:events';
import { bundleProgram } from '../support/bundle-program.ts';
import type { BlindCenter } from './blind-center.ts';

/**
 * A blind center in a process of its own.
 * @param delayMs that it takes for an answer
 */
export async function startCenterProcess(delayMs = 0): Promise<BlindCenter> {
  const center = fork(await bundleProgram('test/bench/blind-center.child.ts'), [`${delayMs}`], { execArgv: [] });
  const [origin] = (await once(center, 'message')) as [string];
  return {
    origin,
    async close() {
      center.disconnect();
      await once(center, 'exit');
    },
  };
}
