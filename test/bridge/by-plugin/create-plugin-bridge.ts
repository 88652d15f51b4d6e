/**
 * A service that owns its engines, in the place of a bridge: as many engines with the plugin as there are instances, and
 * for the center what a bridge is. It has the methods of a bridge that the tests of both call.
 */

import { randomUUID } from 'node:crypto';
import { createCenterClient } from '../../../src/center/create-center-client.ts';
import { parseOptions } from '../../../src/config.ts';
import { type Bridge, BridgeError, type BridgeOptions, type Verdict } from '../../../src/index.ts';
import { prepareProcesses } from '../../../src/model/index.ts';
import type { PluginOptions, ServiceFunction, ThrownEvent } from '../../../src/plugin/index.ts';
import {
  createActionUrl,
  createCallbackHandler,
  createCipher,
  createIdTokenCheck,
} from '../../support/inner/callback.ts';
import { createLog } from '../../support/inner/logger.ts';
import { type HostedEngine, type PluginRuntime, startEngine } from './hosted-engine.ts';
import { pluginOptionsOf, prepareOptionsOf } from './options-of-both.ts';
import type { PluginBridge } from './plugin-bridge.ts';
import { createReportDelivery } from './report-delivery.ts';
import { type EventStart, listDueTimes, listEventStarts } from './start-events.ts';

