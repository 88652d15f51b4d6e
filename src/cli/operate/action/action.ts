import type { Lists } from '../../../bridge/operate/lists.ts';
import type { RunOperation } from '../../../bridge/operate/operate.ts';
import type { ListName } from '../../../operations/lists.ts';
import type { Store, StoreAccess } from '../../../store/store.ts';
import type { Flag } from '../../flags.ts';

/** What a row of each list is called. */
export const WORD_OF = {
  ...{ instances: 'instance', tasks: 'task', definitions: 'definition', outbox: 'report', messages: 'message' },
  ...{ jobs: 'job', incidents: 'incident', history: 'entry' },
} as const satisfies Readonly<Record<ListName, string>>;

/** One thing that a command does, such as `incidents retry`. */
export type Action = {
  /** The word after the command; null: the command does nothing else. */
  readonly name: string | null;
  /** The arguments after it, as in the help: `<id>`, or `[<id>]` if it may be left out. */
  readonly args: readonly string[];
  readonly summary: string;
  /** Beside those that every action has. */
  readonly flags: readonly Flag[];
  /** Those that the help of another action explains. Default: none. */
  readonly moreFlags?: readonly Flag[];
} & (
  | { readonly access: Exclude<StoreAccess, 'service'>; readonly run: Run<Call> }
  /** It opens the database itself, if at all. */
  | { readonly access: null; readonly run: Run<CommandLine> }
);

/**
 * @returns the exit code, if it is not 0
 * @throws {UsageError} the command line is wrong; nothing was done
 * @throws {BridgeError} an error that the user can correct
 */
type Run<Context> = (call: Context) => Promise<number | undefined>;

/** A command line that was read, and where its outcome goes. */
export interface CommandLine {
  /** The address of the database; may contain a password. */
  readonly url: string;
  /** Who does it, for the history. */
  readonly by: string;
  /** The arguments after the name of the action. */
  readonly args: readonly string[];
  text(flag: string): string | undefined;
  has(flag: string): boolean;
  /** @throws {UsageError} it is no whole number */
  number(flag: string): number | undefined;
  /** Prints the value for programs where `--json` is given, else the lines for people. */
  print(value: unknown, lines: readonly string[]): void;
}

/** A call of an action, with the open database. */
export interface Call extends CommandLine {
  readonly store: Store;
  readonly lists: Lists;
  /** Does an operation to a row, or requests it of a service where it needs a step. */
  readonly run: RunOperation;
  /** Epoch milliseconds, by the clock of the database where it has one. */
  readonly clock: () => number;
}
