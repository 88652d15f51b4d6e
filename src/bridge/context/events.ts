import { EventEmitter } from 'eventemitter3';
import { InputError } from '../../errors.ts';
import { describeCause, type Log } from '../../logger.ts';
import type { ActionEvent } from '../../plugin/apply/press/pressed-action.ts';
import type { MessageProblem } from '../../protocol/message-send.ts';
import type { MessageRow, MessageSettlement, OutboxRow, OutboxSettlement } from '../../store/store.ts';
import type { Telemetry } from '../../telemetry/telemetry.ts';

/** Emitted after the commit, and lost in a crash; the durable, ordered feed is `bridge.history`. */
export interface BridgeEvents {
  /** An instance was started: by a call of the host, a message, a signal or a timer. */
  'instance.started': (event: InstanceEvent) => void;
  /** An instance ended, was terminated or revoked. */
  'instance.ended': (event: InstanceEvent) => void;
  /** An instance goes on in another version of its process: see `bridge.instances.migrate`. */
  'instance.migrated': (event: MigratedEvent) => void;
  /** A task was created; the report that creates it in the center follows. */
  'task.created': (event: CreatedTaskEvent) => void;
  /** A task was handled by a press, ended by an event, or transferred; `handleStatus` names the button or the event. */
  'task.handled': (event: HandledTaskEvent) => void;
  /** A task disappeared without being handled: the process went on without it, or has ended. */
  'task.gone': (event: TaskEvent) => void;
  /** A button that completes no task was pressed, or the same was done from code. */
  action: (event: ActionEvent) => void;
  /** The center accepted a report. */
  'report.delivered': (event: ReportEvent) => void;
  /** The center refused a report finally, or its row cannot be read; later reports of the instance wait. */
  'report.parked': (event: FailedReportEvent) => void;
  /** It is not known whether the center accepted a report; later reports go on. */
  'report.unconfirmed': (event: FailedReportEvent) => void;
  /** The center accepted a message to people. */
  'message.sent': (event: MessageEvent) => void;
  /** The center accepted a message, but could not send it to all recipients. */
  'message.partial': (event: PartialMessageEvent) => void;
  /** The center refused a message finally, or its row cannot be read: see `bridge.messages.retry`. */
  'message.parked': (event: ParkedMessageEvent) => void;
  /** An incident was opened: see `bridge.incidents`. */
  incident: (event: IncidentEvent) => void;
}

/** Something happened to an instance. */
export interface InstanceEvent {
  /** The instance it is about. */
  readonly instanceId: string;
  /** Its process. */
  readonly processId: string;
}

/** An instance was migrated. */
export interface MigratedEvent extends InstanceEvent {
  /** The definition that it ran before. */
  readonly from: string;
  /** The definition that it runs now. */
  readonly to: string;
}

/** Something happened to a task. */
export interface TaskEvent {
  /** The instance of the task. */
  readonly instanceId: string;
  /** Its id, here and in the center. */
  readonly taskId: string;
  /** Its node in the diagram. */
  readonly nodeId: string;
}

/** A task was created. */
export interface CreatedTaskEvent extends TaskEvent {
  /** Accounts that may handle it; empty where groups may. */
  readonly handlers: readonly string[];
  /** Groups whose members may handle it; empty where accounts may. */
  readonly handlingGroups: readonly string[];
}

/** A task was handled. */
export interface HandledTaskEvent extends TaskEvent {
  /** Account that its report names as handler. */
  readonly handler: string;
  /** What the center shows as its status: the label of the button, or the name of the event. */
  readonly handleStatus: string;
}

/** A report to the center was settled. */
export interface ReportEvent {
  /** The instance that it is about. */
  readonly instanceId: string;
  /** The `seq` of its entry in `outbox.list`. */
  readonly seq: number;
  /** `next`, `none` or `end`; `none` if its row cannot be read. */
  readonly status: string;
  /** The task it handles; `<instanceId>.start` for a start, empty if its row cannot be read. */
  readonly previousTaskId: string;
}

/** A report was not accepted, or it is not known whether it was. */
export interface FailedReportEvent extends ReportEvent {
  /** What the center answered, or why there is no answer. */
  readonly reason: string;
}

/** A message to people was settled. */
export interface MessageEvent {
  /** Id of the message, for `messages.get`. */
  readonly sendId: string;
  /** Its message type in the center. */
  readonly messageTypeCode: string;
  /** The instance that sent it; null: the host sent it. */
  readonly instanceId: string | null;
  /** The node that sent it; null: the host sent it. */
  readonly nodeId: string | null;
}

/** A message did not reach everybody. */
export interface PartialMessageEvent extends MessageEvent {
  /** The recipients whom it did not reach, and why. */
  readonly problems: readonly MessageProblem[];
}

/** A message was refused for good. */
export interface ParkedMessageEvent extends MessageEvent {
  /** What the center answered. */
  readonly reason: string;
}

