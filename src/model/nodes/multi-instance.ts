/** Multi-instances: how often a node runs, and when it is complete. */

import type { Expression } from '../expressions/expression.ts';
import type { ScriptText } from './mapping.ts';

export interface MultiInstance {
  readonly sequential: boolean;
  /** At least one of `collection` and `cardinality` is present. */
  readonly collection?: Expression;
  readonly elementVariable?: string;
  /** If the collection evaluates to a text, the text is the name of the variable with the list. */
  readonly collectionByName?: true;
  /** `loopCounter` of the first instance; absent: 0. */
  readonly countsFrom?: 1;
  /** Additional variable with the number of an instance, like `loopCounter`. */
  readonly indexVariable?: string;
  readonly cardinality?: Expression;
  /** The BPMN completion condition, over the counters. */
  readonly condition?: Expression;
  /** The same as a script, which the host's function for scripts runs each time an instance completes, before it is counted. */
  readonly conditionScript?: ScriptText;
  /** `ttc:completion`. */
  readonly completion?: CompletionRule;
  /**
   * `ttc:countersign="shared"` on a parallel countersign over a collection: the signers become the handlers of one task.
   * Completion and votes are counted as if each had a separate task.
   */
  readonly shared?: true;
  /** The output collection. */
  readonly output?: MultiInstanceOutput;
  /** Present if signers vote: the gateway after the countersign, and the flow for each result. */
  readonly votes?: { readonly gatewayId: string; readonly approve: string; readonly reject: string };
}

/** The output collection of a multi-instance: a list with one value per instance, set when the multi-instance completes. */
export interface MultiInstanceOutput {
  /** The variable with the list. */
  readonly collection: string;
  readonly element: Expression;
  /** The variable, if `element` is a plain variable; a value that another instance has set is not read. */
  readonly variable?: string;
  /**
   * Values are appended to the previous list in the order in which the instances complete. Absent: each value is at the
   * index of its instance, null for an instance that did not complete.
   */
  readonly appends?: true;
}

export type CompletionRule =
  | { readonly kind: 'all' }
  | { readonly kind: 'any' }
  | { readonly kind: 'count'; readonly count: number }
  | { readonly kind: 'percent'; readonly percent: number };
