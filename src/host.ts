/** What the host hands in: what it knows about people, who is given a task, and the functions that tasks call. */

/** What the host knows about people. */
export interface Identity {
  /** Whether an account is a member of a group, now. */
  isMember(group: string, account: string): boolean | Promise<boolean>;
  /** Needed only where a task of a group ends without anybody having handled it: the first one is named as handler. */
  membersOf?(group: string): readonly string[] | Promise<readonly string[]>;
  /**
   * Whether an account that is no handler of a task may do what a handler may, such as somebody to whom the center has
   * delegated it. Asked only where the account is none and the task may be delegated (`ttc:canDelegate="1"`, or
   * `defaults.canDelegate`): on any other nobody but its handlers acts. Default: nobody may. `'trust-center'` in the place
   * of all of this believes the center where the task may be delegated.
   */
  mayActFor?(account: string, task: ActedTask): boolean | Promise<boolean>;
  /**
   * The name that others are shown for an account, in reports, messages and histories; an alias where the real name
   * should not be shown. Undefined, a throw, or no answer within 2 seconds: no name is shown. Default: none is.
   */
  nameOf?(account: string): string | undefined | Promise<string | undefined>;
}

/** A task that somebody acts on who is none of its handlers. Frozen. */
export interface ActedTask {
  /** Its id in the center. */
  readonly taskId: string;
  /** The instance that the task belongs to. */
  readonly instanceId: string;
  /** The user task in the drawing; in a called process `<callActivityId>.<id>`. */
  readonly nodeId: string;
  /** What people call the task. */
  readonly nodeName: string;
  /** Accounts that may handle it; empty where groups may. */
  readonly handlers: readonly string[];
  /** Groups whose members may; empty where accounts may. */
  readonly handlingGroups: readonly string[];
}

/** One call of a service. Calls are made at least once. */
export interface ServiceJob {
  /** The instance that calls. */
  readonly instanceId: string;
  /** The task in the drawing that calls. */
  readonly nodeId: string;
  /** The variables of the instance when the job was made. */
  readonly variables: Readonly<Record<string, unknown>>;
  /**
   * What the input mapping of the model gives, and what its vendor writes on the service beside that: task headers, data
   * inputs, the decision or the case. Empty without any.
   */
  readonly input: Readonly<Record<string, unknown>>;
  /** The same on every repeat of this call: hand it to what must not happen twice. */
  readonly idempotencyKey: string;
  /** Aborted when the job's time is up or the bridge closes. */
  readonly signal: AbortSignal;
}

/**
 * Thrown by a service: the error with this code, as the drawing knows it. It goes to the boundary event or event
 * sub-process that catches it, and is not tried again; where nothing catches it, the attempt has failed.
 */
export class BpmnError extends Error {
  /** As the drawing knows it. */
  readonly errorCode: string;

  constructor(errorCode: string, message = errorCode) {
    super(message);
    this.name = 'BpmnError';
    this.errorCode = errorCode;
  }
}

/** A call for a script task, a condition or an input that is a script. The library hands the script on, and neither runs nor logs it. */
export interface ScriptJob extends ServiceJob {
  /** As it stands in the drawing; empty where it stands in another file. */
  readonly script: string;
  /** Its language, as the drawing calls it, e.g. `javascript`; empty where nothing says which. */
  readonly scriptFormat: string;
  /** The file that holds the script, as the drawing calls it, e.g. `classpath://total.groovy`. */
  readonly resource?: string;
}

/** As a {@link ServiceFunction}, one for all scripts. */
export type ScriptFunction = (job: ScriptJob) => unknown;

/** Its result becomes variables of the instance; a throw is a failed attempt, but for a {@link BpmnError}. */
export type ServiceFunction = (job: ServiceJob) => unknown;

/** A task that nobody in the drawing handles, as {@link Assign} is told of it. Frozen. */
export interface TaskToAssign {
  /** Id of the process in the drawing. */
  readonly processId: string;
  /** The instance that the task belongs to. */
  readonly instanceId: string;
  /** The user task in the drawing; in a called process `<callActivityId>.<id>`. */
  readonly nodeId: string;
  /** What people call the task. */
  readonly nodeName: string;
  /** As the start gave it; null without one. */
  readonly businessKey: string | null;
  /** Account of the person the instance belongs to. */
  readonly initiator: string;
  /** A copy of the variables, and of a multi-instance the element and the counters of this one. */
  readonly variables: Readonly<Record<string, unknown>>;
}

/** Who handles a task: accounts or groups, one, several separated by commas, or a list of them. */
export type TaskHandlers =
  | { readonly handlers: string | readonly string[] }
  | { readonly handlingGroup: string | readonly string[] };

/**
 * Says who handles a task that names nobody, or whose sources in the drawing are all empty. Undefined, or nobody in it:
 * `defaults.handlers` or `defaults.handlingGroup` do. It is called while a step is computed, which may be computed more
 * than once: it must be pure and synchronous, and take no longer than a look-up in memory.
 */
export type Assign = (task: TaskToAssign) => TaskHandlers | undefined;
