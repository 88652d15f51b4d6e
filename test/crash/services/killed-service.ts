import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { bundleProgram } from '../../support/bundle-program.ts';

/** A program of `examples/services` in a process of its own, which can be killed at any moment. */
export interface KilledService {
  readonly isUp: boolean;
  /** Resolves when it serves. */
  boot(): Promise<void>;
  /** SIGKILL; resolves when the process is gone. Nothing happens if it is not up. */
  kill(): Promise<void>;
}

/**
 * @param program its path below `examples/services`
 * @param environment its settings
 */
export function createKilledService(program: string, environment: Readonly<Record<string, string>>): KilledService {
  let child: ChildProcess | undefined;
  return {
    get isUp() {
      return child !== undefined;
    },
    async boot() {
      const path = await bundleProgram(`examples/services/${program}`, { withPackages: true });
      // It says on stderr what it will try again, which it does all the time here.
      const started = spawn(process.execPath, [path], { env: environment, stdio: ['ignore', 'pipe', 'ignore'] });
      child = started;
      const gone = once(started, 'exit').then(([code, signal]) => {
        if (child === started) child = undefined;
        if (signal !== 'SIGKILL') throw new Error(`${program} ended by itself, with ${code ?? signal}`);
      });
      gone.catch(() => undefined);
      // It prints where it serves.
      await Promise.race([once(started.stdout, 'data'), gone]);
      started.stdout.resume();
    },
    async kill() {
      const killed = child;
      if (killed === undefined) return;
      child = undefined;
      killed.kill('SIGKILL');
      if (killed.exitCode === null && killed.signalCode === null) await once(killed, 'exit');
    },
  };
}