/** Something could not be done, and waits for an operator. */
export interface IncidentEvent {
  /** Its id, for `bridge.incidents.retry`. */
  readonly incidentId: string;
  /** What failed: the kind of the trigger; `deadlock`: nothing can move the instance any more; `restore`: the database was restored, and lacks a task of the center. */
  readonly kind: 'start' | 'press' | 'job' | 'wake' | 'deadlock' | 'restore';
  /** The instance; null where a timer could not start one. */
  readonly instanceId: string | null;
  /** What could not be done, as in `bridge.incidents.list`. */
  readonly subject: string;
  /** One of the error codes. */
  readonly code: string;
  /** What went wrong. */
  readonly reason: string;
  /** What the code of the host threw: name, message and stack, at most 2,000 characters; null: nothing more is known. */
  readonly cause: string | null;
}

export type BridgeEmitter = EventEmitter<BridgeEvents>;

export interface EmitEvent {
  <Name extends keyof BridgeEvents>(name: Name, event: EventOf<Name>): void;
  /** Whether the event has a listener in this process. */
  hasListener(name: keyof BridgeEvents): boolean;
}

type EventOf<Name extends keyof BridgeEvents> = Parameters<BridgeEvents[Name]>[0];

/** What is logged of each event that needs an operator, whether or not the host listens to it. */
const LOGGED: { readonly [Name in keyof BridgeEvents]?: (event: EventOf<Name>, log: Log) => void } = {
  incident({ incidentId, instanceId, kind, subject, code, reason, cause }, log) {
    log('incident.raised', { incidentId, instanceId, kind, subject, code, reason, ...(cause !== null && { cause }) });
  },
  'report.parked': (event, log) => log('report.parked', { ...event }),
  'report.unconfirmed': (event, log) => log('report.unconfirmed', { ...event }),
  'message.parked': (event, log) => log('message.parked', { ...event }),
  'message.partial': ({ problems, ...event }, log) => log('message.partial', { ...event, problems: problems.length }),
};

/**
 * Creates a function that emits events, after it has logged those that need an operator and counted incidents. A listener
 * that throws or rejects affects neither the step, which is already committed, nor the other listeners.
 */
export function createEmit(emitter: BridgeEmitter, log: Log, telemetry: Telemetry): EmitEvent {
  async function call(listener: (event: never) => unknown, event: unknown): Promise<void> {
    try {
      await listener(event as never);
    } catch (error) {
      log('listener.failed', { cause: describeCause(error) });
    }
  }
  const emit = <Name extends keyof BridgeEvents>(name: Name, event: EventOf<Name>): void => {
    if (name === 'incident') {
      const { kind, code } = event as IncidentEvent;
      telemetry.count('bpmn_bridge.incident.raised', { 'bpmn_bridge.incident.kind': kind, 'error.type': code });
    }
    LOGGED[name]?.(event, log);
    for (const listener of emitter.listeners(name)) void call(listener, event);
  };
  return Object.assign(emit, { hasListener: (name: keyof BridgeEvents) => emitter.listenerCount(name) > 0 });
}

export function createEmitter(): BridgeEmitter {
  return new EventEmitter<BridgeEvents>();
}

/** Every event, so that one that is misspelled is not listened for in vain. */
const EVENTS: Readonly<Record<keyof BridgeEvents, true>> = {
  'instance.started': true,
  'instance.ended': true,
  'instance.migrated': true,
  'task.created': true,
  'task.handled': true,
  'task.gone': true,
  action: true,
  'report.delivered': true,
  'report.parked': true,
  'report.unconfirmed': true,
  'message.sent': true,
  'message.partial': true,
  'message.parked': true,
  incident: true,
};

/** Holds a call of `bridge.on` or `off` to its types. @throws {InputError} `ERR_INPUT_INVALID` */
export function checkListener(call: 'on' | 'off', name: unknown, listener: unknown): void {
  if (typeof name !== 'string' || !Object.hasOwn(EVENTS, name)) {
    const names = Object.keys(EVENTS).join(', ');
    throw new InputError('ERR_INPUT_INVALID', `bridge.${call} was given an unknown event: pass one of ${names}.`);
  }
  if (typeof listener !== 'function')
    throw new InputError('ERR_INPUT_INVALID', `bridge.${call}('${name}', …) was given no function.`);
}

/** Emits the outcome of an attempt to deliver a report; an attempt that is retried emits nothing. */
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

/** Emits the outcome of an attempt to deliver a message; an attempt that is retried emits nothing. */
export function emitMessageSettlement(
  { sendId, instanceId, nodeId, request }: MessageRow,
  settlement: MessageSettlement,
  emit: EmitEvent,
): void {
  const event = { sendId, messageTypeCode: request.messageTypeCode, instanceId, nodeId };
  if (settlement.state === 'sent') emit('message.sent', event);
  else if (settlement.state === 'partial') emit('message.partial', { ...event, problems: settlement.problems });
  else if (settlement.state === 'parked') emit('message.parked', { ...event, reason: settlement.reason });
}
