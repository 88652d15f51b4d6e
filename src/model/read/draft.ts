import type { Expression } from '../expressions/expression.ts';
import type { ModelOptions } from '../model-options.ts';
import type { CalledVariables, CallPassing } from '../nodes/called-process.ts';
import type { Mapping } from '../nodes/mapping.ts';
import type { LateCall } from '../nodes/service-node.ts';
import type {
  AssignmentSource,
  DueSource,
  FormDefault,
  StandardLoop,
  TaskResult,
  TaskUrls,
} from '../nodes/task-node.ts';
import type { AllowedOperation } from '../ttc/allowed-operations.ts';
import type { MappingReading, TaskMappingReading } from './data/read-mappings.ts';
import type { Diagram, FlowNode } from './diagram.ts';
import type { EventDraft } from './events/read-event.ts';
import type { MessageReading } from './events/read-message.ts';
import type { ExpressionFailure, ReadExpression } from './expression-reader.ts';
import type { Condition } from './read-condition.ts';
import type { Routing } from './read-routing.ts';
import type { ScriptReading } from './services/read-script.ts';
import type { VotesReading } from './tasks/buttons.ts';
import type { ActionDraft } from './tasks/read-actions.ts';
import type { MultiInstanceDraft } from './tasks/read-multi-instance.ts';
import type { SummaryReading } from './tasks/read-summary.ts';

/** Everything read from a process, not yet checked: the input of the rules, and of the model. */
export interface Draft {
  readonly diagram: Diagram;
  readonly options: ModelOptions;
  readonly process: ProcessDraft;
  readonly userTasks: readonly UserTaskDraft[];
  readonly services: readonly ServiceDraft[];
  /** One per event definition; the definitions of one event are adjacent. */
  readonly events: readonly EventDraft[];
  readonly subProcesses: readonly SubProcessDraft[];
  /** By flow id. */
  readonly conditions: ReadonlyMap<string, Condition>;
  /** For exclusive gateways with several outgoing flows, by gateway id. */
  readonly routings: ReadonlyMap<string, Routing>;
  /** For the process and its nodes, if they define any. */
  readonly messages: readonly MessageReading[];
  /** All expressions of the process, with their places. */
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
  /** If the name contains a valid expression. */
  readonly computedName?: Expression;
  readonly assignment: readonly AssignmentSource[];
  readonly taskName?: Expression;
  readonly summary: SummaryReading;
  readonly timeOut?: DueSource;
  readonly canDelegate?: 0 | 1;
  readonly autoCreateTransType?: boolean;
  readonly allow: readonly AllowedOperation[];
  readonly urls: TaskUrls;
  readonly actions: readonly ActionDraft[];
  readonly previousActions: readonly ActionDraft[];
  /** The exclusive gateway directly after the task, if it has several outgoing flows. */
  readonly gateway?: FlowNode;
  readonly multiInstance?: MultiInstanceDraft;
  readonly standardLoop?: StandardLoop;
  readonly formDefaults?: readonly FormDefault[];
  readonly results?: readonly TaskResult[];
  readonly mappings: TaskMappingReading;
  /** For a countersign before a gateway with votes. */
  readonly votes?: VotesReading;
}

export interface ServiceDraft {
  readonly node: FlowNode;
  /** Name of the service; undefined if it is computed, and for a script or an expression. */
  readonly service?: string;
  /** Evaluates to the name of the service when the job is created. */
  readonly computedName?: Expression;
  /** The diagram names no service, so the id of the element is used. */
  readonly isUnnamed?: true;
  /** The vendor's built-in task or expression that the service replaces. */
  readonly replaces?: string;
  /** For a script task that names no service. */
  readonly script?: ScriptReading;
  /** `zeebe:script`, or the expression of a service task that calls nothing. */
  readonly expression?: Expression;
  readonly resultVariable?: string;
  readonly keepsFields?: true;
  readonly mappings: MappingReading;
  readonly multiInstance?: MultiInstanceDraft;
  /** For the node that waits for the called process. */
  readonly call?: LateCall;
  /** For a node that passes the variables of a call. */
  readonly assign?: readonly Mapping[];
  readonly passes?: CallPassing;
}

export interface SubProcessDraft {
  readonly node: FlowNode;
  readonly multiInstance?: MultiInstanceDraft;
  readonly own?: CalledVariables;
}
