import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface Child {
  /** The next line that the child prints. */
  nextLine(): Promise<string>;
  /** Kills it without a warning, and gives the lines it printed that nobody read. */
  kill(): Promise<string[]>;
  /** Waits until it ends by itself, and gives its exit code. */
  end(): Promise<number | null>;
}

/** Runs a TypeScript file in a process of its own. */
export function startChild(file: URL, ...args: string[]): Child {
  const path = fileURLToPath(file);
  const child = spawn(process.execPath, ['--import', 'tsx', path, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  return {
    nextLine: async () => {
      const { done, value } = await lines.next();
      if (done === true) throw new Error(`${path} ended without a word`);
      return value;
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
