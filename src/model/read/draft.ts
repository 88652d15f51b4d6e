import type { Expression } from '../expressions/expression.ts';
import type { ModelOptions } from '../model-options.ts';
import type { AssignmentSource, DueSource, LateCall, Mapping, StandardLoop, TaskUrls } from '../process-model.ts';
import type { Drawing, FlowNode } from './drawing.ts';
import type { ExpressionFailure } from './expression-reader.ts';
import type { ActionDraft } from './read-actions.ts';
import type { Condition } from './read-condition.ts';
import type { MultiInstance } from './read-countersign.ts';
import type { EventDraft } from './read-event.ts';
import type { MappingReading } from './read-mappings.ts';
import type { MessageReading } from './read-message.ts';
import type { Routing } from './read-routing.ts';
import type { ScriptReading } from './read-script.ts';
import type { SummaryReading } from './read-summary.ts';
import type { VotesReading } from './read-votes.ts';

/** All that a process says, read but not judged: what the rules look at, and what a model is made from. */
export interface Draft {
  readonly drawing: Drawing;
  readonly options: ModelOptions;
  readonly process: ProcessDraft;
  readonly userTasks: readonly UserTaskDraft[];
  readonly services: readonly ServiceDraft[];
  readonly events: readonly EventDraft[];
  readonly subProcesses: readonly SubProcessDraft[];
  /** By flow id. */
  readonly conditions: ReadonlyMap<string, Condition>;
  /** Of the exclusive gateways that fork, by gateway id. */
  readonly routings: ReadonlyMap<string, Routing>;
  /** Of the process and of the nodes that say any. */
  readonly messages: readonly MessageReading[];
  readonly expressionFailures: readonly ExpressionFailure[];
}

export interface ProcessDraft {
  readonly transTypeCode: string;
  readonly transTypeName: string;
  readonly transactionName?: Expression;
  readonly summary: SummaryReading;
  readonly initiatorVariable?: string;
  readonly actions: readonly ActionDraft[];
}

export interface UserTaskDraft {
  readonly node: FlowNode;
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
  /** Of a countersign in front of a gateway with votes. */
  readonly votes?: VotesReading;
}

export interface ServiceDraft {
  readonly node: FlowNode;
  readonly service?: string;
  /** Of a script task that names no service. */
  readonly script?: ScriptReading;
  /** Of `zeebe:script`. */
  readonly expression?: Expression;
  readonly resultVariable?: string;
  readonly mappings: MappingReading;
  readonly multiInstance?: MultiInstance;
  /** Of the wait of a call. */
  readonly call?: LateCall;
  /** Of what sets the variables of a call. */
  readonly assign?: readonly Mapping[];
}

export interface SubProcessDraft {
  readonly node: FlowNode;
  readonly multiInstance?: MultiInstance;
}
