import type { Expression } from '../expressions/expression.ts';
import type { ModelOptions } from '../model-options.ts';
import type {
  AssignmentSource,
  CalledVariables,
  CallPassing,
  DueSource,
  FormDefault,
  LateCall,
  Mapping,
  StandardLoop,
  TaskResult,
  TaskUrls,
} from '../process-model.ts';
import type { Diagram, FlowNode } from './diagram.ts';
import type { ExpressionFailure, ReadExpression } from './expression-reader.ts';
import type { ActionDraft } from './read-actions.ts';
import type { Condition } from './read-condition.ts';
import type { MultiInstance } from './read-countersign.ts';
import type { EventDraft } from './read-event.ts';
import type { MappingReading, TaskMappingReading } from './read-mappings.ts';
import type { MessageReading } from './read-message.ts';
import type { Routing } from './read-routing.ts';
import type { ScriptReading } from './read-script.ts';
import type { SummaryReading } from './read-summary.ts';
import type { VotesReading } from './read-votes.ts';

/** All that a process says, read but not judged: what the rules look at, and what a model is made from. */
export interface Draft {
  readonly diagram: Diagram;
  readonly options: ModelOptions;
  readonly process: ProcessDraft;
  readonly userTasks: readonly UserTaskDraft[];
  readonly services: readonly ServiceDraft[];
  /** One for each event definition; those of an event in a row. */
  readonly events: readonly EventDraft[];
  readonly subProcesses: readonly SubProcessDraft[];
  /** By flow id. */
  readonly conditions: ReadonlyMap<string, Condition>;
  /** Of the exclusive gateways that fork, by gateway id. */
  readonly routings: ReadonlyMap<string, Routing>;
  /** Of the process and of the nodes that say any. */
  readonly messages: readonly MessageReading[];
  /** Every expression of the process, with where it stands. */
  readonly expressions: readonly ReadExpression[];
  readonly expressionFailures: readonly ExpressionFailure[];
}

export interface ProcessDraft {
  readonly transTypeCode: string;
  readonly transTypeName: string;
  readonly transactionName?: Expression;
  readonly summary: SummaryReading;
  readonly initiatorVariable?: string;
  readonly startDefaults?: readonly FormDefault[];
  readonly actions: readonly ActionDraft[];
}

export interface UserTaskDraft {
  readonly node: FlowNode;
  /** Of a name with an expression that can be read. */
  readonly computedName?: Expression;
  readonly assignment: readonly AssignmentSource[];
  readonly taskName?: Expression;
  readonly summary: SummaryReading;
  readonly timeOut?: DueSource;
  readonly canDelegate?: 0 | 1;
  readonly autoCreateTransType?: boolean;
  readonly urls: TaskUrls;
  readonly actions: readonly ActionDraft[];
  readonly previousActions: readonly ActionDraft[];
  /** The exclusive gateway right behind the task, where it forks. */
  readonly gateway?: FlowNode;
  readonly multiInstance?: MultiInstance;
  readonly standardLoop?: StandardLoop;
  readonly formDefaults?: readonly FormDefault[];
  readonly results?: readonly TaskResult[];
  readonly mappings: TaskMappingReading;
  /** Of a countersign in front of a gateway with votes. */
  readonly votes?: VotesReading;
}

export interface ServiceDraft {
  readonly node: FlowNode;
  /** Name of the service; empty where it is computed, and for a script or an expression. */
  readonly service?: string;
  /** Gives the name when the job is made. */
  readonly computedName?: Expression;
  /** The diagram names none: it goes by the id of its element. */
  readonly isUnnamed?: true;
  /** The vendor's own thing in whose place the service is called. */
  readonly standsFor?: string;
  /** Of a script task that names no service. */
  readonly script?: ScriptReading;
  /** Of `zeebe:script`, or of a service that is an expression and calls nothing. */
  readonly expression?: Expression;
  readonly resultVariable?: string;
  readonly keepsFields?: true;
  readonly mappings: MappingReading;
  readonly multiInstance?: MultiInstance;
  /** Of the wait of a call. */
  readonly call?: LateCall;
  /** Of what sets the variables of a call. */
  readonly assign?: readonly Mapping[];
  readonly passes?: CallPassing;
}

export interface SubProcessDraft {
  readonly node: FlowNode;
  readonly multiInstance?: MultiInstance;
  readonly own?: CalledVariables;
}
