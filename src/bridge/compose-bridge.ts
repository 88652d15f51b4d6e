import { createCallbackHandler } from '../callback/callback-handler.ts';
import { createCipher } from '../callback/cipher/create-cipher.ts';
import { createIdTokenCheck } from '../callback/id-token/create-id-token-check.ts';
import type { CenterClient } from '../center/port.ts';
import type { BridgeConfig } from '../config.ts';
import type { Log } from '../logger.ts';
import { createMessageSender } from '../messages/create-message-sender.ts';
import { createOutbox } from '../outbox/create-outbox.ts';
import type { TaskOperations } from '../plugin/apply/operations/task-operations.ts';
import { wordingOf } from '../plugin/host-settings.ts';
import type { Restore, Store } from '../store/store.ts';
import { NO_TELEMETRY, type Telemetry } from '../telemetry/telemetry.ts';
import { createTaskStatus, statusSettingsOf } from './answers/answer-task-status.ts';
import { readTaskDiagram } from './answers/instance-diagram.ts';
import { createConfirmTasks } from './calls/confirm-tasks.ts';
import { createEventDelivery, createSignalDelivery, type EventDelivery } from './calls/event-delivery.ts';
import { createInstanceOperations, type InstanceOperations } from './calls/instance-operations.ts';
import { createPeopleChecks } from './calls/people-checks.ts';
import { createPress, type Press } from './calls/press.ts';
import { createNoteUnknownTasks } from './calls/restore.ts';
import { createStarts, type Starts } from './calls/start.ts';
import { createBridgeTaskOperations } from './calls/task-operations.ts';
import type { BridgeContext } from './context/context.ts';
import { type BridgeEmitter, createEmit, emitMessageSettlement, emitSettlement } from './context/events.ts';
import { createOutages } from './context/outages.ts';
import { createDefinitions, type Definitions } from './definitions/definitions.ts';
import { createFindStarts } from './definitions/start-events.ts';
import { type BridgeLoops, joinLoops } from './loops/all-loops.ts';
import { createFindFunction, createResolveCall } from './loops/calls.ts';
import { createJobRunner } from './loops/jobs.ts';
import { createRetention } from './loops/retention.ts';
import { createTimerStarts, createWakeUps } from './loops/timers.ts';
import { createLists, type Lists } from './operate/lists.ts';
import { createMigrate, type Migrate } from './operate/migrate.ts';
import { createRunInStep, createRunOperation, type RunOperation } from './operate/operate.ts';
import { createFulfilRequest } from './operate/requests.ts';
import { createRowOperations, type RowOperations } from './operate/row-operations.ts';
import { createInstanceSteps, type InstanceSteps } from './steps/instance-steps.ts';
import { createStandIns } from './steps/stand-ins.ts';
import { functionsOf, stepSettingsOf } from './steps/step-settings.ts';

/** Time between two polls for work that another process has committed. All loops poll together: see `joinLoops`. */
const POLL_MS = 1_000;

export interface BridgeParts {
  readonly context: BridgeContext;
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
  readonly emitter: BridgeEmitter;
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
  const { config, store, center, log, telemetry = NO_TELEMETRY, restore, emitter, owner, open } = environment;
  const { callback, clock, messageTypes, timeZone } = config;
  const { appId, concludesItself, signOffInData } = config.center;
  const { systemHandler } = config.defaults;
  const outages = createOutages(log, clock);
  store.watchHolder?.(outages.sessionTried);
  const emit = createEmit(emitter, log, telemetry);
  const context: BridgeContext = { config, store, clock, log, emit, telemetry, outages, restore };
  const identity = outages.watchIdentity(config.identity);
  const restoreMark = restore && { restoreMark: restore.mark };
  const wording = wordingOf(config);
  const wake = () => loops.wake();

  // Diagrams, and the steps of their instances.
  const functions = functionsOf(config, log);
  const startSettings = { timeZone, functions };
  const definitions = createDefinitions(context, functions);
  const standIns = createStandIns(identity, systemHandler);
  const steps = createInstanceSteps(context, {
    ...{ definitions, standIns },
    settings: { ...stepSettingsOf(config, functions, log), ...restoreMark },
    onCommitted: wake,
  });

