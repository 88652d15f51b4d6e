import { type Lives, type RunningCli, startSandbox } from './start-cli.ts';

/** A demo of the command line whose lists are filled. */
export interface Demo extends RunningCli {
  readonly baseUrl: string;
  readonly controlUrl: string;
  /** Origin of the business system. */
  readonly pages: string;
  /** Ends it as a person does, and waits until it is gone. */
  stop(): Promise<void>;
}

export async function startDemo(args: readonly string[] = [], lives: Lives = 'test'): Promise<Demo> {
  const cli = await startSandbox(['--demo', ...args], [], lives);
  const [, pages = ''] = await cli.printed(/to start more: (\S+)\/\n[\s\S]*\n\n/);
  const controlUrl = `${new URL(cli.baseUrl).origin}/sandbox`;
  const stop = async () => {
    cli.kill('SIGTERM');
    await cli.ended;
  };
  return { ...cli, controlUrl, pages, stop };
}
