/** User tasks of a process, in the terms of the center. */

import type { Expression } from '../expressions/expression.ts';
import type { Notice } from '../message-template.ts';
import type { AllowedOperation } from '../ttc/allowed-operations.ts';
import type { CountedButton } from './button.ts';
import type { Mapping, ScriptMapping } from './mapping.ts';
import type { MultiInstance } from './multi-instance.ts';

/** A standard loop on a user task: repeated while the condition is true, at most `maximum` times. */
export interface StandardLoop {
  /** Absent: repeated `maximum` times. */
  readonly condition?: Expression;
  readonly testBefore: boolean;
  readonly maximum?: number;
}

export interface SummaryEntry {
  readonly title: string;
  readonly content: Expression;
}

export interface UserTaskNode {
  readonly nodeId: string;
  /** The name in the diagram. */
  readonly nodeName: string;
  /** The name of a task, if the name in the diagram contains an expression. */
  readonly computedName?: Expression;
  /** The sources of its handlers in order of precedence; the first that evaluates to a non-empty value is used. */
  readonly assignment: readonly AssignmentSource[];
  readonly taskName?: Expression;
  /** `taskSummary`, at most five. */
  readonly summary: readonly SummaryEntry[];
  readonly timeOut?: DueSource;
  readonly canDelegate?: 0 | 1;
  readonly autoCreateTransType?: boolean;
  /** The operations that people may use on the task; empty: none. */
  readonly allow: readonly AllowedOperation[];
  /** Templates with placeholders such as {taskId}, and expressions. */
  readonly urls: TaskUrls;
  /** Buttons of the task in diagram order: the node's own (explicit or derived), then those of the process. */
  readonly buttons: readonly CountedButton[];
  /** Buttons of the task in the list of handled tasks, sent with the report that handles it. */
  readonly handledButtons: readonly CountedButton[];
  readonly multiInstance?: MultiInstance;
  readonly standardLoop?: StandardLoop;
  /** Values that only its own expressions can read, in addition to the variables. */
  readonly inputs?: readonly Mapping[];
  /** Inputs that the host's function for scripts evaluates before the task is created in the center. */
  readonly inputScripts?: readonly ScriptMapping[];
  /** Variables that are set when the task is handled. */
  readonly outputs?: readonly Mapping[];
  /** Outputs that the same function evaluates after the task is handled, before its token moves on. */
  readonly outputScripts?: readonly ScriptMapping[];
  /** Values of a press that are stored in variables with other names. */
  readonly results?: readonly TaskResult[];
  /** Defaults of its form, set by the press that handles the task for variables that are not set yet. */
  readonly formDefaults?: readonly FormDefault[];
  /** Variables of a press (`PRESS_VARIABLES`) that are fields of its form; absent: none. */
  readonly pressFields?: readonly string[];
  /** Messages that are sent for the task; absent: none. */
  readonly notices?: readonly Notice[];
}

/** A data output of jBPM. */
export interface TaskResult {
  /** The name that the page of the task uses. */
  readonly name: string;
  readonly variable: string;
}

/** The default of a form field. */
export interface FormDefault {
  /** The variable that the field sets. */
  readonly variable: string;
  readonly type: 'text' | 'number' | 'boolean';
  readonly value: Expression;
}

export interface AssignmentSource {
  readonly kind: 'handlers' | 'handlingGroup';
  /** The place in the diagram, e.g. `camunda:assignee`, for messages. */
  readonly from: string;
  /** Each evaluates to one account or group, a comma-separated string of them, or an array. */
  readonly expressions: readonly Expression[];
}

/** `ttc:timeOut` in whole hours, or a due date or duration that is converted to hours from creation. */
export interface DueSource {
  readonly kind: 'hours' | 'due';
  readonly expression: Expression;
}

export interface TaskUrls {
  readonly handleUrl?: string;
  readonly viewUrl?: string;
  readonly mHandleUrl?: string;
  readonly mViewUrl?: string;
}
