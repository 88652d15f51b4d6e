import type { Faults } from './faults/create-faults.ts';
import type { TrafficEntry } from './http/traffic.ts';
import type { MessageSide } from './messages/center-message.ts';
import type { ListedMessage, SentMessage, WebsiteMessage } from './messages/message-views.ts';
import type { Switches } from './setup/switches.ts';
import type { CenterTask, CenterTransaction } from './state/center-state.ts';
import type { DiagramOutcome } from './tasks/ask-diagram.ts';
import type { StatusRun } from './tasks/ask-status.ts';
import type { BatchRequest, BatchResult } from './tasks/batch.ts';
import type { DelegateRequest } from './tasks/delegate-task.ts';
import type { ListedTask, ListedTransaction } from './tasks/lists.ts';
import type { OpenedTask } from './tasks/open-task.ts';
import type { PressRequest, PressResult } from './tasks/press.ts';

/** A running local transaction center. It returns copies: changing them has no effect. */
export interface Sandbox {
  /** The spec's {base_url}. */
  readonly baseUrl: string;
  /** The spec's {auth_url}. */
  readonly authUrl: string;
  /** Base URL of the control API; undefined with `controlApi: false`. */
  readonly controlUrl: string | undefined;
  /** The inbox, a page in the browser; undefined with `controlApi: false`. */
  readonly inboxUrl: string | undefined;
  /** URL of the public key of the id tokens. */
  readonly jwksUrl: string;
  /** The public key of the id tokens, as a JSON Web Key Set (RFC 7517, 5). */
  jwks(): { readonly keys: readonly object[] };
  /** Its readings of the points that the spec leaves open. */
  readonly switches: Switches;
  /**
   * Presses a button of a task in any list in which the account has it: calls the business system, or returns the url
   * of a page. After an accepted press the center itself does what the switches say for HANG_UP, ACTIVE, BREAK_UP
   * and REVOKE; everything else needs a report.
   * @throws {InputError} `ERR_INPUT_INVALID`: the account is not offered the button; nothing was called
   */
  press(taskId: string, press: PressRequest): Promise<PressResult>;
  /**
   * Presses the batch button of each of these pending tasks, one call after the other.
   * @throws {InputError} `ERR_INPUT_INVALID`: a task is not available for a batch; nothing was called
   */
  batch(taskIds: readonly string[], batch: BatchRequest): Promise<BatchResult[]>;
  /** The pending tasks that are available for a batch, with their batch buttons. */
  batchable(account: string): ListedTask[];
  /**
   * Opens the detail of a task. If it has been pending for longer than `statusAfterHours`, the center first sends a
   * task-status request to its business system.
   * @throws {InputError} `ERR_INPUT_INVALID`: the task is in no list of the account
   */
  open(taskId: string, account: string): Promise<OpenedTask>;
  /**
   * Delegates a pending task whose `canDelegate` is 1: `to` finds it in their pending list and may press its buttons.
   * @throws {InputError} `ERR_INPUT_INVALID`: the task cannot be delegated, or not by or to these accounts
   */
  delegate(taskId: string, request: DelegateRequest): void;
  /** Sends every business system a task-status request for all its open tasks now, as at 23:00:00. */
  runNightly(): Promise<StatusRun[]>;
  /** Every task-status request so far, with the problems of its answer. */
  readonly statusRuns: readonly StatusRun[];
  /**
   * Sets the address for task-status requests to an application; undefined removes it.
   * @throws {InputError} `ERR_INPUT_INVALID`: there is no such application
   */
  setStatusUrl(appId: string, url: string | undefined): void;
  /**
   * Requests the diagram of a task from its business system, once, within `callbackTimeoutMs`, 8 MiB at most. It is not
   * a call of the interface and does not appear in the traffic. Never rejects; an unknown task has no diagram.
   */
  diagram(taskId: string): Promise<DiagramOutcome>;
  /**
   * Sets the address from which the diagrams of an application are requested; undefined removes it.
   * @throws {InputError} `ERR_INPUT_INVALID`: there is no such application
   */
  setDiagramUrl(appId: string, url: string | undefined): void;
  /** The pending tasks of an account or of its groups, with the buttons of the pending list. */
  pending(account: string): ListedTask[];
  /** The tasks that an account has handled, with the buttons of the handled list. */
  handled(account: string): ListedTask[];
  /** The transactions that an account initiated, with their tasks and the buttons of the initiated list. */
  initiated(account: string): ListedTransaction[];
  /** Everything that the center knows about a task; undefined when the id is unknown. */
  task(taskId: string): CenterTask | undefined;
  /** In the order in which they started. */
  transactions(): CenterTransaction[];
  /** The WEBSITE messages of an account as shown on the PC, the default, or in the mobile app, with one read state. */
  messages(account: string, side?: MessageSide): WebsiteMessage[];
  /**
   * Marks a WEBSITE message as read, on the PC by default.
   * @throws {InputError} `ERR_INPUT_INVALID`: the account has no such message
   */
  readMessage(sendId: string, account: string, side?: MessageSide): void;
  /** The SUPERAPP messages of an account: they appear in its notification bar and have no read state. */
  notifications(account: string): ListedMessage[];
  /** A message by its sendId, also a scheduled one; the last when a switch allows an id to be sent again. */
  sentMessage(sendId: string): SentMessage | undefined;
  /** Every accepted message, in the order of acceptance. */
  sentMessages(): SentMessage[];
  /** Faults to inject. */
  readonly faults: Faults;
  /** Every call in and out so far, in order; with `trafficLimit` only the latest. */
  readonly traffic: readonly TrafficEntry[];
  /** The center's clock in epoch milliseconds. */
  now(): number;
  /** How far the clock was set forward, in milliseconds. */
  aheadMs(): number;
  /**
   * Sets the clock forward: access tokens age, scheduled messages are sent, and the nightly run starts if 23:00:00 is
   * passed. Tokens of persons keep the real time, since others verify them with their own clocks.
   * @param ms milliseconds, greater than 0
   * @throws {InputError} `ERR_INPUT_INVALID`: the clock would go back or stand still
   */
  advanceClock(ms: number): void;
  /** Revokes all access tokens issued so far. */
  revokeTokens(): void;
  /** Sets the lifetime of access tokens issued from now on. */
  setTokenLifetime(seconds: number): void;
  /** Closes all connections and frees the port. Calling it again does nothing. */
  close(): Promise<void>;
}
