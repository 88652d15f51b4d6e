import { createCallbackHandler } from '../callback/callback-handler.ts';
import { createCipher } from '../callback/cipher/create-cipher.ts';
import { createIdTokenCheck } from '../callback/id-token/create-id-token-check.ts';
import type { CenterClient } from '../center/port.ts';
import type { BridgeConfig } from '../config.ts';
import { createNameOf } from '../host/person-names.ts';
import { describeError, type Log } from '../logger.ts';
import { createMessageSender } from '../messages/create-message-sender.ts';
import { createOutbox } from '../outbox/create-outbox.ts';
import { createAuthorize } from '../plugin/apply/press/authorize.ts';
import { createMayHandle } from '../plugin/apply/press/may-handle.ts';
import { modelOptionsOf, wordingOf } from '../plugin/host-settings.ts';
import type { Restore, Store } from '../store/store.ts';
import { NO_TELEMETRY, type Telemetry } from '../telemetry/telemetry.ts';
import { createTaskStatus, statusSettingsOf } from './answers/answer-task-status.ts';
import { readTaskDiagram } from './answers/instance-diagram.ts';
import { deployChecksOf, startSettingsOf } from './definitions/definition-settings.ts';
import { createDefinitions, type Definitions } from './definitions/definitions.ts';
import { createFindStarts } from './definitions/find-starts.ts';
import { type UnreadableDefinitions, watchDefinitions } from './definitions/unreadable-definitions.ts';
import { createOutboxBound } from './delivery/outbox-bound.ts';
import { type EmitEvent, emitMessageSettlement, emitSettlement } from './events.ts';
import { logEvents } from './log-bridge-events.ts';
import { type BridgeLoops, joinLoops } from './loops/all-loops.ts';
import { createFindFunction } from './loops/call-service.ts';
import { createJobRunner } from './loops/jobs.ts';
import { createResolveCall } from './loops/resolve-call.ts';
import { createRetention } from './loops/retention.ts';
import { createTimerStarts } from './loops/timer-starts.ts';
import { createWakeUps } from './loops/wake-ups.ts';
import { createLists, type Lists } from './operate/lists.ts';
import { createRunInStep, createRunOperation, type RunOperation } from './operate/operate.ts';
import { createFulfilRequest } from './operate/requests.ts';
import { createRowOperations, type RowOperations } from './operate/row-operations.ts';
import { createEventDelivery, type EventDelivery } from './operations/event-delivery.ts';
import { createInstanceOperations, type InstanceOperations } from './operations/instance-operations.ts';
import { createMayActFor } from './operations/may-act-for.ts';
import { createMigrate, type Migrate } from './operations/migrate.ts';
import { createPress, type Press } from './operations/press.ts';
import { createReplayKeys } from './operations/replay-keys.ts';
import { createSignalDelivery } from './operations/signal-delivery.ts';
import { createStarts, type Starts } from './operations/start.ts';
import { createTaskOperations, type TaskOperations } from './operations/task-operations.ts';
import { createNoteUnknownTasks } from './operations/unknown-tasks.ts';
import { createOutages, type Outages } from './outages.ts';
import { createGuard, guardDefinitions } from './steps/guard.ts';
import { createIncidentLog } from './steps/incidents.ts';
import { createInstanceSteps, type InstanceSteps } from './steps/instance-steps.ts';
import { createStandIns } from './steps/stand-ins.ts';
import { functionsOf, stepSettingsOf } from './steps/step-settings.ts';
import { countIncidents } from './telemetry/count-incidents.ts';

/** Time between two polls for work that another process has committed. All loops poll together: see `joinLoops`. */
const POLL_MS = 1_000;

