import type { Values } from '../../conditions/condition-truth.ts';
import type { Lane } from '../../draw/graph.ts';
import type { Tally } from '../oracle-conditions.ts';
import type { Trail } from '../trails.ts';

/** Label of the task that caused something; null: the start. */
export type Origin = string | null;

/** Something that waits for a person or a service: one iteration of it, for multi-instance. */
export interface OracleWait {
  readonly kind: 'task' | 'job';
  /** `<node>#<iteration>.<round>`, of a shared task `<node>.<round>`: unique in the instance. */
  readonly label: string;
  readonly nodeId: string;
  /** Null where the activity is no multi-instance, or its people share one task. */
  readonly index: number | null;
  /** Who handles it: one, of a shared task one for each part that is not signed; none for jobs. */
  readonly signers: readonly string[];
  /** Of a shared task: one has signed it and others have not. */
  readonly isHalfSigned?: boolean;
  /** Who handles it where nobody is named: that of its lane. */
  readonly group?: Lane;
  readonly origin: Origin;
  /** Grows with its age: the oldest has the least. */
  readonly number: number;
  /** It was given by one who asks for an opinion, and decides nothing. */
  readonly isOpinion?: true;
  /** It was sent back: it sets the variables of its form, and decides nothing. */
  readonly isSentBack?: true;
  /** Others have it for a while: it waits, and nobody sees it. */
  readonly panel?: Panel;
}

/** Those whom the handler of a task has asked before it is handled. */
export interface Panel {
  readonly asker: string;
  readonly rule: AskRule;
  readonly members: readonly Member[];
}

/** Whether all must answer, one is enough, or one is asked after the other. */
export type AskRule = 'all' | 'any' | 'in-turn';

export interface Member {
  readonly account: string;
  readonly state: 'later' | 'asked' | 'answered' | 'recalled';
  /** While the member is asked; others may have it in turn. */
  readonly task?: OracleWait;
}

/** A process, or a sub-process or one iteration of it, that runs. */
export interface Scope {
  readonly id: number;
  /** Undefined for the process itself. */
  readonly nodeId: string | undefined;
  /** The activity it is the content of. */
  readonly activity: number | undefined;
  readonly index: number;
  /** What completed in it last. */
  origin: Origin;
  /** Of the tokens that have ended in it. */
  trail: Trail;
  /** Variables of a called process that has its own. */
  own?: Values;
  /** Those, when conditional events were last looked at. */
  ownSeen?: Values;
}

/** A node that holds a token. */
export interface Activity {
  readonly id: number;
  readonly nodeId: string;
  readonly scope: number;
  /** Its cause; of what has a content or iterations: what completed in it last. */
  origin: Origin;
  trail: Trail;
  tally: Tally;
  /** Who its iterations are for, as when it began. */
  people: readonly string[];
  waits: OracleWait[];
  /** Iterations that were begun. */
  begun: number;
  /** Who has handled one of its tasks. */
  signed?: readonly string[];
  /** One ran through while others were begun, and was not asked whether it was enough. */
  isUnasked?: boolean;
}

/** An event that would be caught. */
export interface Watch {
  readonly id: number;
  /** The event. */
  readonly nodeId: string;
  /** Where it stands; of an event sub-process's start: the scope beside it. */
  readonly scope: number;
  /** What holds the token it would move; undefined for the start of an event sub-process. */
  readonly host: number | undefined;
  /** Of a message or signal, as when the wait began. */
  readonly name?: string;
  /** Of a message, as when the wait began: what it is about. Absent: the order of the instance. */
  readonly key?: string;
  /** Of a timer. */
  readonly dueAt: number | null;
  /** Of a cycle, as when it began. */
  readonly periodMs: number;
  /** Rounds of a cycle, with this one. */
  readonly left: number;
}

export interface Token {
  readonly flowId: string;
  readonly scope: number;
  readonly origin: Origin;
  readonly trail: Trail;
  /** Flow to take at an exclusive gateway that the token comes to next. */
  readonly chosen: string | undefined;
}

/** An interrupting event that was caught: what stood in its host is gone. */
export interface Interruption {
  /** Stands for its origin until the step is over. */
  readonly placeholder: string;
  readonly eventId: string;
  /** Labels of the tasks it ended. */
  readonly tasks: readonly OracleWait[];
  /** The task that is reported with what follows, since it caused the event; undefined: the oldest that it ended is. */
  readonly causedBy: string | undefined;
  /** Where no task was ended, or nothing leads on. */
  readonly fallback: Origin;
}

export interface State {
  variables: Values;
  scopes: Scope[];
  activities: Activity[];
  /** In the order in which they were reached. */
  watches: Watch[];
  /** Activities that throw and were not heard yet. */
  thrown: number[];
  /** Conditional events that were looked at, by their watches, and that no change has woken since. */
  lookedAt: number[];
  /** The variables when conditional events were last looked at. */
  variablesSeen: Values;
  /** Tokens on the flows into joins, in the order of their arrival. */
  waiting: Token[];
  rounds: Record<string, number>;
  endOrigin: Origin;
  isOver: boolean;
  lastId: number;
}

export const emptyState = (): State => ({
  variables: {},
  scopes: [],
  activities: [],
  watches: [],
  thrown: [],
  lookedAt: [],
  variablesSeen: {},
  waiting: [],
  rounds: {},
  endOrigin: null,
  isOver: false,
  lastId: 0,
});

/** What took waits away. */
export interface Taker {
  /** A countersign that was decided, a terminate end, or an event by its id. */
  readonly by: 'others' | 'terminate' | { readonly eventId: string };
  /** Of what goes on from it. */
  readonly cause: Origin;
}

/** A wait that ended without being handled. */
export interface GoneWait extends OracleWait, Taker {}

/** What became of the tokens in one step. */
export interface TokenMoves {
  created: OracleWait[];
  gone: GoneWait[];
  /** Tasks that an event ended and that it leads on from, with the event. */
  readonly interrupted: { readonly task: OracleWait; readonly eventId: string }[];
  /** Tasks of people who are asked no more, and that are told as handled, in this order. */
  readonly recalled: OracleWait[];
  /** Flow that the press or the votes chose at the gateway behind the task. */
  chosen: { readonly gateway: string; readonly flowId: string } | undefined;
  /** What the press was for a shared task: one of several, so that it stays open; enough without the rest; the last. */
  signature: 'one' | 'enough' | 'last' | undefined;
  /** Whether the activity of the trigger was completed. */
  completed: boolean;
  /** How often an inclusive gateway fired without a token on each way in. */
  released: number;
  /** Events that were caught. */
  readonly fired: string[];
  /** Names of thrown messages that nothing waited for. */
  readonly unmatched: string[];
  /** Terminate ends that were reached. */
  terminated: number;
  /** Multi-instances that would begin otherwise now than they did. */
  changed: number;
  /** Multi-instances that began with nothing to do. */
  empty: number;
  /** Nodes that a token came to while another was in them. */
  readonly shared: string[];
}

export const noMoves = (): TokenMoves => ({
  created: [],
  gone: [],
  interrupted: [],
  recalled: [],
  chosen: undefined,
  signature: undefined,
  completed: false,
  released: 0,
  fired: [],
  unmatched: [],
  terminated: 0,
  changed: 0,
  empty: 0,
  shared: [],
});
