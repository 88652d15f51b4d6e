import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { bundleProgram } from '../support/bundle-program.ts';

export interface Child {
  /** The next line that the child prints. */
  nextLine(): Promise<string>;
  /** Kills it without a warning, and gives the lines it printed that nobody read. */
  kill(): Promise<string[]>;
  /** Stops it where it is, and resolves when it stands still; on Linux. */
  freeze(): Promise<void>;
  /** Waits until it ends by itself, and gives its exit code. */
  end(): Promise<number | null>;
}

/** Runs a TypeScript file in a process of its own. */
export async function startChild(file: URL, ...args: string[]): Promise<Child> {
  const path = relative('.', fileURLToPath(file));
  const child = spawn(process.execPath, [await bundleProgram(path), ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  return {
    nextLine: async () => {
      const { done, value } = await lines.next();
      if (done === true) throw new Error(`${path} ended without a word`);
      return value;
    },
    freeze: async () => {
      child.kill('SIGSTOP');
      // The third field, behind the name of the program, says T for stopped.
      while (!/\) T /.test(readFileSync(`/proc/${child.pid}/stat`, 'utf8'))) await setTimeout(1);
    },
    end: async () => {
      const [code] = await exited;
      return typeof code === 'number' ? code : null;
    },
    kill: async () => {
      child.kill('SIGKILL');
      await exited;
      const rest: string[] = [];
      for (let line = await lines.next(); line.done !== true; line = await lines.next()) rest.push(line.value);
      return rest;
    },
  };
}
