import type { OwnButton } from './nodes/button.ts';
import type { AssignmentSource } from './nodes/task-node.ts';
import type { AllowedOperation } from './ttc/allowed-operations.ts';

/** Options of the host for all files. */
export interface ModelOptions {
  /** Label of the button of a task without a gateway. Default: the label of the English catalogue. */
  readonly handleLabel?: string;
  /** Labels of the buttons that no diagram names. */
  readonly ownLabels?: Readonly<Record<OwnButton, string>>;
  /** Applied to every label, e.g. to translate it. */
  readonly translateLabel?: (label: string) => string;
  /** Whether derived buttons may be pressed in a batch. Default: 0. */
  readonly allowMerge?: 0 | 1;
  /** For tasks without a setting of their own; absent: the default of the center. */
  readonly canDelegate?: 0 | 1;
  readonly autoCreateTransType?: boolean;
  /** The operations that people may use on tasks without `ttc:allow`, also on their process. Default: none. */
  readonly allow?: readonly AllowedOperation[];
  /** The handlers of tasks that name nobody. Without it and `assigns`, diagrams with such a task are refused. */
  readonly defaultAssignment?: AssignmentSource;
  /** Whether the host has an `assign` function for such tasks. Default: false. */
  readonly assigns?: boolean;
  /** Whether the host can name a person in the report of a group task that ended unhandled; false: diagrams that need one are refused. Default: true. */
  readonly namesGroupMember?: boolean;
  /** Whether tasks that end unhandled are reported to the center; false: no person has to be named. Default: true. */
  readonly reportsGone?: boolean;
  /** Whether the center shows where a process waits while no person has to act; false: there is a warning. Default: true. */
  readonly showsWaits?: boolean;
  /** Names of the services of the host: diagrams that call other services are refused. Absent: not checked. */
  readonly services?: ReadonlySet<string>;
  /** Names of the functions that expressions may call: diagrams that call other functions are refused. Absent: not checked. */
  readonly functions?: ReadonlySet<string>;
  /** Whether the host has a function for scripts; false: diagrams with scripts are refused. Default: true. */
  readonly scripts?: boolean;
  /** Whether messages to the message center can be sent; false: diagrams with messages are refused. Default: true. */
  readonly messages?: boolean;
  /** Whether the host defines the message of a circulation; false: circulation buttons without a message get a warning. Default: true. */
  readonly circulation?: boolean;
  /** Whether warnings about guesses are errors. Default: false. */
  readonly strict?: boolean;
  /** The file was accepted before and is not checked again, so that a newer rule does not stop running instances. */
  readonly accepted?: boolean;
}
