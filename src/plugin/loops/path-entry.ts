import type { Expression } from '../../model/expressions/expression.ts';
import type { ConditionTrigger, TimerTrigger } from '../../model/nodes/event-node.ts';
import type { MultiInstance, MultiInstanceOutput } from '../../model/nodes/multi-instance.ts';
import type { ServiceNode } from '../../model/nodes/service-node.ts';
import type { MultiInstanceSize } from '../engine/multi-instance/multi-instance-size.ts';
import type { Listening } from '../state/ledger.ts';
import type { AllVariables, CallOfScope, Passing, VariableScope, Variables } from '../variables/called-variables.ts';
import type { NamedTrigger } from '../variables/compute-names.ts';

/** Something that a step did, as far as it decides how a loop goes on. */
export type PathEntry =
  /** A token reached a node. */
  | {
      readonly kind: 'node';
      readonly nodeId: string;
      readonly type: unknown;
      /** Several flows lead on from it, and a token may take each. */
      readonly forks?: boolean;
      /** How many entries before the first of the tokens was sent that a join takes, or the scope was entered that begins. */
      readonly reachesBack?: number;
      /** The flows by which no token could come any more to a join. */
      readonly noTokenBy?: readonly string[];
    }
  /** A token that waited for so many entries went on by an event that was thrown so many entries before. */
  | { readonly kind: 'event'; readonly nodeId: string; readonly waited: number; readonly thrown: number }
  /** The name or correlation key of an event was computed, for which something waits or begins to wait. */
  | {
      readonly kind: 'named';
      readonly trigger: NamedTrigger;
      readonly names: Listening;
      readonly scope: VariableScope;
    }
  /** A computed name was thrown that is none of those for which something waited. */
  | {
      readonly kind: 'unheard';
      readonly trigger: NamedTrigger;
      readonly listened: readonly string[];
      readonly scope: VariableScope;
    }
  /** A condition was evaluated. */
  | {
      readonly kind: 'decision';
      readonly condition: Expression;
      readonly taken: boolean;
      readonly scope: VariableScope;
    }
  /** Conditional events were looked at in turn, until one of them was true, or none was. */
  | { readonly kind: 'conditions'; readonly asked: readonly AskedCondition[] }
  /** A timer was set, for a time that is computed. */
  | {
      readonly kind: 'timer';
      readonly nodeId: string;
      readonly trigger: TimerTrigger;
      readonly scope: VariableScope;
      readonly dueAt: number | null;
    }
  /** Variables were computed from variables. */
  | { readonly kind: 'assignment'; readonly service: ServiceNode; readonly scope: VariableScope }
  /** A multi-instance began, with its number and elements. */
  | {
      readonly kind: 'size';
      readonly nodeId: string;
      readonly multiInstance: MultiInstance;
      readonly size: MultiInstanceSize;
      readonly scope: VariableScope;
    }
  /** An iteration of a multi-instance that began so many entries before gave its result. */
  | {
      readonly kind: 'result';
      readonly began: number;
      readonly output: MultiInstanceOutput;
      readonly index: number;
      /** Whether it has set what the assignment before it computed; a call has passed its variables back. */
      readonly hasOwn: boolean;
      readonly scope: VariableScope;
    }
  /** The results of a multi-instance that began so many entries before were set. */
  | {
      readonly kind: 'results';
      readonly began: number;
      readonly output: MultiInstanceOutput;
      readonly around: CallOfScope;
    }
  /** The code of a caught error or escalation was set. */
  | { readonly kind: 'code'; readonly callId: string | undefined; readonly values: Variables }
  /** Variables went into a call or out of it. */
  | { readonly kind: 'passing'; readonly passing: Passing }
  /** Something else that may be another thing in the next round. */
  | { readonly kind: 'other' };

/** A conditional event that waited while they were looked at. */
export interface AskedCondition {
  readonly nodeId: string;
  readonly trigger: ConditionTrigger;
  readonly scope: VariableScope;
  /** If it was evaluated since a variable changed to which it listens: whether one has changed again. */
  readonly hasChanged: boolean | undefined;
  /** The condition, if it was evaluated now. */
  readonly isMet: boolean | undefined;
  /** If it was met the first time it was evaluated: how many entries before it began to wait. */
  readonly waited: number | undefined;
  /** If it was met later: which wait it is; those of earlier rounds may be used up one by one. */
  readonly key: string | undefined;
}

/** What a round depends on when it begins. */
export interface RoundState {
  readonly all: AllVariables;
  /** The variables at the last evaluation of conditional events. */
  readonly seen: AllVariables;
}

/** One round of a loop, from behind the node where it begins to the same node. */
export interface Round extends RoundState {
  readonly path: readonly PathEntry[];
}
