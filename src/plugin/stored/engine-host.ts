import type { Problem } from '../../model/problem.ts';
import type { TaskStatusEntry } from '../../protocol/task-status.ts';
import type { Verdict } from '../../protocol/verdict.ts';
import type { AskMethods } from '../apply/operations/ask-methods.ts';
import type {
  CirculateOptions,
  OperationOptions,
  ReassignOptions,
  TransferOptions,
  VariablesOptions,
} from '../apply/operations/operation-options.ts';
import type { PressOptions } from '../apply/press/press-options.ts';
import type { Plugin } from '../live/plugin.ts';
import type { JobOutcome } from '../live/service-calls.ts';
import type { StoredJob } from './engine-host-options.ts';

/** A press for `EngineHost.press`. */
export type HostPress = PressOptions & {
  /**
   * The same for every repeat of this press, such as `call.replayKey` of the callbacks: a repeat gets the verdict of the
   * first one as `duplicate`, if the host has `findPress`. Default: none; a repeat is `stale`.
   */
  readonly replayKey?: string;
};

/** A new instance for `EngineHost.start`. */
export interface HostStart {
  /** The diagram, as BPMN 2.0 XML. The instance keeps it until it ends. */
  readonly source: string;
  /** Id of the instance; unique, without control characters. The same id starts one instance, however often it is repeated. Default: a random one. */
  readonly instanceId?: string;
  /**
   * Account of the person the instance belongs to; also the variable `initiator`. Default: `defaults.systemHandler` of the
   * plugin's options, as for a start by a timer.
   */
  readonly initiator?: string;
  /** Display name of the initiator. Default: the center looks it up. */
  readonly initiatorName?: string;
  /** Your own reference for the instance; the center shows it as serialNumber. Default: the instance's id. */
  readonly businessKey?: string;
  /**
   * Id of the start event with which the instance begins: one of several, or that of a timer, message or signal that your
   * service has received. The payload of a message is `variables`, its key `businessKey`. Default: the plain start event, or
   * the first one.
   */
  readonly startNodeId?: string;
  /** The task in the center that this instance follows. */
  readonly previousTaskId?: string;
  /** Account of the person who handled that task, for its report. Default: the initiator. */
  readonly previousHandler?: string;
  /** The variables at the start. Plain JSON, at most 1,000 levels deep and with 250,000 values. Default: none. */
  readonly variables?: Readonly<Record<string, unknown>>;
}

/** What `EngineHost.start` returns. */
export interface StartedInstance {
  /** Its id. */
  readonly instanceId: string;
  /** False: there was an instance with this id already, and it was left as it is. */
  readonly started: boolean;
  /** The warnings of the diagram, such as guesses about what it leaves open; empty if the instance was there already. */
  readonly problems: readonly Problem[];
}

/** An event from outside, for `EngineHost.deliver`. */
export type HostEvent = Parameters<Plugin['deliver']>[0];

/**
 * Many instances in a table of the caller: each call loads one instance, applies exactly one trigger to it, and saves
 * everything that it changed by one call of `save`. Between two calls nothing of an instance is in memory, so any number of
 * processes may share the table. Nothing is delivered and no service is called before it is saved.
 *
 * Each call passes its `context` to `load` and `save` unchanged: with a transaction of yours as context, the step commits
 * together with your own rows, or not at all. If another call was faster (`save` returned false), the trigger is applied
 * again to what is stored now, at most 20 times. What `load` and `save` throw is thrown to the caller; nothing has changed
 * then, unless your store says otherwise.
 *
 * Verdicts are those of {@link Plugin}; only `applied` was saved.
 *
 * @throws {StoreError} by every call that saves: `ERR_BUSY`, other calls were faster every time; nothing was saved
 * @throws {StepError} by every call that loads: `ERR_SNAPSHOT_INVALID`, what is stored cannot be read
 */
