import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

export interface Child {
  /** The next line that the child prints. */
  nextLine(): Promise<string>;
  /** Kills it without a warning, and gives the lines it printed that nobody read. */
  kill(): Promise<string[]>;
}

/** Runs a TypeScript file of this folder in a process of its own. */
export function startChild(file: string, ...args: string[]): Child {
  const path = new URL(file, import.meta.url).pathname;
  const child = spawn(process.execPath, ['--import', 'tsx', path, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  return {
    nextLine: async () => {
      const { done, value } = await lines.next();
      if (done === true) throw new Error(`${file} ended without a word`);
      return value;
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
