/** Where a command writes, a text of whole lines at a time. */
export interface Output {
  /** What was asked for. */
  readonly out: (text: string) => void;
  /** What went wrong. */
  readonly err: (text: string) => void;
}

/** What the first word of the command line names. */
export interface Command {
  /** What `--help` prints. */
  help(): string;
  /**
   * @returns when the command is done: its exit code, where that is not 0
   * @throws {UsageError} the command line is wrong; nothing was done
   * @throws {BridgeError} anything else that a person can mend
   */
  run(args: readonly string[], output: Output): Promise<number | undefined>;
}

/** The command line cannot be understood. Its message names the option and what it takes. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** What the program exits with. */
export const EXIT_CODES = { done: 0, failed: 1, usage: 2 } as const;