  // Starts, presses, operations and events.
  const directory = createPeopleChecks(identity, definitions);
  const starts = createStarts(context, { steps, nameOf: directory.nameOf });
  const noteUnknownTasks = createNoteUnknownTasks(context);
  const confirmTasks = createConfirmTasks(context);
  const press = createPress(context, {
    ...{ steps, definitions, directory, noteUnknownTasks, confirmTasks },
    settings: { ...wording, concludesItself, hostListens: () => emit.hasListener('action') },
  });
  const settings = { ...wording, systemHandler, ...restoreMark };
  /** What is done by steps; those that fulfil a request close its job. */
  const operationsBy = (by: Pick<InstanceSteps, 'apply'>) => ({
    onTasks: createBridgeTaskOperations(context, { steps: by, directory, settings }),
    onInstances: createInstanceOperations(context, { steps: by, directory, settings }),
    migrate: createMigrate(context, definitions, by),
  });
  const inStep = operationsBy(steps);
  const delivery = { steps, starts, findStarts: createFindStarts(context, definitions.load, startSettings) };
  const events = createEventDelivery(context, delivery);

  // Callbacks of the center.
  const taskStatus = createTaskStatus(context, {
    ...{ standIns, noteUnknownTasks, confirmTasks },
    settings: statusSettingsOf(config),
  });
  const answerCallback = createCallbackHandler({
    ...{ appId, timeZone, log, telemetry, texts: wording.texts },
    signingKeys: callback.signingKeys,
    cipher: createCipher(callback.cipher),
    idToken: createIdTokenCheck(callback.idToken, clock),
    maxBodyBytes: callback.maxBodyBytes,
    answer: callback.answer,
    port: { press: async (received) => open() ?? press(received) },
    status: {
      maxBodyBytes: callback.maxStatusBodyBytes,
      port: { answer: async (taskIds) => open() ?? taskStatus.answer(taskIds) },
    },
    diagramPort: callback.diagrams ? { ofTask: async (taskId) => open() ?? readTaskDiagram(store, taskId) } : undefined,
  });

  // Jobs and timers.
  const polling = { clock, pollMs: Number.POSITIVE_INFINITY, onError: outages.workFailed };
  const own = {
    call: createResolveCall(context, steps, definitions),
    message: events.sendThrown,
    signal: createSignalDelivery(context, delivery),
    request: createFulfilRequest(context, steps, (by) => createRunInStep(operationsBy(by))),
  };
  const findFunction = createFindFunction(definitions, config.services, config.scripts);
  const jobs = createJobRunner(context, { steps, findFunction, own, owner }, polling);
  // All loops poll at the same moment, so one of them says whether the database answers.
  const wakeUps = createWakeUps(context, steps, { ...polling, owner, onPolled: outages.storeAnswered });
  const timerStarts = createTimerStarts(context, { starts, definitions, startSettings }, { ...polling, owner });

  // Calls to the center.
  const sending = { store, center, leaseMs: config.outbox.leaseMs, retry: config.outbox, telemetry, ...polling };
  const reports = createOutbox({
    ...{ ...sending, owner, ...restoreMark },
    batchSize: config.outbox.batchSize,
    onSettled: (row, settlement) => {
      emitSettlement(row, settlement, emit);
      if (settlement.state !== 'delivered' || settlement.refusedTaskId === undefined) return;
      const { refusedTaskId: taskId, reason } = settlement;
      log('system-task.refused', { instanceId: row.instanceId, taskId, reason });
    },
    onCall: (failed) => outages.centerCalled('reports', failed),
    onLoneFailure: ({ seq, instanceId }, reason) => log('report.failing', { instanceId, seq, reason }),
  });
  const messages = createMessageSender({
    ...{ ...sending, owner, signOffInData },
    onSettled: (row, settlement) => emitMessageSettlement(row, settlement, emit),
    onCall: (failed) => outages.centerCalled('messages', failed),
  });
  const retention = createRetention(context, config.retention, outages.workFailed);
  const loops = joinLoops({ store, jobs, wakeUps, timerStarts, reports, messages, retention }, POLL_MS);

  const rows = createRowOperations({
    ...{ store, steps, clock, wake, log, service: context },
    settings: { appId, timeZone, messageTypes },
  });
  return {
    ...{ context, definitions, steps, starts, press, ...inStep, events, answerCallback, loops, rows },
    lists: createLists(store),
    run: createRunOperation(rows, createRunInStep(inStep)),
  };
}