export interface BridgeParts {
  readonly definitions: Definitions;
  readonly steps: InstanceSteps;
  readonly starts: Starts;
  readonly press: Press;
  readonly onTasks: TaskOperations;
  readonly onInstances: InstanceOperations;
  readonly migrate: Migrate;
  readonly events: EventDelivery;
  readonly lists: Lists;
  readonly rows: RowOperations;
  readonly run: RunOperation;
  /** Answers calls of the center: presses, status queries and, if enabled, diagrams. */
  readonly answerCallback: (request: Request) => Promise<Response>;
  readonly loops: BridgeLoops;
  /** The latest restore of the database from a backup. */
  readonly restore: Restore | undefined;
  readonly outages: Outages;
  readonly unreadable: UnreadableDefinitions;
}

export interface BridgeEnvironment {
  readonly config: BridgeConfig;
  readonly store: Store;
  readonly center: CenterClient;
  readonly log: Log;
  /** The latest restore of the database from a backup. */
  readonly restore?: Restore | undefined;
  /** Default: none. */
  readonly telemetry?: Telemetry;
  readonly emit: EmitEvent;
  /** Id of this bridge as the holder of leases. */
  readonly owner: string;
  /** Throws if the bridge is closed; callbacks are then answered with 503. */
  readonly open: () => undefined;
}

/**
 * Creates the parts of a bridge, in the order of the data flow: a diagram is deployed, an instance is started, a press is
 * applied, its jobs run, and its reports and messages are sent.
 */
