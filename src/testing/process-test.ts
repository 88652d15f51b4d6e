import type { Bridge } from '../bridge/bridge.ts';
import type { StartOptions } from '../bridge/calls/start-options.ts';
import type { Deployed, DeployOptions } from '../bridge/definitions/deployment.ts';
import type { BridgeOptions } from '../config/bridge-options.ts';
import type { DeploySource } from '../model/files/read-sources.ts';
import type { PressOptions } from '../plugin/apply/press/press-options.ts';
import type { TaskHandlingItem } from '../protocol/task-handling.ts';
import type { Verdict } from '../protocol/verdict.ts';
import type { Sandbox } from '../sandbox/create-sandbox.ts';
import type { Directory } from '../sandbox/setup/directory.ts';
import type { SandboxOptions } from '../sandbox/setup/sandbox-options.ts';
import type { PressRequest, PressResult } from '../sandbox/tasks/press.ts';

/** Options of {@link createProcessTest}. Only the diagrams are required. */
export interface ProcessTestOptions {
  /** The diagrams to deploy: a path, a `file:` URL, XML, a folder, or a list of these, as for `bridge.deploy`. */
  readonly diagrams: DeploySource;
  /** Options of the deployment, such as `strict`. Default: none. */
  readonly deploy?: DeployOptions;
  /** The people and groups of the center. Default: those of the sandbox, seven people in a small company. */
  readonly directory?: Directory;
  /**
   * The options of the service under test, such as `services`, `scripts`, `expressions` and `defaults`. The default
   * of `identity` is the directory; all other required options are set by the test.
   */
  readonly bridge?: Partial<Omit<BridgeOptions, 'center' | 'callback' | 'clock' | 'store'>>;
  /** Options of the sandbox, such as `switches`, `transTypeCodes` and `messageTypes`. Default: none. */
  readonly sandbox?: Omit<SandboxOptions, 'directory' | 'clock' | 'callbackCipher'>;
  /** Start time of the test. Default: the current time. */
  readonly now?: Date;
  /**
   * A PostgreSQL database, `postgres://user:password@host/database`. The test gets a schema of its own in it, which
   * {@link ProcessTest.close} drops; the role needs the right to create schemas. Default: a SQLite file.
   */
  readonly store?: string | undefined;
}

/** A task that waits for people. */
export interface PendingTask {
  /** Id of the task in the center and in the bridge. */
  readonly taskId: string;
  /** Id of the user task in the diagram; in a called process `<callActivityId>.<id>`. */
  readonly nodeId: string;
  /** Display name of the task. */
  readonly nodeName: string;
  /** The accounts that have it in their lists, in the order of the directory. */
  readonly accounts: readonly string[];
  /** The labels of its buttons in those lists. */
  readonly buttons: readonly string[];
}

/** A report as the center received it. */
export interface SentReport {
  /** Id of the node whose task it reports; null for the start of the instance. */
  readonly nodeId: string | null;
  /** `next`, `none` or `end`. */
  readonly status: TaskHandlingItem['status'];
  /** Ids of the nodes of the tasks that follow. */
  readonly next: readonly string[];
  /** Account that handled the task; for the start, the initiator. */
  readonly handler: string;
  /** Display name, if the bridge knows one. */
  readonly handlerName?: string;
  /** The outcome in the lists, e.g. the label of the pressed button. */
  readonly handleStatus?: string;
}

/** A bridge with its diagrams deployed, and a local center that reach each other over HTTP. */
export interface ProcessTest extends AsyncDisposable {
  /** The current bridge; {@link restart} creates another one. */
  readonly bridge: Bridge;
  /** The center: lists, messages, faults and traffic. */
  readonly sandbox: Sandbox;
  /** Result of the deployment: warnings and variables. */
  readonly deployed: Deployed;
  /**
   * Starts an instance and waits until the bridge is idle.
   * @returns its id
   * @throws errors of `bridge.start`
   */
  start(processId: string, options?: StartOptions): Promise<string>;
  /**
   * Presses a button that the center shows the account, in its pending, handled or initiated list, and waits until the bridge
   * is idle. With `variables`, a page of the service makes the press.
   * @param node a task: its id, or the id or name of its node. Of several that have the button, the oldest pending one,
   * otherwise the latest that the account handled, otherwise the latest of a transaction that it initiated; at the same
   * time, by the order in which the instances began
   * @param button key or label; a key wins over a label. Default: the only button of the pending task
   * @returns the answer that the center got: `body.code` is 0 if the press was applied; `opened` if the button opens a page;
   * with `variables` the `verdict` that the page got
   * @throws {InputError} `ERR_INPUT_INVALID`: the account has no such task; the message lists the pending tasks.
   * `ERR_BUTTON_UNKNOWN`: the account sees no such button on it, or several; `details.buttons` lists those that it sees
   */
  press(account: string, node: string, button?: string, options?: TestPressOptions): Promise<TestPressResult>;
  /** All pending tasks of all people, in the order in which they were created. */
  pending(): PendingTask[];
  /** All reports to the center so far, in order; with an instance id only those of that instance. */
  reports(instanceId?: string): Promise<SentReport[]>;
  /**
   * Advances the clock of the bridge and of the center, which otherwise does not change, and waits until all due work is
   * done: timers, retries, scheduled messages.
   * @param ms milliseconds, more than 0
   * @throws {InputError} `ERR_INPUT_INVALID`
   */
  advance(ms: number): Promise<void>;
  /** Closes the bridge and creates another one on the same database, like a restart of a service. */
  restart(): Promise<void>;
  /** Waits until the bridge is idle: nothing is running or due. */
  idle(): Promise<void>;
  /**
   * Closes everything and deletes the database. Can be called more than once.
   * @throws the first error, such as that of a database which is away; the rest is closed all the same
   */
  close(): Promise<void>;
}

/** Optional parts of a press. */
export interface TestPressOptions extends Pick<PressRequest, 'opinions' | 'time' | 'uuid'> {
  /**
   * Variables from a form. The center cannot send any: a page of the service calls `bridge.press` with the account, the button
   * and these variables, which may be `{}`. Without `time` and `uuid`, which only calls of the center have.
   */
  readonly variables?: NonNullable<PressOptions['variables']>;
}

/** The outcome of a press. */
export type TestPressResult = Partial<PressResult> & {
  /** Of a press with `variables`: the verdict of `bridge.press`. */
  readonly verdict?: Verdict;
};