export interface EngineHost<Context = undefined> extends AskMethods<[context?: Context]> {
  /**
   * Starts an instance.
   * @throws {InputError} `ERR_INPUT_INVALID`: there is no such start event, no initiator, or variables that are not
   * plain JSON; nothing was saved
   * @throws {ModelError} `ERR_MODEL_REFUSED`: `details.problems` lists every reason; nothing was saved
   * @throws {StepError} the process could not start; nothing was saved
   */
  start(start: HostStart, context?: Context): Promise<StartedInstance>;
  /** Presses a button of a task, as {@link Plugin.press}. */
  press(taskId: string, press: HostPress, context?: Context): Promise<Verdict>;
  /** As {@link Plugin.transfer}. */
  transfer(taskId: string, options: TransferOptions, context?: Context): Promise<Verdict>;
  /** As {@link Plugin.circulate}. */
  circulate(taskId: string, options: CirculateOptions, context?: Context): Promise<Verdict>;
  /** As {@link Plugin.reassign}. */
  reassign(taskId: string, options: ReassignOptions, context?: Context): Promise<Verdict>;
  /** As {@link Plugin.suspend}. @throws {InputError} `ERR_INSTANCE_UNKNOWN`, as all calls with the id of an instance */
  suspend(instanceId: string, options?: OperationOptions, context?: Context): Promise<Verdict>;
  /** As {@link Plugin.activate}. */
  activate(instanceId: string, options?: OperationOptions, context?: Context): Promise<Verdict>;
  /** As {@link Plugin.terminate}. */
  terminate(instanceId: string, options?: OperationOptions, context?: Context): Promise<Verdict>;
  /** As {@link Plugin.revoke}. */
  revoke(instanceId: string, options?: OperationOptions, context?: Context): Promise<Verdict>;
  /** As {@link Plugin.setVariables}. */
  setVariables(
    instanceId: string,
    variables: Readonly<Record<string, unknown>>,
    options?: VariablesOptions,
    context?: Context,
  ): Promise<Verdict>;
  /**
   * As {@link Plugin.deliver}.
   * @returns whether anything was waiting; false too if the instance has ended
   */
  deliver(instanceId: string, event: HostEvent, context?: Context): Promise<boolean>;
  /**
   * Fires the timers that are due, and sends the reports that were held long enough. Call it for instances whose `wakeAt`
   * has passed; two processes may call it at once. Does nothing if nothing is due.
   */
  wake(instanceId: string, context?: Context): Promise<void>;
  /** As {@link Plugin.forgoSystemTasks}. @returns false: there is no such system task; nothing was saved */
  forgoSystemTasks(refusedTaskId: string, context?: Context): Promise<boolean>;
  /**
   * Calls the service of a saved job, and saves its result as one trigger; for a job of kind `call`, looks its process up,
   * draws it into the diagram of the instance, and saves the step into it. Call it again if it rejects or the process dies:
   * the service gets the same idempotencyKey. A `BpmnError` of the service is thrown in the process.
   * @returns false if the result is not needed any more
   * @throws the error of the service; {@link StepError} `ERR_SERVICE_FAILED`: there is no such service, or its result is not valid JSON; `ERR_SUSPENDED`:
   * call it again once the instance is activated; `ERR_CALL_TOO_DEEP`: calls that never end, `ERR_STEP_FAILED`
   * @throws {InputError} `ERR_PROCESS_UNKNOWN`: `findProcess` returned nothing; nothing was saved, call it again when there is one
   * @throws {ModelError} `ERR_MODEL_REFUSED`, `ERR_MODEL_UNREADABLE`: the called process cannot run; nothing was saved
   */
  runJob(job: StoredJob, context?: Context): Promise<boolean>;
  /**
   * Saves the result of a service or script that you have run yourself.
   * @param result plain JSON; or `{ errorCode }` of a BPMN error, as `BpmnError` has
   * @returns false if the result is not needed any more
   * @throws {InputError} `ERR_INPUT_INVALID`: the job is a call, which only `runJob` does
   * @throws {StepError} `ERR_SUSPENDED`: repeat it once the instance is activated; `ERR_STEP_FAILED`
   */
  finishJob(job: Pick<StoredJob, 'instanceId' | 'jobId'>, outcome: JobOutcome, context?: Context): Promise<boolean>;
  /**
   * Answers the task-status callback of the center: one entry for each id, in the same order, also for duplicate and unknown
   * ids, and after the end. Saves nothing.
   */
  answerStatus(taskIds: readonly string[], context?: Context): Promise<readonly TaskStatusEntry[]>;
  /**
   * Reads an instance without changing it: its tasks, variables, diagram and explanations, as after its last saved change.
   * @returns undefined if there is none
   */
  read(instanceId: string, context?: Context): Promise<StoredPlugin | undefined>;
}

/** What can be read of a stored instance. */
export type StoredPlugin = Pick<Plugin, 'instance' | 'tasks' | 'openTasks' | 'variables' | 'explain' | 'diagram'>;