export function composeBridge(environment: BridgeEnvironment): BridgeParts {
  const { config, log, telemetry = NO_TELEMETRY, restore, owner, open, ...given } = environment;
  const { callback, clock, messageTypes, timeZone } = config;
  const emit = countIncidents(logEvents(given.emit, log), telemetry);
  const { appId, concludesItself, signOffInData } = config.center;
  const { systemHandler } = config.defaults;
  const wording = wordingOf(config);
  const outages = createOutages(log, clock);
  const store = outages.watchStore(given.store);
  const center = outages.watchCenter(given.center);
  const identity = outages.watchIdentity(config.identity);
  const onError = outages.workFailed;
  const polling = { clock, pollMs: Number.POSITIVE_INFINITY, onError };
  const wake = () => loops.wake();

  // Diagrams, and the steps of their instances.
  const guard = createGuard(log);
  const functions = functionsOf(config, log);
  const startSettings = startSettingsOf(config, functions);
  const modelOptions = modelOptionsOf({ ...config, reportGone: config.center.reportGone });
  const { watched: definitions, unreadable } = watchDefinitions(
    guardDefinitions(createDefinitions(store, modelOptions, deployChecksOf(config, functions)), guard),
  );
  const standIns = createStandIns(identity, systemHandler);
  const steps = createInstanceSteps({
    ...{ store, definitions, standIns, clock, emit, guard, log, telemetry },
    settings: { ...stepSettingsOf(config, functions, log), ...(restore && { restoreMark: restore.mark }) },
    onCommitted: wake,
  });
  const incidents = createIncidentLog(clock, emit);

  // Starting instances.
  const nameOf = createNameOf(identity);
  const refuseWhenFull = createOutboxBound(store, { maxUndelivered: config.outbox.maxUndelivered, clock, log });
  const starts = createStarts({ store, steps, systemHandler, nameOf, refuseWhenFull, clock });
  const findStarts = createFindStarts(store, definitions.load, { ...startSettings, clock }, (processId, error) =>
    log('definition.unreadable', { processId, reason: describeError(error) }),
  );

  // Presses and operations.
  const authorize = createAuthorize(createMayHandle(identity), createMayActFor(identity, definitions));
  const directory = { authorize, nameOf };
  const replayKeys = createReplayKeys(store, wording.texts, clock);
  const settings = { ...wording, systemHandler, ...(restore && { restoreMark: restore.mark }) };
  const noteUnknownTasks = createNoteUnknownTasks(store, { restore, clock, emit });
  const press = createPress({
    ...{ store, steps, definitions, directory, replayKeys, incidents, noteUnknownTasks, telemetry },
    settings: { ...wording, concludesItself, hostListens: () => emit.hasListener('action') },
  });
  /** What is done by steps; those that fulfil a request close its job. */
  const operationsBy = (by: Pick<InstanceSteps, 'apply'>) => ({
    onTasks: createTaskOperations({ store, steps: by, directory, settings, clock }),
    onInstances: createInstanceOperations({ store, steps: by, directory, settings }),
    migrate: createMigrate({ store, definitions, steps: by }),
  });
  const inStep = operationsBy(steps);
  const events = createEventDelivery({ store, steps, starts, findStarts });

  // Callbacks of the center.
  const taskStatus = createTaskStatus({
    ...{ store, standIns, clock, log, noteUnknownTasks },
    settings: statusSettingsOf(config),
  });
  const answerCallback = createCallbackHandler({
    ...{ appId, timeZone, log, telemetry, texts: wording.texts },
    signingKeys: callback.signingKeys,
    cipher: createCipher(callback.cipher),
    idToken: createIdTokenCheck(callback.idToken, clock),
    maxBodyBytes: callback.maxBodyBytes,
    answer: callback.answer,
    port: {
      press: async ({ actionKey: action, time: pressedAt, uuid, fingerprint, ...pressed }) =>
        open() ?? press({ ...pressed, action, pressedAt, replay: { uuid, fingerprint } }),
    },
    status: {
      maxBodyBytes: callback.maxStatusBodyBytes,
      port: { answer: async (taskIds) => open() ?? taskStatus.answer(taskIds) },
    },
    diagramPort: callback.diagrams ? { ofTask: async (taskId) => open() ?? readTaskDiagram(store, taskId) } : undefined,
  });

  // Jobs and timers.
  const { leaseMs } = config.jobs;
  const jobs = createJobRunner({
    ...{ store, steps, emit, log, telemetry, owner, ...polling },
    findFunction: createFindFunction(definitions, config.services, config.scripts),
    own: {
      call: createResolveCall(store, steps, definitions),
      message: events.sendThrown,
      signal: createSignalDelivery({ store, steps, starts, findStarts, clock }),
      request: createFulfilRequest({ store, steps, clock, runWith: (by) => createRunInStep(operationsBy(by)) }),
    },
    settings: config.jobs,
  });
  const due = { store, incidents, leaseMs, backoff: config.jobs, owner, telemetry, ...polling };
  const wakeUps = createWakeUps({ ...due, steps });
  const timerStarts = createTimerStarts({ ...due, starts, definitions, startSettings });

  // Calls to the center.
  const sending = { store, center, leaseMs: config.outbox.leaseMs, retry: config.outbox, telemetry, ...polling };
  const reports = createOutbox({
    ...sending,
    owner: `${owner}-outbox`,
    ...(restore && { restoreMark: restore.mark }),
    batchSize: config.outbox.batchSize,
    onSettled: (row, settlement) => emitSettlement(row, settlement, emit),
    onCall: outages.reportsCalled,
    onLoneFailure: ({ seq, instanceId }, reason) => log('report.failing', { instanceId, seq, reason }),
  });
  const messageSender = createMessageSender({
    ...sending,
    owner,
    signOffInData,
    onSettled: (row, settlement) => emitMessageSettlement(row, settlement, emit),
  });
  const rows = createRowOperations({
    ...{ store, steps, clock, wake, log, traceparent: telemetry.traceparent },
    settings: { appId, timeZone, messageTypes },
  });
  const run = createRunOperation(rows, createRunInStep(inStep));

  const retention = createRetention(store, config.retention, { clock, log, onError });
  const loops = joinLoops({ store, jobs, wakeUps, timerStarts, reports, messages: messageSender, retention }, POLL_MS);
  return {
    ...{ definitions, steps, starts, press, ...inStep, events, lists: createLists(store), rows, run },
    ...{ answerCallback, loops, outages, unreadable, restore },
  };
}
