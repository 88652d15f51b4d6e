import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** `sandbox --demo` of an installed package. */
export interface RunningDemo extends AsyncDisposable {
  readonly inboxUrl: string;
  /** Stops it as a service is stopped, and gives its exit code. */
  stop(): Promise<number | null>;
}

/** @param command the command of the package, as it stands in a project @param folder where it is called */
export async function runDemo(command: string, folder: string): Promise<RunningDemo> {
  const child = spawn(command, ['sandbox', '--demo', '--port', '0'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close').then(([code]) => code as number | null);
  const inboxUrl = await new Promise<string>((resolve, reject) => {
    let said = '';
    const look = (text: string) => {
      said += text;
      const [, url] = /^ +inbox +(\S+)$[\s\S]*^Started instances:$/m.exec(said) ?? [];
      if (url !== undefined) resolve(url);
    };
    child.stdout.setEncoding('utf8').on('data', look);
    child.stderr.setEncoding('utf8').on('data', look);
    ended.then((code) => reject(new Error(`it ended with ${code}: ${said}`))).catch(reject);
  });
  const stop = (signal: NodeJS.Signals) => {
    child.kill(signal);
    return ended;
  };
  return {
    inboxUrl,
    stop: () => stop('SIGTERM'),
    [Symbol.asyncDispose]: async () => void (await stop('SIGKILL')),
  };
}
