/**
 * The result of reading a .bpmn file, in the terms of the center. Frozen data and compiled expressions, independent of an
 * engine, a database or a network.
 */

import type { Graph } from '../net/graph.ts';
import type { Expression } from './expressions/expression.ts';
import type { Notice } from './message-template.ts';
import type { CountedButton, OwnButton } from './nodes/button.ts';
import type { CalledVariables } from './nodes/called-process.ts';
import type { EventNode } from './nodes/event-node.ts';
import type { MultiInstance } from './nodes/multi-instance.ts';
import type { ServiceNode } from './nodes/service-node.ts';
import type { FormDefault, SummaryEntry, UserTaskNode } from './nodes/task-node.ts';

export interface ProcessModel {
  /** What tokens come to. */
  readonly graph: Graph;
  readonly processId: string;
  readonly processName: string;
  readonly transTypeCode: string;
  readonly transTypeName: string;
  /** The spec's `transcationName`. */
  readonly transactionName?: Expression;
  /** `transSummary`, at most five. */
  readonly summary: readonly SummaryEntry[];
  /** Extra name of the variable `initiator`, from camunda:/flowable:/activiti:initiator on the start event. */
  readonly initiatorVariable?: string;
  /** Defaults of the form of the plain start event, for variables that the start does not set. */
  readonly startDefaults?: readonly FormDefault[];
  /** The buttons of the process, as on each of its tasks. */
  readonly processButtons: readonly CountedButton[];
  /** The buttons of what people do with a task at run time. */
  readonly ownButtons: Readonly<Record<OwnButton, CountedButton>>;
  readonly userTasks: ReadonlyMap<string, UserTaskNode>;
  readonly services: ReadonlyMap<string, ServiceNode>;
  /** Conditions that are evaluated as expressions, by flow id. */
  readonly conditions: ReadonlyMap<string, Expression>;
  /** Ids of exclusive gateways whose flow is chosen by a press or votes, not by conditions. */
  readonly routedGateways: ReadonlySet<string>;
  /** Events and receive tasks with a trigger, by node id; without plain start and end events and terminate end events. */
  readonly events: ReadonlyMap<string, EventNode>;
  readonly subProcesses: ReadonlyMap<string, SubProcessNode>;
  /** Messages that are sent for each of its tasks, and at its end; absent: none. */
  readonly notices?: readonly Notice[];
  /** Ids of nodes and flows that were generated when the file was prepared; they are not shown to people. Absent: none. */
  readonly reserved?: ReadonlySet<string>;
}

export interface SubProcessNode {
  readonly nodeId: string;
  readonly nodeName: string;
  /** Multi-instance, without votes. */
  readonly multiInstance?: MultiInstance;
  /** Present for a called process with its own variables. */
  readonly own?: CalledVariables;
}
