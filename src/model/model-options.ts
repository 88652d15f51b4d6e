import type { AssignmentSource } from './process-model.ts';

/** What a host may decide for all files it reads. */
export interface ModelOptions {
  /** Label of the button that no gateway gives a name to; that of the English catalogue by default. */
  readonly handleLabel?: string;
  /** Last word on every label, e.g. to translate it. */
  readonly translateLabel?: (label: string) => string;
  /** Whether derived buttons may be pressed in a batch; 0 by default. */
  readonly allowMerge?: 0 | 1;
  /** For tasks that say nothing themselves; absent, the center's own default holds. */
  readonly canDelegate?: 0 | 1;
  readonly autoCreateTransType?: boolean;
  /** Who handles tasks that name nobody. Absent, and without `assigns`: diagrams with such a task are refused. */
  readonly defaultAssignment?: AssignmentSource;
  /** Whether the host has a function that says who handles them; false by default. */
  readonly assigns?: boolean;
  /** Whether the host can name somebody who handled the task of a group that an event took; false: where that may be needed, diagrams are refused. True by default. */
  readonly standsIn?: boolean;
  /** Whether the center is told of tasks that vanish; false: nobody need be named for one. True by default. */
  readonly reportsGone?: boolean;
  /** Names of the services that the host has: diagrams that call others are refused. Absent: nothing is. */
  readonly services?: ReadonlySet<string>;
  /** Names of the functions that expressions may call: diagrams that call others are refused. Absent: nothing is. */
  readonly functions?: ReadonlySet<string>;
  /** Whether the host has a function for scripts; false: diagrams that need it are refused. True by default. */
  readonly scripts?: boolean;
  /** Whether messages for the message center can be sent; false: diagrams with any are refused. True by default. */
  readonly messages?: boolean;
  /** Whether the host says what people are sent of a circulation; false: buttons that tell nobody are warned of. True by default. */
  readonly circulation?: boolean;
  /** Whether problems that say what was guessed are errors. False by default. */
  readonly strict?: boolean;
  /** The file was accepted before: no rule is asked again, so that one made since stops no instance that runs. */
  readonly accepted?: boolean;
}
