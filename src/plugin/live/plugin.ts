import type { ServiceFunction } from '../../host/host.ts';
import type { Problem } from '../../model/problem.ts';
import type { InstanceStatus } from '../../protocol/instance-status.ts';
import type { TaskStatusEntry } from '../../protocol/task-status.ts';
import type { TaskView } from '../../protocol/task-view.ts';
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
import type { ReportExplanation } from '../explain/report-explanation.ts';
import type { CreatedJob } from '../outcome/created-job.ts';
import type { TaskAction } from '../outcome/task-action.ts';
import type { OpenTask } from '../state/ledger.ts';
import type { JobOutcome } from './service-calls.ts';

/** The instance of a plugin. */
export interface PluginInstance {
  /** Its id, as in the options. */
  readonly instanceId: string;
  /** Its process in the diagram. */
  readonly processId: string;
  /** Whether it runs, is suspended, or how it ended. */
  readonly status: InstanceStatus;
  /** Account of the person it belongs to. */
  readonly initiator: string;
  /** Their name; null: the center looks it up. */
  readonly initiatorName: string | null;
  /** Your own reference for the instance. */
  readonly businessKey: string | null;
  /** When `wake` has something to do, in epoch milliseconds; null: never. */
  readonly wakeAt: number | null;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  /** Epoch milliseconds; null: it has not ended. */
  readonly endedAt: number | null;
}

/** A task of the instance, open or not. */
export interface PluginTask extends TaskView {
  /** Its buttons, those of its list of handled tasks last. Which of them may be pressed now, and by whom, only a press tells. */
  readonly actions: readonly TaskAction[];
}

/** The positions of an instance's tokens in its diagram, and the way they took. */
export interface PluginDiagram {
  /** The instance. */
  readonly instanceId: string;
  /** The process of the instance; the file may contain others. */
  readonly processId: string;
  /** Whether the instance runs, is suspended, or how it ended. */
  readonly status: InstanceStatus;
  /** Nodes by their ids in the source of the engine. */
  readonly nodes: {
    /** Nodes that hold a token, and the sub-processes and calls around them. */
    readonly current: readonly string[];
    /** All other nodes that were reached, including those that an event or an operation ended. */
    readonly done: readonly string[];
  };
  /** Ids of the sequence flows that were taken, each once, in the order in which they were first taken. */
  readonly flows: readonly string[];
  /** The reports to the center, with explanations. */
  readonly reports: readonly ReportExplanation[];
}

/**
 * The translation between one running engine and the center, for a service that owns engine and persistence.
 * Its state is only in memory: store `snapshot()` together with the engine's state, after each call and each report. What
 * was not stored is lost when the process dies; the same calls can then be repeated on the stored state, and give the
 * same task ids and reports.
 *
 * Calls are applied one at a time: of two concurrent presses of a task one is applied and the other gets `stale`. A call
 * that was refused changed nothing. A call that failed (a verdict `failed`, or a {@link StepError}) has either changed
 * nothing, or the engine has moved: then every later call throws `ERR_STEP_FAILED`, and `snapshot` too. Let go of that
 * engine without waiting for it to stop, and recover a new one and the plugin from the states that were stored last. After
 * that the call can be repeated.
 */
