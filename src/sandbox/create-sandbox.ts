import { Agent } from 'undici';
import { InputError } from '../errors.ts';
import { createAccessTokens } from './access-tokens.ts';
import { askAll, type StatusRun } from './ask-status.ts';
import { type BatchRequest, type BatchResult, listBatchable, pressBatch } from './batch.ts';
import type { MessageSide } from './center-message.ts';
import { AUTH_PATH, BASE_PATH, centerRoutes } from './center-routes.ts';
import { createFaults, type Faults, type LiveFaults } from './faults/create-faults.ts';
import { createMoments } from './faults/moments.ts';
import { createRotatingSeal, type RotatingSeal, refuseForSeal } from './faults/rotating-seal.ts';
import { startHttpServer } from './http-server.ts';
import { createIdTokens } from './id-tokens.ts';
import { type ListedTask, type ListedTransaction, listHandled, listInitiated, listPending } from './lists.ts';
import {
  type ListedMessage,
  listMessages,
  listNotifications,
  listSentMessages,
  readMessage,
  type SentMessage,
  type WebsiteMessage,
} from './message-views.ts';
import { startNightlyRuns } from './nightly-run.ts';
import { type OpenedTask, openTask } from './open-task.ts';
import { type PressRequest, type PressResult, pressButton } from './press.ts';
import { createRecordFile, type RecordFile } from './record/create-record-file.ts';
import { readOptions, type SettledOptions } from './setup/read-options.ts';
import type { SandboxOptions } from './setup/sandbox-options.ts';
import type { Switches } from './setup/switches.ts';
import { createLedger } from './state/create-ledger.ts';
import { type DataFile, openDataFile } from './state/data-file.ts';
import type { CenterTask, CenterTransaction } from './state/ledger.ts';
import { saveBeforeAnswer } from './state/save-before-answer.ts';
import { createTraffic, type TrafficEntry } from './traffic.ts';

export type { SandboxOptions } from './setup/sandbox-options.ts';

/** A live local transaction center. What it returns are copies: changing them changes nothing. */
export interface Sandbox {
  /** The spec's {base_url}. */
  readonly baseUrl: string;
  /** The spec's {auth_url}. */
  readonly authUrl: string;
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
  /** Asks every business system about all its open tasks, now, as at 23:00:00. */
  runNightly(): Promise<StatusRun[]>;
  /** Every question about states so far, with what was wrong in its answer. */
  readonly statusRuns: readonly StatusRun[];
  /**
   * Registers the address at which an application is asked for the state of its tasks; undefined takes it away.
   * @throws {InputError} `ERR_INPUT_INVALID`: there is no such application
   */
  setStatusUrl(appId: string, url: string | undefined): void;
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
  /** Makes every access token issued so far worthless. */
  revokeTokens(): void;
  /** Lifetime of the access tokens issued from now on. */
  setTokenLifetime(seconds: number): void;
  /** Ends all calls and sockets and frees the port. Calling it again does nothing. */
  close(): Promise<void>;
}

/**
 * Starts a transaction center on 127.0.0.1, in memory: everything in it is gone when it is closed or the process ends.
 * With the option `data` what it has answered is in that file, also when the process is killed or the power fails.
 * It is strict: what the spec refuses it refuses, and `README.md` beside this file says what it decided where the spec
 * is silent.
 * @throws {InputError} `ERR_CONFIG_INVALID`: `details.problems` lists the options that cannot be used; or the port is
 * in use; `ERR_INPUT_INVALID`: the rules of `faults`
 * @throws {StoreError} `ERR_STORE_LOCKED`: another sandbox holds the data file; `ERR_STORE_NEWER`, `ERR_STORE_INVALID`,
 * `ERR_STORE_UNAVAILABLE`: it cannot be used, and is as it was
 */
