import { execFile } from 'node:child_process';
import { bundleProgram } from '../support/bundle-program.ts';

export interface Finished {
  readonly code: number | string | null;
  readonly stdout: string;
  readonly stderr: string;
}

export const REPOSITORY = new URL('../..', import.meta.url).pathname;

/**
 * Runs Node.js in a folder until it exits by itself. One that has not after 150 seconds is killed and has no code.
 * @param tempFolder what `os.tmpdir()` is for it
 */
export function runNode(args: readonly string[], folder: string, tempFolder?: string): Promise<Finished> {
  const env = { ...process.env, NO_COLOR: '1', ...(tempFolder !== undefined && { TMPDIR: tempFolder }) };
  const options = { cwd: folder, env, timeout: 150_000, maxBuffer: 16 * 1024 * 1024 };
  return new Promise((resolve) => {
    execFile(process.execPath, args, options, (error, stdout, stderr) =>
      resolve({ code: error ? (error.code ?? null) : 0, stdout, stderr }),
    );
  });
}

/** The same for a TypeScript file of the repository, bundled with the sources of the library. */
export async function runTypeScript(
  file: string,
  args: readonly string[],
  folder: string,
  tempFolder?: string,
): Promise<Finished> {
  return runNode([await bundleProgram(file), ...args], folder, tempFolder);
}
