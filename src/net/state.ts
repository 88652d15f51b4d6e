/**
 * Where a process instance stands between two steps. Plain JSON, which a person can read:
 *
 * ```json
 * {
 *   "next": 9,
 *   "scopes": { "1": { "definition": "leave" }, "5": { "definition": "leave", "node": "review", "token": "4" } },
 *   "tokens": {
 *     "4": { "scope": "1", "node": "review" },
 *     "6": { "scope": "5", "node": "approve" },
 *     "8": { "scope": "5", "flow": "check-join" }
 *   },
 *   "listeners": { "4/tooLate": { "kind": "timer", "dueAt": 1767225600000 } }
 * }
 * ```
 * A token waits in `approve` and another one in front of a join, both in the sub-process `review`, which has a time limit.
 */
export interface NetState {
  /** The id of the next scope or token. Ids give the order in which things began. */
  next: number;
  /** The process of the instance first. Empty: the instance has not begun, or has ended. */
  readonly scopes: Record<Id, ScopeState>;
  readonly tokens: Record<Id, TokenState>;
  /** What waits for a time, a message, a signal or a condition, and receive tasks, by the key of `listenerKey`. */
  readonly listeners: Record<string, ListenerState>;
}

/** A decimal number, unique in the instance, of a scope or token. */
export type Id = string;

/** A process or sub-process that runs; each iteration of a multi-instance sub-process is a scope of its own. */
export interface ScopeState {
  /** Names the graph that it belongs to; only that of a called process differs from that of its caller. */
  readonly definition: string;
  /** The sub-process; absent: the process of the definition. */
  readonly node?: string;
  /** The token in the sub-process or call. The process of the instance has none. */
  readonly token?: Id;
  /** An interrupting event sub-process has started in it, so that no other one can (BPMN 2.0.2, 13.5.4). */
  interrupted?: true;
}

/** One visit to one node. It keeps its id until it leaves the node. */
export interface TokenState {
  /** The scope around its node. */
  readonly scope: Id;
  /** Where it is: a node of that scope, or, when it waits for the other tokens of a join, a flow into that. */
  readonly node?: string;
  readonly flow?: string;
  /** The token has arrived at an activity that runs several times: how far that is. */
  tally?: Tally;
  /** The token is one iteration of the activity that this token has arrived at. */
  readonly of?: Id;
  /** Which one, from 0. */
  readonly iteration?: number;
  /** An answer that comes later (`net.answer`); it was asked for by the port of that name. */
  awaits?: Question;
}

export const QUESTIONS = ['takes', 'countIterations', 'goesOn', 'isEnough', 'callProcess'] as const;
export type Question = (typeof QUESTIONS)[number];

export const LISTENER_KINDS = [
  'timer',
  'message',
  'signal',
  'receive',
  'condition',
] as const satisfies readonly ListenerState['kind'][];

/** Of a multi-instance or standard loop. */
export interface Tally {
  /** How many iterations there are; absent for a standard loop, which does not know. */
  instances?: number;
  begun: number;
  completed: number;
  /** Tokens of iterations that are complete, and wait for their turn to be counted: behind the answer on an earlier one. */
  held?: Id[];
}

export type ListenerState =
  | TimerState
  /** The name, and the correlation key if it has one, as they were when the wait began. */
  | { readonly kind: 'message' | 'signal'; readonly name: string; readonly key?: string }
  /** A receive task without a message. */
  | { readonly kind: 'receive' }
  /**
   * `asked`: true: it was asked, and is asked again after a change of variables; false: there was one; absent: it was
   * never asked. `awaits`: the answer comes later.
   */
  | { readonly kind: 'condition'; asked?: boolean; awaits?: true };

export interface TimerState {
  readonly kind: 'timer';
  /** In epoch milliseconds. */
  readonly dueAt: number;
  /** What the port needs to compute the next round of a cycle, as plain JSON. */
  readonly round?: unknown;
}

export function emptyState(): NetState {
  return { next: 1, scopes: {}, tokens: {}, listeners: {} };
}

/**
 * Names what waits for one event definition.
 * @param owner the token that waits, or that a boundary event is attached to; the scope that an event sub-process is in
 * @param nodeId the event: of an event-based gateway one of the events behind it
 * @param index of its event definition
 */
export function listenerKey(owner: Id, nodeId: string, index: number): string {
  return index === 0 ? `${owner}/${nodeId}` : `${owner}/${nodeId}:${index}`;
}

/** The inverse of `listenerKey`; ids of BPMN contain neither a slash nor a colon. */
export function readListenerKey(key: string): { readonly owner: Id; readonly nodeId: string; readonly index: number } {
  const [owner = '', rest = ''] = key.split('/');
  const [nodeId = '', index = '0'] = rest.split(':');
  return { owner, nodeId, index: Number(index) };
}