export async function createSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const settled = readOptions(options);
  const seal = createRotatingSeal(settled.callbackCipher);
  const faults = createFaults(refuseForSeal(seal), seal.restore);
  if (settled.faults !== undefined) faults.set(settled.faults);
  const record = settled.record === undefined ? undefined : createRecordFile(settled.record);
  let file: DataFile | undefined;
  try {
    file = settled.data === undefined ? undefined : openDataFile(settled.data);
    return await openCenter(settled, { seal, faults, record, file });
  } catch (error) {
    record?.close();
    file?.close();
    throw error;
  }
}

interface Parts {
  readonly seal: RotatingSeal;
  readonly faults: LiveFaults;
  readonly record: RecordFile | undefined;
  readonly file: DataFile | undefined;
}

async function openCenter(options: SettledOptions, { seal, faults, record, file }: Parts): Promise<Sandbox> {
  const now = options.clock;
  const ledger = createLedger(options, file);
  const moments = createMoments();
  const traffic = createTraffic({
    now,
    limit: options.trafficLimit ?? Number.POSITIVE_INFINITY,
    onEnd(entry) {
      record?.append(entry);
      options.onCall?.(entry);
      moments.look();
    },
  });
  const tokens = createAccessTokens(now, options.tokenLifetimeSeconds);
  const idTokens = createIdTokens(now);
  const desk = { traffic, faults, moments, tokens, apps: ledger.apps, now };
  const routes = centerRoutes(ledger, tokens, idTokens).map((route) => saveBeforeAnswer(ledger.write, route));
  const server = await startHttpServer(options, desk, routes);
  const baseUrl = `${server.origin}${BASE_PATH}`;
  const authUrl = `${server.origin}${AUTH_PATH}`;
  const agent = new Agent();
  const timeoutMs = options.callbackTimeoutMs;
  const statusRuns: StatusRun[] = [];
  const line = { traffic, faults, moments, agent, timeoutMs };
  const caller = { ...line, ledger, idTokens, issuer: authUrl, seal, statusRuns };
  // Where the data file cannot be written, the next call is answered so.
  const askAtNight = () => void askAll(caller).catch(() => undefined);
  const nights = options.nightlyRun ? startNightlyRuns(now, ledger.timeZone, askAtNight) : undefined;
  let closing: Promise<void> | undefined;
  return {
    baseUrl,
    authUrl,
    jwksUrl: `${authUrl}/jwks`,
    jwks: () => idTokens.jwks(),
    switches: ledger.switches,
    press: (taskId, press) => pressButton(caller, taskId, press),
    batch: (taskIds, batch) => pressBatch(caller, taskIds, batch),
    batchable: (account) => listBatchable(ledger, account),
    open: (taskId, account) => openTask(caller, taskId, account, options.statusAfterHours),
    runNightly: () => askAll(caller),
    statusRuns,
    setStatusUrl(appId, url) {
      if (!ledger.apps.some((app) => app.appId === appId)) {
        throw new InputError('ERR_INPUT_INVALID', `the center has no application ${appId}`);
      }
      ledger.write.setStatusUrl(appId, url);
      ledger.write.save();
    },
    pending: (account) => listPending(ledger, account),
    handled: (account) => listHandled(ledger, account),
    initiated: (account) => listInitiated(ledger, account),
    task: (taskId) => structuredClone(ledger.tasks.get(taskId)),
    transactions: () => structuredClone([...ledger.transactions.values()]),
    messages: (account, side = 'pc') => listMessages(ledger, account, side),
    readMessage: (sendId, account, side = 'pc') => readMessage(ledger, sendId, account, side),
    notifications: (account) => listNotifications(ledger, account),
    sentMessage: (sendId) => listSentMessages(ledger).findLast((message) => message.sendId === sendId),
    sentMessages: () => listSentMessages(ledger),
    faults,
    traffic: traffic.entries,
    revokeTokens: () => tokens.revokeAll(),
    setTokenLifetime: (seconds) => tokens.setLifetime(seconds),
    close() {
      nights?.stop();
      moments.end();
      closing ??= Promise.all([server.close(), agent.destroy()]).then(() => {
        record?.close();
        file?.close();
      });
      return closing;
    },
  };
}