export interface Plugin extends AskMethods {
  /** Spread these into the options of `new Engine`, together with the source: the `Process` of the plugin, expressions, parsing. */
  readonly engineOptions: Readonly<Record<string, unknown>>;
  /** Pass this to `execute` and to `resume`. */
  readonly listener: { emit(name: string, ...args: unknown[]): boolean };
  /** The instance; undefined until the engine has been executed or the plugin recovered. */
  readonly instance: PluginInstance | undefined;
  /**
   * The warnings of the diagram, such as guesses about what it leaves open, once the engine has read its source; empty
   * after a recover. To see them before, use `prepareProcesses` or `lintFiles` of `bpmn-transaction-bridge/model`.
   */
  readonly problems: readonly Problem[];
  /** All tasks of the instance, in the order in which they were created, including closed ones. */
  readonly tasks: readonly PluginTask[];
  /** Tasks that are open in the center now. */
  readonly openTasks: readonly OpenTask[];
  /** The variables of the instance, as after the last step. Do not change them: use `setVariables`. */
  readonly variables: Readonly<Record<string, unknown>>;
  /**
   * Presses a button of a task, open or handled. A press that ends the instance ends the engine.
   * @throws {InputError} `ERR_BUTTON_UNKNOWN`: `action` names no button of an open task, or several; `details.buttons` lists the
   * keys and labels; `ERR_INPUT_INVALID`
   * @throws {BridgeError} `ERR_IDENTITY_FAILED`: a function of `identity` threw; nothing was decided, press again. The same
   * holds for all methods that take an account
   * @throws {StepError} `ERR_STEP_FAILED`: recover engine and plugin first
   */
  press(taskId: string, press: PressOptions): Promise<Verdict>;
  /**
   * Transfers a task to another person: the task is closed (TURN), and a new task of the same node is opened for that
   * person. Of a task that several people share, only the part of `from` is transferred.
   * @returns `invalid` when that person has the task already; `forbidden`, `stale`, `suspended`, `unknown`
   * @throws {InputError} `ERR_INPUT_INVALID`
   * @throws {StepError} `ERR_STEP_FAILED`, `ERR_NO_HANDLER`
   */
  transfer(taskId: string, options: TransferOptions): Promise<Verdict>;
  /**
   * Informs other people of a task; the task and the process do not change. A message goes to `onMessages` where the
   * diagram or the option `circulation` defines one. Rights and refusals are those of {@link transfer}.
   */
  circulate(taskId: string, options: CirculateOptions): Promise<Verdict>;
  /**
   * Assigns a task to other people or groups, on behalf of an operator: like {@link transfer}, but no right is needed and
   * the system is reported as the handler. A task that several people share is refused: transfer the part of one of them.
   * @throws {StepError} `ERR_STEP_FAILED`, `ERR_NO_HANDLER`
   */
  reassign(taskId: string, options: ReassignOptions): Promise<Verdict>;
  /**
   * Suspends the instance: presses are refused, services are not called, and timers keep their remaining time.
   * An `account` must be that of the initiator or of a handler of an open task; without one the host itself acts.
   * @returns `suspended` when it is suspended already; `stale` when it has ended
   * @throws {InputError} `ERR_INPUT_INVALID`
   */
  suspend(options?: OperationOptions): Promise<Verdict>;
  /** Resumes the suspended instance; its timers have their remaining time. @returns `stale` when it is not suspended */
  activate(options?: OperationOptions): Promise<Verdict>;
  /**
   * Terminates the instance: open tasks become TERMINATED, results of services are dropped, `end` is reported to the
   * center, and the engine ends. An `account` must be that of the initiator; without one the host itself acts.
   * @returns with `unreported` where tasks of groups stay in people's lists, since a report about them needs a handler
   * @throws {InputError} `ERR_INPUT_INVALID`
   */
  terminate(options?: OperationOptions): Promise<Verdict>;
  /** Like {@link terminate}, but open tasks become RECALL. */
  revoke(options?: OperationOptions): Promise<Verdict>;
  /**
   * Sets variables of the instance; others keep their values. Conditional events that become true fire, in a suspended
   * instance once it is activated; nothing else moves. With the `callId` of a call activity, the variables of the called
   * process are set, where that has its own.
   * @returns `stale` when the instance has ended; `unknown` when no such call is running
   * @throws {InputError} `ERR_INPUT_INVALID`
   * @throws {StepError} `ERR_STEP_FAILED`
   */
  setVariables(variables: Readonly<Record<string, unknown>>, options?: VariablesOptions): Promise<Verdict>;
  /**
   * Sends a message to the first element in the instance that waits for it, or a signal to all elements that wait for it;
   * or completes a receive task for the first token that waits there. With a `correlationKey`, elements that wait for a
   * message with another key are skipped.
   * @returns whether anything was waiting
   * @throws {StepError} `ERR_SUSPENDED`: nothing was changed; send it again once the instance is activated.
   * `ERR_STEP_FAILED`: the engine has not run yet or was stopped, or the step failed
   * @throws {InputError} `ERR_INPUT_INVALID`: the payload is not plain JSON, see `start` of a bridge
   */
  deliver(
    event: { readonly payload?: Readonly<Record<string, unknown>> } & (
      | { readonly kind: 'message'; readonly name: string; readonly correlationKey?: string }
      | { readonly kind: 'signal'; readonly name: string }
      | { readonly kind: 'receive'; readonly nodeId: string }
    ),
  ): boolean;
  /**
   * Fires the timers that are due, and sends the reports that were held long enough. The plugin does it by itself while
   * the process lives; for a host that loads the instance only when `instance.wakeAt` is past.
   * @throws {StepError} `ERR_STEP_FAILED`
   */
  wake(): void;
  /**
   * Goes on without system tasks, because the center refused to create this one (`refusedTaskId` of `judgeReports`): its report
   * counts as delivered. Reports that were handed out before and not sent yet may name it: pass each through
   * `withoutSystemTask`. The task is TERMINATED.
   * @returns false: it is no system task of this instance
   * @throws {StepError} `ERR_STEP_FAILED`
   */
  forgoSystemTasks(refusedTaskId: string): boolean;
  /** Repeats the failed service calls, and looks up again the processes that were not found. */
  retryServices(): void;
  /**
   * Resolves when no service is running. @throws the error of a start or a service, if there is no `onError`
   */
  idle(): Promise<void>;
  /**
   * Answers the task-status callback of the center for tasks of this instance: one entry for each id, in the same order.
   * After the end too. Undelivered reports of tasks that it names may be answered with "already handled" by the center.
   */
  answerStatus(taskIds: readonly string[]): Promise<readonly TaskStatusEntry[]>;
  /** Explains each report of the instance, in order: one sentence says why it was next, none or end. */
  explain(): readonly ReportExplanation[];
  /**
   * Returns where the tokens are in the diagram and the way they took. Contains no variables, opinions or people.
   * @throws {StepError} `ERR_STEP_FAILED`: the engine has not run yet
   */
  diagram(): PluginDiagram;
  /**
   * The complete state of the plugin as JSON; store it together with the state of the engine. Once the engine is stopped,
   * no timer fires and nothing is reported any more.
   * @throws {StepError} `ERR_STEP_FAILED`: the engine has not run yet, or a step failed
   */
  snapshot(): string;
  /**
   * Continues from a snapshot; call it before `engine.recover`. The snapshot of an instance
   * that has ended answers presses and status requests without an engine. Whether it belongs to the engine's state shows
   * when the engine resumes: if it does not, nothing is reported, `onError` or `idle` get `ERR_SNAPSHOT_INVALID`, and
   * every later call throws it.
   * @throws {StepError} `ERR_SNAPSHOT_INVALID`: it cannot be read, or is of another version or instance; the plugin is unchanged
   */
  recover(snapshot: string): void;
}

/** A plugin whose steps somebody else stores before anything is delivered. */
export interface LivePlugin extends Plugin {
  /**
   * Applies the outcome of a job.
   * @returns false if nothing waits for it any more
   * @throws {StepError} `ERR_SUSPENDED`, `ERR_STEP_FAILED`
   */
  finishJob(executionId: string, outcome: JobOutcome): boolean;
  /**
   * Looks up the process of a waiting call, draws it into the diagram, and lets the token enter it: one step.
   * @returns false if nothing waits at this call any more
   * @throws {InputError} `ERR_PROCESS_UNKNOWN`; {@link ModelError} `ERR_MODEL_REFUSED`, `ERR_MODEL_UNREADABLE`
   * @throws {StepError} `ERR_SUSPENDED`, `ERR_STEP_FAILED`, `ERR_CALL_TOO_DEEP`; `ERR_SNAPSHOT_INVALID`
   */
  enterCall(executionId: string): Promise<boolean>;
  /** The function that a job calls, with the scripts of its mappings; undefined if it was not given. */
  functionOf(job: CreatedJob): ServiceFunction | undefined;
}
