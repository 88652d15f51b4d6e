import type { StatusPort } from '../callback/status-port.ts';
import type { BridgeConfig } from '../config.ts';
import type { Logger } from '../logger.ts';
import { createMayHandle } from '../plugin/may-handle.ts';
import type { Store } from '../store/port.ts';
import { createAuthorize } from './authorize.ts';
import { modelOptionsOf, statusSettingsOf, stepSettingsOf } from './bridge-settings.ts';
import { createDefinitions, type Definitions } from './definitions.ts';
import { createEventDelivery, type EventDelivery } from './deliver-event.ts';
import type { EmitEvent } from './events.ts';
import { createFindStarts, type FindStarts } from './find-starts.ts';
import { createIncidentLog, type IncidentLog } from './incidents.ts';
import { createInstanceOperations, type InstanceOperations } from './instance-operations.ts';
import { createInstanceSteps, type InstanceSteps } from './instance-steps.ts';
import { createMessageWaiters, type MessageWaiters } from './message-waiters.ts';
import { createMessages, type Messages } from './messages.ts';
import { nameOfError } from './name-of-error.ts';
import { createOutboxBound } from './outbox-bound.ts';
import { createOutboxOperations, type OutboxOperations } from './outbox-operations.ts';
import { createPress, type Press } from './press.ts';
import { createReplayKeys } from './replay-keys.ts';
import { createStandIns } from './stand-ins.ts';
import { createStarts, type Starts } from './start.ts';
import { createTaskOperations, type TaskOperations } from './task-operations.ts';
import { createTaskStatus } from './task-status.ts';

/** What the bridge does when it is called; nothing here works by itself. */
export interface BridgeParts {
  readonly definitions: Definitions;
  readonly steps: InstanceSteps;
  readonly starts: Starts;
  readonly findStarts: FindStarts;
  readonly press: Press;
  readonly onTasks: TaskOperations;
  readonly onInstances: InstanceOperations;
  readonly delivery: EventDelivery;
  readonly taskStatus: StatusPort;
  readonly incidents: IncidentLog;
  readonly outbox: OutboxOperations;
  readonly messages: Messages;
  readonly messageWaiters: MessageWaiters;
}

/** @param onCommitted called after every step, and every message, that was committed: something may be due */
export function createBridgeParts(
  config: BridgeConfig,
  store: Store,
  logger: Logger,
  emit: EmitEvent,
  onCommitted: () => void,
): BridgeParts {
  const { clock, defaults, identity, messageTypes, timeZone } = config;
  const { systemHandler, systemName } = defaults;
  const definitions = createDefinitions(store, modelOptionsOf(config), {
    services: new Set(Object.keys(config.services)),
    scripts: config.scripts !== undefined,
    circulation: config.circulation !== undefined,
    timeZone,
    systemHandler,
    messageTypes,
  });
  const standIns = createStandIns(identity, systemHandler);
  const steps = createInstanceSteps(
    store,
    definitions,
    stepSettingsOf(config),
    standIns,
    clock,
    onCommitted,
    emit,
    logger,
  );
  const incidents = createIncidentLog(store, clock, emit, onCommitted);
  const authorize = createAuthorize(createMayHandle(identity));
  const replayKeys = createReplayKeys(store, clock);
  const messageWaiters = createMessageWaiters(store);
  const { appId, concludesItself } = config.center;
  const refuseWhenFull = createOutboxBound(store, config.outbox.maxUndelivered, clock);
  const starts = createStarts(store, steps, systemHandler, refuseWhenFull, clock);
  const findStarts = createFindStarts(store, definitions.load, (processId, error) =>
    logger.error('a deployed process cannot be read: deploy it again', { processId, reason: nameOfError(error) }),
  );
  return {
    definitions,
    steps,
    starts,
    findStarts,
    press: createPress(store, steps, definitions.load, authorize, replayKeys, incidents, concludesItself),
    onTasks: createTaskOperations(store, steps, authorize, systemName, clock),
    onInstances: createInstanceOperations(store, steps, authorize, { handler: systemHandler, name: systemName }),
    delivery: createEventDelivery(store, steps, starts, findStarts),
    taskStatus: createTaskStatus(store, standIns, statusSettingsOf(config), clock, logger),
    incidents,
    outbox: createOutboxOperations(store, steps, clock, onCommitted),
    messages: createMessages(store, { appId, timeZone, messageTypes }, messageWaiters, onCommitted, clock, logger),
    messageWaiters,
  };
}
