import { EventEmitter } from 'eventemitter3';
import type { OutboxRow, OutboxSettlement } from '../store/port.ts';

/** Hints, emitted after the commit they speak of; the durable, ordered feed is `bridge.history`. */
export interface BridgeEvents {
  'instance.started': (event: { instanceId: string; processId: string }) => void;
  'instance.ended': (event: { instanceId: string; processId: string }) => void;
  'task.created': (event: TaskEvent & { handlers: readonly string[]; handlingGroups: readonly string[] }) => void;
  'task.handled': (event: TaskEvent & { handler: string; handleStatus: string }) => void;
  'task.gone': (event: TaskEvent) => void;
  'report.delivered': (event: ReportEvent) => void;
  'report.parked': (event: ReportEvent & { reason: string }) => void;
  'report.unconfirmed': (event: ReportEvent & { reason: string }) => void;
  incident: (event: { instanceId: string; subject: string; code: string; reason: string }) => void;
}

interface TaskEvent {
  readonly instanceId: string;
  readonly taskId: string;
  readonly nodeId: string;
}

interface ReportEvent {
  readonly instanceId: string;
  readonly seq: number;
  readonly status: string;
  readonly previousTaskId: string;
}

export type BridgeEmitter = EventEmitter<BridgeEvents>;

export type EmitEvent = <Name extends keyof BridgeEvents>(name: Name, event: Parameters<BridgeEvents[Name]>[0]) => void;

/**
 * Emits without letting a listener of the host break a step that is already committed, or keep the event from the
 * others; one that is async may reject.
 * @param onListenerError told of what a listener threw
 */
export function createEmit(emitter: BridgeEmitter, onListenerError: (error: unknown) => void): EmitEvent {
  async function call(listener: (event: never) => unknown, event: unknown): Promise<void> {
    try {
      await listener(event as never);
    } catch (error) {
      onListenerError(error);
    }
  }
  return (name, event) => {
    for (const listener of emitter.listeners(name)) void call(listener, event);
  };
}

export function createEmitter(): BridgeEmitter {
  return new EventEmitter<BridgeEvents>();
}

/** What became of an attempt to deliver a report; one that is tried again says nothing. */
export function emitSettlement(
  { instanceId, seq, report }: OutboxRow,
  settlement: OutboxSettlement,
  emit: EmitEvent,
): void {
  const { status, previousTaskId } = report.item;
  const event = { instanceId, seq, status, previousTaskId };
  const reason = settlement.reason ?? '';
  if (settlement.state === 'delivered') emit('report.delivered', event);
  else if (settlement.state === 'parked') emit('report.parked', { ...event, reason });
  else if (settlement.state === 'unconfirmed') emit('report.unconfirmed', { ...event, reason });
}
