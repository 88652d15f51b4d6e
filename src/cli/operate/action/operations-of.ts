import { type BulkOperations, createBulkOperations } from '../../../bridge/bulk/bulk-operations.ts';
import { createMessages, type Messages } from '../../../bridge/delivery/messages.ts';
import { createOutboxOperations, type OutboxOperations } from '../../../bridge/delivery/outbox-operations.ts';
import { createEmit, createEmitter } from '../../../bridge/events.ts';
import { createIncidentLog, type IncidentLog } from '../../../bridge/steps/incidents.ts';
import type { Call } from './action.ts';

/** The operations of a bridge that need no options of a service. A running service finds what became due by its poll. */
export function outboxOf({ store, clock }: Call): OutboxOperations {
  // Only other handlers of open tasks need a step, which needs the options of the service.
  const steps = { apply: () => Promise.reject(new TypeError('No step is computed by the command line.')) };
  return createOutboxOperations(store, steps, clock, () => undefined);
}

/** Without the message types of the service: the center itself judges whether a message is right. */
export function messagesOf({ store, clock }: Call): Messages {
  return createMessages({
    store,
    // A stored message has its own application and time.
    settings: { appId: '', timeZone: 'UTC', messageTypes: {} },
    waiters: { settled: () => Promise.reject(new TypeError('The command line does not wait for messages.')) },
    wake: () => undefined,
    clock,
    log: () => undefined,
  });
}

export function incidentsOf({ store, clock }: Call): IncidentLog {
  const emit = createEmit(createEmitter(), () => undefined);
  return createIncidentLog(store, clock, emit, () => undefined);
}

export function bulkOf(call: Call): BulkOperations {
  const { store, clock } = call;
  const parts = { incidents: incidentsOf(call), outbox: outboxOf(call), messages: messagesOf(call) };
  return createBulkOperations({ store, clock, wake: () => undefined, ...parts });
}
