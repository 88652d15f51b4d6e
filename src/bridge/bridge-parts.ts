import type { StatusPort } from '../callback/status-port.ts';
import type { BridgeConfig } from '../config.ts';
import type { Logger } from '../logger.ts';
import { createMayHandle } from '../plugin/apply/may-handle.ts';
import { createNameOf } from '../plugin/live/person-names.ts';
import type { Store } from '../store/port.ts';
import { createTaskStatus } from './answers/task-status.ts';
import { modelOptionsOf, startSettingsOf, statusSettingsOf, stepSettingsOf, wordingOf } from './bridge-settings.ts';
import { createDefinitions, type Definitions } from './definitions/definitions.ts';
import { createFindStarts, type FindStarts } from './definitions/find-starts.ts';
import { createMessageWaiters, type MessageWaiters } from './delivery/message-waiters.ts';
import { createMessages, type Messages } from './delivery/messages.ts';
import { createOutboxBound } from './delivery/outbox-bound.ts';
import { createOutboxOperations, type OutboxOperations } from './delivery/outbox-operations.ts';
import type { EmitEvent } from './events.ts';
import { nameOfError } from './name-of-error.ts';
import { createMayActFor } from './operations/acting-for.ts';
import { createAuthorize } from './operations/authorize.ts';
import { createEventDelivery, type EventDelivery } from './operations/deliver-event.ts';
import { createInstanceOperations, type InstanceOperations } from './operations/instance-operations.ts';
import { createPress, type Press } from './operations/press.ts';
import { createReplayKeys } from './operations/replay-keys.ts';
import { createStarts, type Starts } from './operations/start.ts';
import { createTaskOperations, type TaskOperations } from './operations/task-operations.ts';
import { createGuard } from './steps/guard.ts';
import { createIncidentLog, type IncidentLog } from './steps/incidents.ts';
import { createInstanceSteps, type InstanceSteps } from './steps/instance-steps.ts';
import { createStandIns } from './steps/stand-ins.ts';

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
  const { systemHandler } = defaults;
  const wording = wordingOf(config);
  const { texts } = wording;
  const guard = createGuard(logger);
  const read = createDefinitions(store, modelOptionsOf(config), {
    services: new Set(Object.keys(config.services)),
    functions: new Set(Object.keys(config.expressions.functions)),
    scripts: config.scripts !== undefined,
    circulation: config.circulation !== undefined,
    starts: startSettingsOf(config),
    systemHandler,
    messageTypes,
    identity,
  });
  const load: Definitions['load'] = (definitionId) => guard({ definitionId }, () => read.load(definitionId));
  const expand: Definitions['expand'] = (definitionId, call) =>
    guard({ definitionId }, () => read.expand(definitionId, call));
  const definitions = { ...read, load, expand };
  const standIns = createStandIns(identity, systemHandler);
  const steps = createInstanceSteps(store, definitions, stepSettingsOf(config), standIns, clock, onCommitted, emit, {
    guard,
    logger,
  });
  const incidents = createIncidentLog(store, clock, emit, onCommitted);
  const mayActFor = createMayActFor(identity, async ({ instanceId, nodeId }) => {
    const instance = await store.getInstance(instanceId);
    return instance && (await load(instance.definitionId)).model.userTasks.get(nodeId);
  });
  const authorize = createAuthorize(createMayHandle(identity), mayActFor);
  const nameOf = createNameOf(identity);
  const replayKeys = createReplayKeys(store, texts, clock);
  const messageWaiters = createMessageWaiters(store);
  const { appId, concludesItself } = config.center;
  const refuseWhenFull = createOutboxBound(store, config.outbox.maxUndelivered, clock);
  const starts = createStarts(store, steps, { systemHandler, nameOf }, refuseWhenFull, clock);
  const startContext = { ...startSettingsOf(config), clock };
  const findStarts = createFindStarts(store, definitions.load, startContext, (processId, error) =>
    logger.error('a deployed process cannot be read: deploy it again', { processId, reason: nameOfError(error) }),
  );
  return {
    definitions,
    steps,
    starts,
    findStarts,
    press: createPress(store, steps, definitions.load, authorize, replayKeys, incidents, {
      ...wording,
      concludesItself,
      nameOf,
      hostListens: () => emit.hears('action'),
    }),
    onTasks: createTaskOperations(store, steps, authorize, { ...wording, systemHandler, nameOf }, clock),
    onInstances: createInstanceOperations(store, steps, authorize, { ...wording, systemHandler }, nameOf),
    delivery: createEventDelivery(store, steps, starts, findStarts),
    taskStatus: createTaskStatus(store, standIns, statusSettingsOf(config), clock, logger),
    incidents,
    outbox: createOutboxOperations(store, steps, clock, onCommitted),
    messages: createMessages(store, { appId, timeZone, messageTypes }, messageWaiters, onCommitted, clock, logger),
    messageWaiters,
  };
}
