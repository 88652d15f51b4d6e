import type { Lists } from '../../../bridge/operate/lists.ts';
import type { RunOperation } from '../../../bridge/operate/operate.ts';
import type { Store, StoreAccess } from '../../../store/store.ts';
import type { Flag } from './flags.ts';

/** One thing that a command does, such as `incidents retry`. */
export interface Action {
  /** The word after the command; null: the command does nothing else. */
  readonly name: string | null;
  /** The arguments after it, as in the help: `<id>`, or `[<id>]` if it may be left out. */
  readonly args: readonly string[];
  readonly summary: string;
  /** Beside those that every action has. */
  readonly flags: readonly Flag[];
  /** Those that the help of another action explains. Default: none. */
  readonly moreFlags?: readonly Flag[];
  readonly access: Exclude<StoreAccess, 'service'>;
  /**
   * @returns the exit code, if it is not 0
   * @throws {UsageError} the command line is wrong; nothing was done
   * @throws {BridgeError} an error that the user can correct
   */
  run(call: Call): Promise<number | undefined>;
}

/** A call of an action, with the open database. */
export interface Call {
  readonly store: Store;
  readonly lists: Lists;
  /** Does an operation to a row, or requests it of a service where it needs a step. */
  readonly run: RunOperation;
  /** The address of the database; may contain a password. */
  readonly url: string;
  /** Epoch milliseconds, by the clock of the database where it has one. */
  readonly clock: () => number;
  /** Who does it, for the history. */
  readonly by: string;
  /** The arguments after the name of the action. */
  readonly args: readonly string[];
  text(flag: string): string | undefined;
  /** @throws {UsageError} it is missing */
  needed(flag: string): string;
  has(flag: string): boolean;
  /** @throws {UsageError} it is no whole number */
  number(flag: string): number | undefined;
  /** Prints the value for programs where `--json` is given, else the lines for people. */
  print(value: unknown, lines: readonly string[]): void;
}
