/** Output of a command, in texts of whole lines. */
export interface Output {
  /** Standard output. */
  readonly out: (text: string) => void;
  /** Standard error. */
  readonly err: (text: string) => void;
}

/** A command of the program. */
export interface Command {
  /** The text of `--help`. */
  help(): string;
  /**
   * @returns the exit code, if it is not 0
   * @throws {UsageError} the command line is wrong; nothing was done
   * @throws {BridgeError} an error that the user can correct
   */
  run(args: readonly string[], output: Output): Promise<number | undefined>;
}

/** The command line is invalid. The message names the option and its allowed values. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export const EXIT_CODES = { done: 0, failed: 1, usage: 2 } as const;