export function createPluginBridge(options: BridgeOptions, runtime: PluginRuntime): PluginBridge {
  const config = parseOptions(options);
  const { callback, clock, timeZone } = config;
  const { appId, baseUrl, authUrl, clientId, clientSecret, timeoutMs } = config.center;
  const center = createCenterClient({ baseUrl, authUrl, clientId, clientSecret, timeoutMs, clock });
  const delivery = createReportDelivery(center);
  const engines: HostedEngine[] = [];
  const sources = new Map<string, string>();
  const starts: EventStart[] = [];
  const cron: { readonly start: EventStart; readonly dueAt: number }[] = [];
  const incidents: { incidentId: string; code: string }[] = [];
  const failures = new Map<string, number>();
  const thrown: (ThrownEvent & { readonly instanceId: string })[] = [];
  let calling = 0;
  let retrying: Promise<void> | undefined;

  const counted =
    (service: ServiceFunction): ServiceFunction =>
    async (job) => {
      calling += 1;
      try {
        return await service(job);
      } finally {
        calling -= 1;
      }
    };
  const common = pluginOptionsOf(options, counted);
  const actionUrl = createActionUrl({ publicUrl: callback.publicUrl, appId, signingKeys: callback.signingKeys });

  interface Begin {
    readonly initiator?: string | undefined;
    readonly initiatorName?: string | undefined;
    readonly businessKey?: string | undefined;
    readonly previousTaskId?: string | undefined;
    readonly startNodeId?: string;
    readonly variables?: Readonly<Record<string, unknown>> | undefined;
  }

  function pluginOptions(instanceId: string, given: Begin) {
    const { initiator, initiatorName, businessKey, previousTaskId, startNodeId } = given;
    return {
      ...{ ...common, instanceId },
      ...(initiator !== undefined && { initiator }),
      ...(initiatorName !== undefined && { initiatorName }),
      ...(businessKey !== undefined && { businessKey }),
      ...(previousTaskId !== undefined && { previousTaskId }),
      ...(startNodeId !== undefined && { startNodeId }),
      findProcess: ({ processId }) => sources.get(processId),
      actionUrl: (taskId, { key }) => actionUrl(taskId, key),
      onReports: (items) => delivery.report(instanceId, items),
      onMessages: (requests) => delivery.message(requests),
      onThrown: (events) => thrown.push(...events.map((event) => ({ ...event, instanceId }))),
      onError: (error) => noteError(instanceId, error),
    } satisfies PluginOptions;
  }

  /** A service that failed is called again at once, as often as a bridge would. */
  function noteError(instanceId: string, error: unknown): void {
    const failed = (failures.get(instanceId) ?? 0) + 1;
    failures.set(instanceId, failed);
    if (error instanceof BridgeError || failed >= config.jobs.maxAttempts) {
      incidents.push({ incidentId: String(incidents.length), code: codeOf(error) });
      return;
    }
    // The call that failed is over only then.
    retrying = new Promise((resolve) => {
      setImmediate(() => {
        find(instanceId).plugin.retryServices();
        resolve();
      });
    });
  }

  function noteFailure(verdict: Verdict): Verdict {
    const [code] = verdict.kind === 'failed' ? (/ERR_\w+/.exec(verdict.message) ?? []) : [];
    if (code !== undefined) incidents.push({ incidentId: String(incidents.length), code });
    return verdict;
  }

  const find = (instanceId: string): HostedEngine => {
    const found = engines.find((engine) => engine.instanceId === instanceId);
    if (!found) throw new Error(`there is no instance ${instanceId}`);
    return found;
  };
  const ofTask = (taskId: string) => find(taskId.slice(0, taskId.lastIndexOf('.')));
  const tasks = () =>
    engines.flatMap(({ plugin }) =>
      plugin.tasks.map((task) => ({ ...task, signingKeyId: 'k1', unconfirmedSeq: null, title: null, summary: [] })),
    );
  const instances = () => engines.flatMap(({ plugin }) => (plugin.instance ? [plugin.instance] : []));
  const matchedIn = (matched: boolean, instanceId: string) => ({ matched, instanceId: matched ? instanceId : null });

  async function deliver(engine: HostedEngine, event: Parameters<HostedEngine['plugin']['deliver']>[0]) {
    return matchedIn(await engine.call((plugin) => plugin.deliver(event)), engine.instanceId);
  }

  async function wakeDue(): Promise<boolean> {
    let hasWoken = false;
    for (const engine of engines) {
      const wakeAt = engine.plugin.instance?.wakeAt ?? null;
      if (wakeAt === null || wakeAt > clock()) continue;
      await engine.call((plugin) => plugin.wake());
      hasWoken = true;
    }
    return hasWoken;
  }

  async function begin(processId: string, given: Begin): Promise<{ instanceId: string }> {
    const { variables = {} } = given;
    const source = sources.get(processId) ?? '';
    const instanceId = randomUUID();
    const isCalling = () => calling > 0;
    engines.push(
      await startEngine({ source, variables, options: pluginOptions(instanceId, given), runtime, isCalling }),
    );
    return { instanceId };
  }

  /** Starts the processes that an event starts; a message starts only one. */
  async function startBy(kind: 'message' | 'signal', name: string, given: Begin): Promise<string | null> {
    const found = starts.filter((start) => start.kind === kind && 'name' in start && start.name === name);
    const started: string[] = [];
    for (const { processId, startNodeId } of kind === 'message' ? found.slice(0, 1) : found)
      started.push((await begin(processId, { ...given, startNodeId })).instanceId);
    return started[0] ?? null;
  }

  /** What an instance threw, for the others. @returns whether there was something */
  async function deliverThrown(): Promise<boolean> {
    const events = thrown.splice(0);
    for (const { kind, name, correlationKey, instanceId } of events) {
      let isTaken = false;
      const { initiator, businessKey } = find(instanceId);
      for (const engine of engines.filter((each) => each.instanceId !== instanceId)) {
        const key = correlationKey !== null && { correlationKey };
        const { matched } = await deliver(engine, kind === 'signal' ? { kind, name } : { kind, name, ...key });
        isTaken = matched && kind === 'message';
        if (isTaken) break;
      }
      const key = kind === 'message' ? correlationKey : businessKey;
      if (!isTaken) await startBy(kind, name, { initiator, ...(key !== null && { businessKey: key }) });
    }
    return events.length > 0;
  }

  /** @returns whether a timer has started something */
  async function startDue(): Promise<boolean> {
    const due = cron.findIndex(({ dueAt }) => dueAt <= clock());
    const [found] = due < 0 ? [] : cron.splice(due, 1);
    if (found) await begin(found.start.processId, { startNodeId: found.start.startNodeId });
    return found !== undefined;
  }

  /** @returns whether something was set off */
  async function goOn(): Promise<boolean> {
    // A slow service must not hold up timers.
    if ((await deliverThrown()) || (await wakeDue()) || (await startDue())) return true;
    for (const { plugin } of engines) await plugin.idle();
    if (!retrying) return wakeDue();
    await retrying;
    retrying = undefined;
    return true;
  }

  const press = async (taskId: string, given: Parameters<Bridge['press']>[1]) =>
    noteFailure(await ofTask(taskId).call((plugin) => plugin.press(taskId, given)));
  const handler = createCallbackHandler({
    ...{ appId, timeZone, log: createLog(config.logger), texts: config.locale },
    signingKeys: callback.signingKeys,
    cipher: createCipher(callback.cipher),
    idToken: createIdTokenCheck(callback.idToken, clock),
    maxBodyBytes: callback.maxBodyBytes,
    port: {
      press: ({ taskId, actionKey: action, account, opinions, nextNodeKey, pressedAt }) =>
        press(taskId, {
          ...{ account, action, time: pressedAt },
          ...(opinions !== null && { opinions }),
          ...(nextNodeKey !== null && { nextNodeKey }),
        }),
    },
  });

  return {
    async deploy(source) {
      const prepared = await prepareProcesses(source, prepareOptionsOf(options));
      for (const { processId, xml } of prepared) {
        sources.set(processId, xml);
        const events = await listEventStarts(processId, xml);
        starts.push(...events);
        for (const start of events) {
          const times = start.kind === 'timer' ? listDueTimes(start.text, clock()) : [];
          cron.push(...times.map((dueAt) => ({ start, dueAt })));
        }
      }
      const ofLast = prepared.filter(({ file }) => file === prepared.at(-1)?.file);
      return { processId: ofLast[0]?.processId ?? '' } as Awaited<ReturnType<Bridge['deploy']>>;
    },
    start: async (processId, given = {}) => begin(processId, given),
    press,
    transfer: async (taskId, given) => ofTask(taskId).call((plugin) => plugin.transfer(taskId, given)),
    delegate: async (taskId, given) => ofTask(taskId).call((plugin) => plugin.delegate(taskId, given)),
    addSigners: async (taskId, given) => ofTask(taskId).call((plugin) => plugin.addSigners(taskId, given)),
    claim: async (taskId, given) => ofTask(taskId).call((plugin) => plugin.claim(taskId, given)),
    release: async (taskId, given) => ofTask(taskId).call((plugin) => plugin.release(taskId, given)),
    sendBack: async (taskId, given) => ofTask(taskId).call((plugin) => plugin.sendBack(taskId, given)),
    sendBackTargets: async (taskId) => ofTask(taskId).plugin.sendBackTargets(taskId),
    recall: async (taskId, given) => ofTask(taskId).call((plugin) => plugin.recall(taskId, given)),
    circulate: async (taskId, given) => ofTask(taskId).call((plugin) => plugin.circulate(taskId, given)),
    reassign: async (taskId, given) => ofTask(taskId).call((plugin) => plugin.reassign(taskId, given)),
    suspend: async (instanceId, given) => find(instanceId).call((plugin) => plugin.suspend(given)),
    activate: async (instanceId, given) => find(instanceId).call((plugin) => plugin.activate(given)),
    terminate: async (instanceId, given) => find(instanceId).call((plugin) => plugin.terminate(given)),
    revoke: async (instanceId, given) => find(instanceId).call((plugin) => plugin.revoke(given)),
    explain: async (instanceId) => find(instanceId).plugin.explain(),
    setVariables: async (instanceId, variables, given) =>
      find(instanceId).call((plugin) => plugin.setVariables(variables, given)),
    async signal(instanceId, { name = '', nodeId, payload = {} }) {
      const event = nodeId === undefined ? { kind: 'signal' as const, name } : { kind: 'receive' as const, nodeId };
      return deliver(find(instanceId), { ...event, payload });
    },
    async message({ name, instanceId, businessKey, correlationKey, initiator, payload = {} }) {
      if (instanceId !== undefined) return deliver(find(instanceId), { kind: 'message', name, payload });
      const key = correlationKey ?? businessKey ?? '';
      for (const engine of engines) {
        if (correlationKey === undefined && engine.businessKey !== businessKey) continue;
        const outcome = await deliver(engine, { kind: 'message', name, correlationKey: key, payload });
        if (outcome.matched) return outcome;
      }
      const started = await startBy('message', name, { initiator, businessKey: key, variables: payload });
      return { matched: started !== null, instanceId: started };
    },
    tasks: {
      get: async (taskId) => {
        const found = tasks().find((task) => task.taskId === taskId);
        return found && { ...found, answers: [] };
      },
      list: async (filter = {}) =>
        tasks().filter(
          ({ instanceId, state }) =>
            (filter.instanceId ?? instanceId) === instanceId && (filter.state ?? state) === state,
        ),
    },
    instances: {
      get: async (instanceId) => instances().find((each) => each.instanceId === instanceId) as never,
      list: async () => instances() as never,
    },
    incidents: { list: async () => incidents },
    outbox: {
      list: async ({ instanceId, state } = {}) =>
        delivery.reports.filter(
          (each) => (instanceId ?? each.instanceId) === each.instanceId && (state ?? each.state) === each.state,
        ),
    },
    fetch: (request) => handler(request),
    async idle() {
      while (await goOn());
      await delivery.idle();
    },
    async close() {
      for (const engine of engines) await engine.stop();
      await delivery.idle();
      await center.close();
    },
  };
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'ERR_SERVICE_FAILED';
}
