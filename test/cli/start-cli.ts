import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import { runProgram } from '../../src/cli/run-program.ts';
import { bundleProgram } from '../support/bundle-program.ts';

export interface EndedCli {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  readonly err: string;
}

/** The command line in a process of its own, as a shell starts it. */
export interface RunningCli {
  /** All that it has printed so far. */
  out(): string;
  /** Waits until it has printed this. */
  printed(pattern: RegExp): Promise<RegExpExecArray>;
  kill(signal: NodeJS.Signals): void;
  /** Reads its output no more, as `head` does. */
  closeOutput(): void;
  readonly ended: Promise<EndedCli>;
}

/** For how long a command may run: to the end of the test, which kills it, or until the caller ends it. */
export type Lives = 'test' | 'file';

/**
 * @param launcher put before the command, such as a shell that sets limits
 */
async function startCli(
  args: readonly string[],
  launcher: readonly string[] = [],
  lives: Lives = 'test',
): Promise<RunningCli> {
  const program = await bundleProgram('src/cli/main.ts', { withPackages: true });
  const [command = '', ...rest] = [...launcher, process.execPath, program, ...args];
  const child = spawn(command, rest, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NO_COLOR: '1', LC_ALL: 'C' },
  });
  let out = '';
  let err = '';
  let look: () => void = () => undefined;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
    look();
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  const ended = once(child, 'close').then(([code, signal]): EndedCli => {
    return { code: code as number | null, signal: signal as NodeJS.Signals | null, out, err };
  });
  const cli: RunningCli = {
    out: () => out,
    printed: (pattern) => {
      const found = new Promise<RegExpExecArray>((resolve) => {
        look = () => {
          const match = pattern.exec(out);
          if (match !== null) resolve(match);
        };
        look();
      });
      const gone = ended.then(({ code }): never => {
        throw new Error(`it ended with ${code} and never printed ${pattern}; printed: ${out}${err}`);
      });
      return Promise.race([found, gone]);
    },
    kill: (signal) => void child.kill(signal),
    closeOutput: () => void child.stdout.destroy(),
    ended,
  };
  if (lives === 'test') {
    onTestFinished(async () => {
      cli.kill('SIGKILL');
      await cli.ended;
    });
  }
  return cli;
}

/** The command line in a process of its own, for what only a shell sees. */
export async function runCliProcess(args: readonly string[], launcher: readonly string[] = []): Promise<EndedCli> {
  const { ended } = await startCli(args, launcher);
  return ended;
}

/** The command line in a terminal with so many columns. */
export function runCliInTerminal(columns: number, args: readonly string[]): Promise<EndedCli> {
  return runCliProcess(args, ['sh', '-c', `script -qec "stty cols ${columns}; $*" /dev/null`, 'sh']);
}

/** The command line in this process, for a command that ends by itself. */
export async function runCli(args: readonly string[]): Promise<Omit<EndedCli, 'signal'>> {
  const lines: Record<'out' | 'err', string[]> = { out: [], err: [] };
  const code = await runProgram(args, {
    out: (text) => void lines.out.push(`${text}\n`),
    err: (text) => void lines.err.push(`${text}\n`),
  });
  return { code, out: lines.out.join(''), err: lines.err.join('') };
}

/** A sandbox of the command line that is ready. */
export async function startSandbox(
  args: readonly string[] = [],
  launcher: readonly string[] = [],
  lives: Lives = 'test',
): Promise<RunningCli & { readonly baseUrl: string; readonly authUrl: string }> {
  const cli = await startCli(['sandbox', '--port', '0', ...args], launcher, lives);
  const [, baseUrl = '', authUrl = ''] = await cli.printed(/base url +(\S+)\n +auth url +(\S+)\n[\s\S]*\n\n/);
  return { ...cli, baseUrl, authUrl };
}
