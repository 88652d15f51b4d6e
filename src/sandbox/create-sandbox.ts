import { randomUUID } from 'node:crypto';
import { Agent } from 'undici';
import { InputError } from '../errors.ts';
import { CONTROL_PATH, createControlServer } from './control/control-server.ts';
import { type ChangeFeed, createChangeFeed } from './control/event-stream.ts';
import { createFaults, type LiveFaults } from './faults/create-faults.ts';
import { createMoments } from './faults/moments.ts';
import { createRotatingSeal, type RotatingSeal, refuseForSeal } from './faults/rotating-seal.ts';
import { createAccessTokens } from './http/access-tokens.ts';
import { AUTH_PATH, BASE_PATH, centerRoutes } from './http/center-routes.ts';
import { startHttpServer } from './http/http-server.ts';
import { createIdTokens } from './http/id-tokens.ts';
import { createInboxServer, INBOX_PATH } from './http/serve-inbox.ts';
import { createTraffic } from './http/traffic.ts';
import { listMessages, listNotifications, listSentMessages, readMessage } from './messages/message-views.ts';
import { createRecordFile, type RecordFile } from './record/create-record-file.ts';
import type { Sandbox } from './sandbox.ts';
import { type ReadOptions, readOptions, type SandboxOptions } from './setup/sandbox-options.ts';
import type { CenterState } from './state/center-state.ts';
import { createCenterState } from './state/create-center-state.ts';
import { askDiagram } from './tasks/ask-diagram.ts';
import { askAll, type StatusRun, startNightlyRuns } from './tasks/ask-status.ts';
import { listBatchable, pressBatch } from './tasks/batch.ts';
import { delegateTask } from './tasks/delegate-task.ts';
import { listHandled, listInitiated, listPending } from './tasks/lists.ts';
import { openTask } from './tasks/open-task.ts';
import { pressButton } from './tasks/press.ts';

export type { Sandbox } from './sandbox.ts';
export type { SandboxOptions } from './setup/sandbox-options.ts';

/**
 * Starts a transaction center on 127.0.0.1, in memory: its state is lost when it is closed or the process ends. With
 * the option `data` everything that it answered is stored in that file, and survives a killed process.
 * It refuses whatever the spec refuses; for points that the spec leaves open, `README.md` beside this file lists the
 * decisions.
 * @throws {InputError} `ERR_CONFIG_INVALID`: `details.problems` lists the options that cannot be used; or the port
 * is in use; `ERR_INPUT_INVALID`: the rules of `faults` are invalid
 * @throws {StoreError} `ERR_STORE_NEWER`, `ERR_STORE_INVALID`, `ERR_STORE_UNAVAILABLE`: the data file cannot be used and
 * was not changed
 */
export async function createSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const given = readOptions(options);
  const seal = createRotatingSeal(given.callbackCipher);
  const feed = createChangeFeed();
  const faults = createFaults({
    refuseRule: refuseForSeal(seal),
    onClear: seal.restore,
    onChange: () => feed.note('faults'),
  });
  if (given.faults !== undefined) faults.set(given.faults);
  const record = given.record === undefined ? undefined : createRecordFile(given.record);
  try {
    return await openCenter(given, { seal, faults, record, feed });
  } catch (error) {
    record?.close();
    throw error;
  }
}

interface Parts {
  readonly seal: RotatingSeal;
  readonly faults: LiveFaults;
  readonly record: RecordFile | undefined;
  readonly feed: ChangeFeed;
}

