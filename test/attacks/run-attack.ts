import { fork } from 'node:child_process';
import { performance } from 'node:perf_hooks';
import { bundleProgram } from '../support/bundle-program.ts';
import type { AttackResult } from './attack.ts';

/** So long an attack may take, and before it what it prepares. */
const CLOCK_MS = 90_000;

/**
 * Runs an attack in a process of its own, which is killed when the time is up. What is not told by the process itself
 * (`died`, `did not end`) stood for as long as the parent waited.
 * @param times how often it is made in that process
 */
export async function runAttack(name: string, times = 1): Promise<AttackResult> {
  const program = await bundleProgram('test/attacks/attack.child.ts');
  const child = fork(program, [name, String(times)], { silent: true, execArgv: ['--max-old-space-size=1024'] });
  let errors = '';
  child.stderr?.on('data', (text: Buffer) => {
    errors += text.toString();
  });
  return new Promise((resolve, reject) => {
    let begunAt: number | undefined;
    let result: AttackResult | undefined;
    let isLate = false;
    const kill = () => {
      isLate = true;
      child.kill('SIGKILL');
    };
    let clock = setTimeout(kill, 4 * CLOCK_MS);
    child.on('message', (message: 'begun' | AttackResult) => {
      if (message !== 'begun') {
        result = message;
        return;
      }
      begunAt = performance.now();
      clearTimeout(clock);
      clock = setTimeout(kill, CLOCK_MS);
    });
    child.on('error', reject);
    // The end may be noticed before the last message is read; this comes after both.
    child.on('close', () => {
      clearTimeout(clock);
      const stoodMs = begunAt === undefined ? 0 : performance.now() - begunAt;
      if (result) resolve(result);
      else if (begunAt === undefined) reject(new Error(`The attack "${name}" did not begin. ${errors.slice(-2_000)}`));
      else resolve({ outcome: isLate ? 'did not end' : 'died', stoodMs });
    });
  });
}
