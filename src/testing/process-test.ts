import type { Bridge } from '../bridge/bridge.ts';
import type { Deployed } from '../bridge/definitions/deployment.ts';
import type { DeployOptions } from '../bridge/operations/deploy-options.ts';
import type { StartOptions } from '../bridge/operations/start-options.ts';
import type { BridgeOptions } from '../config/bridge-options.ts';
import type { DeploySource } from '../model/files/read-sources.ts';
import type { TaskHandlingItem } from '../protocol/task-handling.ts';
import type { Sandbox } from '../sandbox/create-sandbox.ts';
import type { Directory } from '../sandbox/setup/directory.ts';
import type { SandboxOptions } from '../sandbox/setup/sandbox-options.ts';
import type { PressRequest, PressResult } from '../sandbox/tasks/press.ts';

/** What a test of processes is made of. Only the diagrams are required. */
export interface ProcessTestOptions {
  /** What is deployed: a path, a `file:` URL, XML, a folder, or a list of these, as for `bridge.deploy`. */
  readonly diagrams: DeploySource;
  /** Options of that deploy, such as `strict`. Default: none. */
  readonly deploy?: DeployOptions;
  /** The people and groups of the center. Default: those of the sandbox, seven people in a small company. */
  readonly directory?: Directory;
  /**
   * The options of the service under test, such as `services`, `scripts`, `expressions` and `defaults`. `identity` is
   * the directory unless it is given here; the rest is set by the test.
   */
  readonly bridge?: Partial<Omit<BridgeOptions, 'center' | 'callback' | 'clock' | 'store'>>;
  /** Options of the sandbox, such as `switches`, `transTypeCodes` and `messageTypes`. Default: none. */
  readonly sandbox?: Omit<SandboxOptions, 'directory' | 'clock' | 'callbackCipher'>;
  /** The time at which the test begins. Default: the current time. */
  readonly now?: Date;
}

/** A task that waits for people. */
export interface PendingTask {
  /** What the center and the bridge name it by. */
  readonly taskId: string;
  /** Id of the user task in the diagram; in a called process `<callActivityId>.<id>`. */
  readonly nodeId: string;
  /** What people call it. */
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
  /** What it reports: `next`, `none` or `end`. */
  readonly status: TaskHandlingItem['status'];
  /** Ids of the nodes of the tasks that follow. */
  readonly next: readonly string[];
  /** Account that handled the task; of the start, the initiator. */
  readonly handler: string;
  /** The name that is shown for it, if the bridge knows one. */
  readonly handlerName?: string;
  /** What the lists show as the outcome, e.g. the label of the pressed button. */
  readonly handleStatus?: string;
}

/** A bridge with its diagrams deployed, and a local center that reach each other over HTTP. */
export interface ProcessTest extends AsyncDisposable {
  /** The bridge that is running now: {@link restart} opens another. */
  readonly bridge: Bridge;
  /** The center: lists, messages, faults and traffic. */
  readonly sandbox: Sandbox;
  /** What the deploy returned: warnings and variables. */
  readonly deployed: Deployed;
  /**
   * Starts an instance and waits until everything that follows has happened.
   * @returns its id
   * @throws what `bridge.start` throws
   */
  start(processId: string, options?: StartOptions): Promise<string>;
  /**
   * Presses a button in the center, and waits until everything that follows has happened.
   * @param node a pending task of the account: its id, or the id or name of its node; the oldest one if several match
   * @param button label or key; may be left out if the task has one button only
   * @returns the answer that the center got: `body.code` is 0 if the press was applied
   * @throws {InputError} `ERR_INPUT_INVALID`: the account has no such task or button; the message lists what is pending
   */
  press(account: string, node: string, button?: string, options?: TestPressOptions): Promise<PressResult>;
  /** All pending tasks of all people, in the order in which they were created. */
  pending(): PendingTask[];
  /** All reports to the center so far, in order; with an instance id only those of that instance. */
  reports(instanceId?: string): Promise<SentReport[]>;
  /**
   * Moves the clock of the bridge and of the center, which stands still otherwise, and waits until everything that became
   * due has happened: timers, retries, scheduled messages.
   * @param ms milliseconds, more than 0
   * @throws {InputError} `ERR_INPUT_INVALID`
   */
  advance(ms: number): Promise<void>;
  /** Closes the bridge and opens another one on the same database, as when a service is restarted. */
  restart(): Promise<void>;
  /** Waits until nothing runs and nothing is due. */
  idle(): Promise<void>;
  /** Closes everything and deletes the database. May be called twice. */
  close(): Promise<void>;
}

/** What a press contains in addition to the button. */
export type TestPressOptions = Pick<PressRequest, 'opinions' | 'time' | 'uuid'>;
