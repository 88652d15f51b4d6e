/** The functions that the host provides: identity, assignment of tasks, services and scripts. */

import type { AccountNames } from '../read-options.ts';

/** What the host knows about people. */
export interface Identity {
  /** Whether an account is currently a member of a group. If it throws, takes longer than 5 seconds or returns anything but true or false, the press can be repeated. */
  isMember(group: string, account: string): boolean | Promise<boolean>;
  /** Members of a group. Needed only if a group task may end before anybody handled it: the report names the first member as the handler. After 2 seconds without an answer, the group has none. */
  membersOf?(group: string): readonly string[] | Promise<readonly string[]>;
  /**
   * Whether an account that is not a handler of a task may act as one, for example because the center delegated the task
   * to it. Called only if the account is not a handler and the task can be delegated (`ttc:canDelegate="1"` or
   * `defaults.canDelegate`); on any other task only its handlers may act. Default: nobody may. With `'trust-center'`
   * instead of an object, the center decides for tasks that can be delegated. If the function throws, takes longer
   * than 5 seconds or returns anything but true or false, the press can be repeated.
   */
  mayActFor?(account: string, task: ActedTask): boolean | Promise<boolean>;
  /**
   * The display name of an account in reports, messages and histories; return an alias if the real name should not be
   * shown. No name is shown if the result is undefined, the function throws, or it takes longer than 2 seconds.
   * Default: no names are shown.
   */
  nameOf?(account: string): string | undefined | Promise<string | undefined>;
}

/** A task on which a person acts who is not one of its handlers. Frozen. */
export interface ActedTask {
  /** Its id in the center. */
  readonly taskId: string;
  /** The instance that the task belongs to. */
  readonly instanceId: string;
  /** Id of the user task in the diagram; in a called process `<callActivityId>.<id>`. */
  readonly nodeId: string;
  /** Display name of the task. */
  readonly nodeName: string;
  /** Accounts that may handle it; empty if groups may. */
  readonly handlers: readonly string[];
  /** Groups whose members may handle it; empty if accounts may. */
  readonly handlingGroups: readonly string[];
}

/** One call of a service. Each call is made at least once. */
export interface ServiceJob {
  /** The instance that calls. */
  readonly instanceId: string;
  /** The calling task in the diagram. */
  readonly nodeId: string;
  /** The variables of the instance when the job was created; in a multi-instance with its element and counters. */
  readonly variables: Readonly<Record<string, unknown>>;
  /**
   * The results of the input mapping, and the vendor's other values on the service: task headers, data inputs, the
   * decision or the case. Empty if there are none.
   */
  readonly input: Readonly<Record<string, unknown>>;
  /** The same for every repetition of this call. Pass it on to systems that must not act twice. */
  readonly idempotencyKey: string;
  /** Aborted when the job's time is up or the bridge closes. */
  readonly signal: AbortSignal;
}

/**
 * A service throws this to raise the BPMN error with this code. The boundary event or event sub-process that catches the
 * code continues, and the call is not retried. If nothing catches it, the attempt has failed.
 */
export class BpmnError extends Error {
  /** The error code in the diagram. */
  readonly errorCode: string;

  constructor(errorCode: string, message = errorCode) {
    super(message);
    this.name = 'BpmnError';
    this.errorCode = errorCode;
  }
}

/** A call for a script: of a script task, a condition, an input or an output. The library only passes the script on; it neither runs nor logs it. */
export interface ScriptJob extends ServiceJob {
  /** The script as written in the diagram; empty if it is in another file. */
  readonly script: string;
  /** Its language, as written in the diagram, e.g. `javascript`; empty if the diagram does not say. */
  readonly scriptFormat: string;
  /** The file that contains the script, as written in the diagram, e.g. `classpath://total.groovy`. */
  readonly resource?: string;
}

/** Like a {@link ServiceFunction}, but one function for all scripts. */
export type ScriptFunction = (job: ScriptJob) => unknown;

/** Its result becomes variables of the instance. If it throws anything but a {@link BpmnError}, the attempt has failed. */
export type ServiceFunction = (job: ServiceJob) => unknown;

/** The argument of {@link Assign}: a task for which the diagram names nobody. Frozen. */
export interface TaskToAssign {
  /** Id of the process in the diagram. */
  readonly processId: string;
  /** The instance that the task belongs to. */
  readonly instanceId: string;
  /** Id of the user task in the diagram; in a called process `<callActivityId>.<id>`. */
  readonly nodeId: string;
  /** Display name of the task. */
  readonly nodeName: string;
  /** The business key of the instance; null if it has none. */
  readonly businessKey: string | null;
  /** Account of the person the instance belongs to. */
  readonly initiator: string;
  /** A copy of the variables; in a multi-instance with its element and counters. */
  readonly variables: Readonly<Record<string, unknown>>;
}

/** Who handles a task: accounts or groups. */
export type TaskHandlers = { readonly handlers: AccountNames } | { readonly handlingGroup: AccountNames };

/**
 * Says who handles a task if the diagram names nobody, or if all that it names is empty. If the result is undefined or
 * names nobody, `defaults.handlers` or `defaults.handlingGroup` are used. It is called while a step is computed, and a
 * step may be computed more than once: it must be pure and synchronous, and as fast as a look-up in memory.
 */
export type Assign = (task: TaskToAssign) => TaskHandlers | undefined;