async function openCenter(options: ReadOptions, { seal, faults, record, feed }: Parts): Promise<Sandbox> {
  const center = createCenterState(options, feed.note);
  const { now } = center;
  const moments = createMoments();
  const traffic = createTraffic({
    now,
    limit: options.trafficLimit ?? Number.POSITIVE_INFINITY,
    onBegin: () => feed.note('traffic'),
    onEnd(entry) {
      feed.note('traffic');
      record?.append(entry);
      options.onCall?.(entry);
      moments.look();
    },
  });
  const tokens = createAccessTokens(now, options.tokenLifetimeSeconds, center.switches.newTokenEndsOld);
  const idTokens = createIdTokens(options.clock);
  const parts = { traffic, faults, moments, tokens, apps: center.apps, now };
  const routes = centerRoutes(center, tokens, idTokens);
  const { controlApi, host } = options;
  const run = randomUUID();
  const beside = controlApi
    ? [createControlServer(host, () => ({ sandbox, center, tokens, feed, run })), createInboxServer(host)]
    : [];
  const server = await startHttpServer(options, parts, routes, beside);
  const baseUrl = `${server.origin}${BASE_PATH}`;
  const authUrl = `${server.origin}${AUTH_PATH}`;
  const agent = new Agent();
  const timeoutMs = options.callbackTimeoutMs;
  const statusRuns: StatusRun[] = [];
  const line = { traffic, faults, moments, agent, timeoutMs };
  const caller = { ...line, center, idTokens, issuer: authUrl, seal, statusRuns };
  const askAtNight = () => void askAll(caller).catch(() => undefined);
  const nights = options.nightlyRun ? startNightlyRuns(now, center.timeZone, askAtNight) : undefined;
  let closing: Promise<void> | undefined;
  const sandbox: Sandbox = {
    baseUrl,
    authUrl,
    controlUrl: controlApi ? `${server.origin}${CONTROL_PATH}` : undefined,
    inboxUrl: controlApi ? `${server.origin}${INBOX_PATH}` : undefined,
    jwksUrl: `${authUrl}/jwks`,
    jwks: () => idTokens.jwks(),
    switches: center.switches,
    press: (taskId, press) => pressButton(caller, taskId, press),
    batch: (taskIds, batch) => pressBatch(caller, taskIds, batch),
    batchable: (account) => listBatchable(center, account),
    open: (taskId, account) => openTask(caller, taskId, account, options.statusAfterHours),
    delegate: (taskId, request) => delegateTask(center, taskId, request),
    runNightly: () => askAll(caller),
    statusRuns,
    setStatusUrl(appId, url) {
      refuseUnknownApp(center, appId);
      center.write.setStatusUrl(appId, url);
      center.write.save();
    },
    diagram: (taskId) => askDiagram(caller, taskId),
    setDiagramUrl(appId, url) {
      refuseUnknownApp(center, appId);
      center.write.setDiagramUrl(appId, url);
      center.write.save();
    },
    pending: (account) => listPending(center, account),
    handled: (account) => listHandled(center, account),
    initiated: (account) => listInitiated(center, account),
    task: (taskId) => structuredClone(center.tasks.get(taskId)),
    transactions: () => structuredClone([...center.transactions.values()]),
    messages: (account, side = 'pc') => listMessages(center, account, side),
    readMessage: (sendId, account, side = 'pc') => readMessage(center, sendId, account, side),
    notifications: (account) => listNotifications(center, account),
    sentMessage: (sendId) => listSentMessages(center).findLast((message) => message.sendId === sendId),
    sentMessages: () => listSentMessages(center),
    faults,
    traffic: traffic.entries,
    now,
    aheadMs: () => center.aheadMs,
    advanceClock(ms) {
      if (!(ms > 0 && Number.isSafeInteger(now() + ms))) {
        throw new InputError('ERR_INPUT_INVALID', 'the clock is set forward by a number of milliseconds above 0');
      }
      center.write.setAhead(center.aheadMs + ms);
      center.write.save();
      nights?.look();
    },
    revokeTokens: () => tokens.revokeAll(),
    setTokenLifetime: (seconds) => tokens.setLifetime(seconds),
    close() {
      nights?.stop();
      moments.end();
      closing ??= Promise.all([server.close(), agent.destroy()]).then(() => record?.close());
      return closing;
    },
  };
  return sandbox;
}

function refuseUnknownApp({ apps }: CenterState, appId: string): void {
  if (apps.some((app) => app.appId === appId)) return;
  throw new InputError('ERR_INPUT_INVALID', `the center has no application ${appId}`);
}
