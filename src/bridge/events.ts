import { EventEmitter } from 'eventemitter3';
import type { ActionType } from '../protocol/constants.ts';
import type { MessageProblem } from '../protocol/message-send.ts';
import type { MessageRow, MessageSettlement, OutboxRow, OutboxSettlement } from '../store/port.ts';

/** Hints, emitted after the commit they speak of; the durable, ordered feed is `bridge.history`. */
export interface BridgeEvents {
  /** By a call of the host, a message, a signal or a timer. */
  'instance.started': (event: InstanceEvent) => void;
  /** It is over, whether it came to its end, was terminated or revoked. */
  'instance.ended': (event: InstanceEvent) => void;
  /** Somebody has to do something; the center is told by the report that follows. */
  'task.created': (event: TaskEvent & { handlers: readonly string[]; handlingGroups: readonly string[] }) => void;
  /** By a press or by an event that ended it, or it went into other hands; `handleStatus`: the button or the event. */
  'task.handled': (event: TaskEvent & { handler: string; handleStatus: string }) => void;
  /** It vanished without being handled: the process went on without it, or is over. */
  'task.gone': (event: TaskEvent) => void;
  /** A button that completes nothing, or the same from code; `matched`: something in the process listened to it. */
  action: (event: ActionEvent) => void;
  /** A report reached the center. */
  'report.delivered': (event: ReportEvent) => void;
  /** The center refused a report for good, or its row cannot be read; later ones of the instance wait behind it. */
  'report.parked': (event: ReportEvent & { reason: string }) => void;
  /** It cannot be known whether the center has a report once; later ones go on. */
  'report.unconfirmed': (event: ReportEvent & { reason: string }) => void;
  /** A message to people reached the center. */
  'message.sent': (event: MessageEvent) => void;
  /** It did, and could not go to some of its recipients. */
  'message.partial': (event: MessageEvent & { problems: readonly MessageProblem[] }) => void;
  /** The center refused it for good, or its row cannot be read: see `bridge.messages.retry`. */
  'message.parked': (event: MessageEvent & { reason: string }) => void;
  /** A process could not follow; told once for each. `instanceId` is null for the start of an instance by a timer. */
  incident: (event: { instanceId: string | null; subject: string; code: string; reason: string }) => void;
}

/** Something happened to an instance. */
export interface InstanceEvent {
  /** The instance it is about. */
  readonly instanceId: string;
  /** Its process. */
  readonly processId: string;
}

/** Something happened to a task. */
export interface TaskEvent {
  /** The instance of the task. */
  readonly instanceId: string;
  /** Its id, here and in the center. */
  readonly taskId: string;
  /** Where it is drawn. */
  readonly nodeId: string;
}

/** What somebody did that handled no task. */
export interface PressedAction {
  /** Null for what was done to the instance as a whole. */
  readonly taskId: string | null;
  /** That of the task. */
  readonly nodeId: string | null;
  /** Of the button; null where it was done from code. */
  readonly key: string | null;
  /** One of the eleven action types of the spec. */
  readonly type: ActionType;
  /** Account of who did it; where the host did, that of `defaults.systemHandler`, null without one. */
  readonly account: string | null;
  /** What they said about it; null: nothing. */
  readonly opinions: string | null;
}

/** A button was pressed that no node of the process listens to. */
export interface ActionEvent extends PressedAction {
  readonly instanceId: string;
  /** Whether something in the process listened to it. */
  readonly matched: boolean;
}

/** Something became of a report to the center. */
export interface ReportEvent {
  /** The instance it tells of. */
  readonly instanceId: string;
  /** That of its entry in `outbox.list`. */
  readonly seq: number;
  /** `next`, `none` or `end`; `none` where its row cannot be read. */
  readonly status: string;
  /** The task it handles; `<instanceId>.start` for a start, empty where its row cannot be read. */
  readonly previousTaskId: string;
}

/** Something became of a message to people. */
export interface MessageEvent {
  /** Id of the message, for `messages.get`. */
  readonly sendId: string;
  /** Its message type in the center. */
  readonly messageTypeCode: string;
  /** What sent it; null where the host did, by code. */
  readonly instanceId: string | null;
  /** Where it is drawn; null where the host sent it. */
  readonly nodeId: string | null;
}

export type BridgeEmitter = EventEmitter<BridgeEvents>;

export interface EmitEvent {
  <Name extends keyof BridgeEvents>(name: Name, event: Parameters<BridgeEvents[Name]>[0]): void;
  /** Whether anybody listens to it in this process. */
  hears(name: keyof BridgeEvents): boolean;
}

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
  const emit = <Name extends keyof BridgeEvents>(name: Name, event: Parameters<BridgeEvents[Name]>[0]): void => {
    for (const listener of emitter.listeners(name)) void call(listener, event);
  };
  return Object.assign(emit, { hears: (name: keyof BridgeEvents) => emitter.listenerCount(name) > 0 });
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

/** The same of a message. */
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
