/** What the host hands in: what it knows about people, and the functions that service and script tasks call. */

/** What the host knows about people. */
export interface Identity {
  /** Whether an account is a member of a group, now. */
  isMember(group: string, account: string): boolean | Promise<boolean>;
  /** Needed only where a task of a group ends without anybody having handled it: the first one is named as handler. */
  membersOf?(group: string): readonly string[] | Promise<readonly string[]>;
}

/** One call of a service. Calls are made at least once. */
export interface ServiceJob {
  /** The instance that calls. */
  readonly instanceId: string;
  /** The task in the drawing that calls. */
  readonly nodeId: string;
  /** The variables of the instance when the job was made. */
  readonly variables: Readonly<Record<string, unknown>>;
  /** What the input mapping of the model gives; empty without one. */
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
