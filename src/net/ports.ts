import type { Graph, GraphFlow, GraphNode, NodeEvent } from './graph.ts';
import type { Id, ListenerState, ScopeState, Tally, TimerState, TokenState } from './state.ts';

/**
 * All that the net asks and tells. It asks in the order in which tokens move, and once for each move, but for what was answered `later`. A port that
 * throws fails the step: the state is then inconsistent, and the one before the step is the one to keep.
 */
export interface NetPorts {
  /** The graph of a definition; the same object each time. */
  graphOf(definition: string): Graph;

  /** The flow that a press or a vote chose for a token, whatever its conditions are; undefined: they decide. */
  choose(at: TokenAt): string | undefined;
  /** Whether a token takes a flow that has a condition. */
  takes(at: TokenAt, flow: GraphFlow): Later<boolean>;
  /** No flow can be taken: none of the conditions is true, and none is the default. Throws, and says what they read. */
  noFlow(at: TokenAt): never;

  /** How many iterations a multi-instance has; asked once, when it begins. */
  countIterations(at: TokenAt): Later<number>;
  /** Whether a standard loop has another round; asked before each one. `at.tally` tells how many there were. */
  goesOn(at: LoopAt): Later<boolean>;
  /** Whether a multi-instance is complete before its last iteration; asked after each one. @param last the one that completed */
  isEnough(at: LoopAt, last: TokenAt): Later<boolean>;

  /** An activity begins. `done`: it is complete at once; `waits`: until `net.complete` or `net.fail`. */
  run(at: TokenAt): 'done' | 'waits';
  /** What was run and waits is cancelled, and will not be completed. */
  giveUp(at: TokenAt): void;
  /** The definition of the process that a call activity calls. */
  callProcess(at: TokenAt): Later<{ readonly definition: string }>;

  /** When a timer is due. @param before what it was until it fired now, for a cycle; null: it does not fire again */
  setTimer(at: ListenerAt, before?: TimerState): Omit<TimerState, 'kind'> | null;
  /** The name that a message or signal event waits for or throws; undefined: none, so that it is not delivered. */
  nameOf(at: ListenerAt): EventName | undefined;
  /**
   * Whether a condition is true. Asked when its wait began, and again after a change.
   * @param isNew it is asked for the first time, at the rest after its wait began
   */
  holds(at: ListenerAt, isNew: boolean): Later<boolean>;
  /** What changed since this was asked last: tells of each condition whether it has to be asked again. */
  changes(): ((at: ListenerAt) => boolean) | undefined;

  /** A scope was opened, before the first token is in it. */
  opened(scope: ScopeAt): void;
  /** A scope is closed: it has completed, or was cancelled. */
  closed(scope: ScopeAt, how: 'completed' | 'cancelled'): void;
  /** An error that nothing catches. If it returns, the instance ends. */
  uncaught(code: string | undefined, at: TokenAt): void;
  /** What has happened. */
  tell(change: NetChange): void;
  /**
   * A move has been made, and the state is consistent: what was told can be passed on to code that may look at the state
   * (with `net.unfinished`), or call the net, whose moves are then the next ones.
   */
  moved?(): void;
}

/** The answer comes later: by `net.answer`, after which the port is asked once more. */
export type Later<Value> = Value | 'later';

export interface TokenAt {
  readonly id: Id;
  readonly node: GraphNode;
  readonly token: Readonly<TokenState>;
}

export interface LoopAt extends TokenAt {
  readonly tally: Readonly<Tally>;
}

export interface ScopeAt {
  readonly id: Id;
  readonly scope: Readonly<ScopeState>;
}

/** One event definition that waits, or that is thrown. */
export interface ListenerAt {
  /** See `listenerKey`. */
  readonly key: string;
  readonly node: GraphNode;
  readonly event: NodeEvent;
  /** The scope that it listens in, whose variables its expressions see. */
  readonly scope: Id;
  /** The token that waits or throws, or that a boundary event is attached to; an event sub-process has none. */
  readonly owner?: Id;
}

export interface EventName {
  readonly name: string;
  /** The correlation key: if both sides have one, they have to be equal. */
  readonly key?: string;
}

/** `from`, `by`: the tokens that caused it; in a join in the order in which they arrived. Empty: a trigger from outside. */
export type NetChange =
  | { readonly kind: 'taken'; readonly flow: GraphFlow; readonly from: readonly Id[] }
  /** A token has arrived in a node, or, with a flow, in front of a join. */
  | { readonly kind: 'entered'; readonly at: TokenAt; readonly from: readonly Id[] }
  /** It has left the node. */
  | { readonly kind: 'left'; readonly at: TokenAt }
  | { readonly kind: 'cancelled'; readonly at: TokenAt }
  | { readonly kind: 'fired'; readonly at: ListenerAt; readonly state?: ListenerState; readonly by: readonly Id[] }
  /** `caughtBy`: how many events, or none. A message or signal without receiver may be for another instance. */
  | { readonly kind: 'thrown'; readonly at: ListenerAt; readonly name?: EventName; readonly caughtBy: number };
