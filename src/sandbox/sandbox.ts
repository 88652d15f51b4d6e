import type { Faults } from './faults/create-faults.ts';
import type { TrafficEntry } from './http/traffic.ts';
import type { MessageSide } from './messages/center-message.ts';
import type { ListedMessage, SentMessage, WebsiteMessage } from './messages/message-views.ts';
import type { Switches } from './setup/switches.ts';
import type { CenterTask, CenterTransaction } from './state/ledger.ts';
import type { DiagramOutcome } from './tasks/ask-diagram.ts';
import type { StatusRun } from './tasks/ask-status.ts';
import type { BatchRequest, BatchResult } from './tasks/batch.ts';
import type { DelegateRequest } from './tasks/delegate-task.ts';
import type { ListedTask, ListedTransaction } from './tasks/lists.ts';
import type { OpenedTask } from './tasks/open-task.ts';
import type { PressRequest, PressResult } from './tasks/press.ts';

/** A live local transaction center. What it returns are copies: changing them changes nothing. */
export interface Sandbox {
  /** The spec's {base_url}. */
  readonly baseUrl: string;
  /** The spec's {auth_url}. */
  readonly authUrl: string;
  /** Where people's side of it can be reached over HTTP; undefined with `controlApi: false`. */
  readonly controlUrl: string | undefined;
  /** The page in the browser that does all of it; undefined with `controlApi: false`. */
  readonly inboxUrl: string | undefined;
  /** Where the public key of the id tokens is served, and the key itself. */
  readonly jwksUrl: string;
  /** The public key of the id tokens, as a JSON Web Key Set (RFC 7517, 5). */
  jwks(): { readonly keys: readonly object[] };
  /** How it reads what the spec leaves open. */
  readonly switches: Switches;
  /**
   * Presses a button of a task, in whichever of its lists the account has it: calls the business system, or names the
   * url of a page. Once the call was taken, the center does by itself what the switches say of HANG_UP, ACTIVE, BREAK_UP
   * and REVOKE; everything else waits for a report.
   * @throws {InputError} `ERR_INPUT_INVALID`: the account is not offered the button; nothing was called
   */
  press(taskId: string, press: PressRequest): Promise<PressResult>;
  /**
   * Presses the batch button of each of these pending tasks, one call after the other.
   * @throws {InputError} `ERR_INPUT_INVALID`: a task cannot be chosen for a batch; nothing was called
   */
  batch(taskIds: readonly string[], batch: BatchRequest): Promise<BatchResult[]>;
  /** The pending tasks that can be chosen for a batch, with the buttons that do. */
  batchable(account: string): ListedTask[];
  /**
   * Opens the detail of a task. When it is pending for longer than `statusAfterHours`, its business system is asked for
   * its state first.
   * @throws {InputError} `ERR_INPUT_INVALID`: the account has it in no list
   */
  open(taskId: string, account: string): Promise<OpenedTask>;
  /**
   * Delegates a pending task whose `canDelegate` is 1: `to` finds it in their list too, and is offered its buttons.
   * @throws {InputError} `ERR_INPUT_INVALID`: it cannot be delegated, or not by or to these
   */
  delegate(taskId: string, request: DelegateRequest): void;
  /** Asks every business system about all its open tasks, now, as at 23:00:00. */
  runNightly(): Promise<StatusRun[]>;
  /** Every question about states so far, with what was wrong in its answer. */
  readonly statusRuns: readonly StatusRun[];
  /**
   * Registers the address at which an application is asked for the state of its tasks; undefined takes it away.
   * @throws {InputError} `ERR_INPUT_INVALID`: there is no such application
   */
  setStatusUrl(appId: string, url: string | undefined): void;
  /**
   * Asks the business system of a task for the diagram of its process: once, within `callbackTimeoutMs`, 8 MiB at most. It
   * is no call of the center, and stands in no traffic. Never rejects; a task that is not there has none.
   */
  diagram(taskId: string): Promise<DiagramOutcome>;
  /**
   * Registers the address at which an application gives the diagrams of its tasks; undefined takes it away.
   * @throws {InputError} `ERR_INPUT_INVALID`: there is no such application
   */
  setDiagramUrl(appId: string, url: string | undefined): void;
  /** What waits for an account, named itself or by a group of it, with the buttons of the pending list. */
  pending(account: string): ListedTask[];
  /** What an account has handled, with the buttons of the handled list. */
  handled(account: string): ListedTask[];
  /** The transactions that an account initiated, each with its tasks and the buttons of the initiated list. */
  initiated(account: string): ListedTransaction[];
  /** All that the center knows of a task. Undefined: it has none of that id. */
  task(taskId: string): CenterTask | undefined;
  /** In the order in which they were opened. */
  transactions(): CenterTransaction[];
  /** The WEBSITE messages of an account as the PC, the default, or the mobile app shows them: one read state for both. */
  messages(account: string, side?: MessageSide): WebsiteMessage[];
  /**
   * Reads a WEBSITE message, on the PC by default.
   * @throws {InputError} `ERR_INPUT_INVALID`: the account has no such message
   */
  readMessage(sendId: string, account: string, side?: MessageSide): void;
  /** The SUPERAPP messages of an account: they stand in its notification bar and have no read state. */
  notifications(account: string): ListedMessage[];
  /** A message task by its id, scheduled ones too; the last where switches let an id be sent again. */
  sentMessage(sendId: string): SentMessage | undefined;
  /** Every message task, in the order in which they were accepted. */
  sentMessages(): SentMessage[];
  /** How it misbehaves on request. */
  readonly faults: Faults;
  /** Every call in and out so far, in order; with `trafficLimit` the latest. */
  readonly traffic: readonly TrafficEntry[];
  /** Its clock, epoch milliseconds. */
  now(): number;
  /** How far its clock was set forward, in milliseconds. */
  aheadMs(): number;
  /**
   * Sets its clock forward: access tokens age, scheduled messages are sent, and the run of 23:00:00 begins when that is
   * passed. Tokens of persons keep the time of the clock beneath it, since others check them by theirs.
   * @param ms milliseconds, more than none
   * @throws {InputError} `ERR_INPUT_INVALID`: it would go back, or stand
   */
  advanceClock(ms: number): void;
  /** Makes every access token issued so far worthless. */
  revokeTokens(): void;
  /** Lifetime of the access tokens issued from now on. */
  setTokenLifetime(seconds: number): void;
  /**
   * Ends all calls and sockets and frees the port. Calling it again does nothing.
   * @throws {StoreError} `ERR_STORE_UNAVAILABLE`: the last calls are not in the file of `record`, since the disk takes no
   * more; all is closed
   */
  close(): Promise<void>;
}
