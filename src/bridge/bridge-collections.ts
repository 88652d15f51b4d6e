/** What a host lists, looks at and mends, one interface for each kind. They reject as the methods of `Bridge` do. */
import type {
  IncidentRow,
  InstanceStatus,
  InstanceView,
  MessageRow,
  MessageState,
  OutboxRow,
  OutboxState,
  Page,
  SigningKeyCount,
  TaskRow,
} from '../store/port.ts';
import type {
  MessageRequest,
  RetryMessageOptions,
  SendOptions,
  SkipMessageOptions,
} from './delivery/message-options.ts';
import type { RetryReportOptions, SkipReportOptions } from './delivery/outbox-options.ts';

/** Lists give 100 rows unless `limit` names another number; `offset` skips those before. */
export interface BridgeInstances {
  /** Undefined: there is none of that id. */
  get(instanceId: string): Promise<InstanceView | undefined>;
  /** In the order in which they were started, those that are over too, until `retention.statusDays` after their end. */
  list(filter?: { processId?: string; status?: InstanceStatus; businessKey?: string } & Page): Promise<InstanceView[]>;
}

/** Every task that the bridge made, also of instances that are over, until `retention.statusDays` after their end. */
export interface BridgeTasks {
  /** Undefined: the bridge has made no task of that id. */
  get(taskId: string): Promise<TaskRow | undefined>;
  /**
   * In the order in which they were created, closed ones too.
   * @param filter.handler an account that is named as handler; those of its groups are not looked up
   */
  list(filter?: { instanceId?: string; state?: TaskRow['state']; handler?: string } & Page): Promise<TaskRow[]>;
}

/** What the center is told of tasks. */
export interface BridgeOutbox {
  /** What is on its way to the center, was delivered, or stands parked. */
  list(filter?: { instanceId?: string; state?: OutboxState } & Page): Promise<OutboxRow[]>;
  /**
   * Sends a parked report again, with as many refusals to come as a new one; those of its instance that wait behind it
   * follow. Once it resolves, that survives a crash. Of several who race one is heard. What the answer that parked it
   * did not name had gone through, so that its echo is understood.
   * @param options.handlers puts tasks that it creates into other hands, here and in the center, as one transaction
   * @throws {InputError} `ERR_NOT_PARKED`: `details.state` says what it is; `ERR_REPORT_UNKNOWN`; `ERR_INPUT_INVALID`
   * @throws {StepError} `ERR_STEP_FAILED`: a shared task was not given one handler for each; nothing was changed
   */
  retry(seq: number, options?: RetryReportOptions): Promise<OutboxRow>;
  /**
   * Gives up a report that is parked, or that waits for its next attempt: it goes out no more, those behind it go on.
   * What it would have created the center does not have, and what it would have concluded stays open there. One whose
   * last call got no answer may have arrived. Once it resolves, that survives a crash.
   * @throws {InputError} `ERR_NOT_PARKED`: it is over, `details.state` says how; `ERR_REPORT_UNKNOWN`;
   * `ERR_INPUT_INVALID`
   * @throws {StoreError} `ERR_BUSY`: it is on its way to the center just now; ask again when that is known
   */
  skip(seq: number, options: SkipReportOptions): Promise<OutboxRow>;
}

/** Messages to people, through the message center; not the BPMN messages of `bridge.message`. */
export interface BridgeMessages {
  /**
   * Sends a message. Once it resolves, the message survives a crash and goes out by itself: at least once, always with
   * its `sendId`, so that the center can tell a repeat; one that is stuck holds up nothing else. The same request under
   * the same `sendId` is the same message, however often it is sent, while its record is kept: `retention.instanceDays`
   * from when it was sent; one that was parked is kept until it is settled.
   * @param options.wait resolves with what became of it, whichever process hears the center: `state` is `sent`, `partial`
   * or `parked`, or `skipped` where an operator gave it up, with `problems` and `reason`; however long that takes
   * @throws {InputError} `ERR_MESSAGE_INVALID`: `details.problems` names each field and the remedy, nothing was stored;
   * `ERR_SEND_ID_TAKEN`: another message stands under this `sendId`, give it one of its own (the form
   * `<instance>.message.<number>` is for drawings); `ERR_INPUT_INVALID`
   * @throws {BridgeError} `ERR_CLOSED`, when the bridge closes while it is waited for: the message is stored
   */
  send(request: MessageRequest, options?: SendOptions): Promise<MessageRow>;
  /** What became of a message. Undefined: none was sent under that id. */
  get(sendId: string): Promise<MessageRow | undefined>;
  /** In the order in which they were stored. */
  list(filter?: { instanceId?: string; state?: MessageState } & Page): Promise<MessageRow[]>;
  /**
   * Sends a parked message again, under its `sendId` and with as many attempts as a new one. Once it resolves, that
   * survives a crash. Of several who race one is heard, so that none overwrites what another corrected.
   * @param options.changes corrects it, such as `{ toPersons: 'ann' }`; the first request stays as `original`
   * @throws {InputError} `ERR_NOT_PARKED`: `details.state` says what it is; `ERR_MESSAGE_UNKNOWN`;
   * `ERR_MESSAGE_INVALID`, `ERR_INPUT_INVALID`: it stands parked as before
   */
  retry(sendId: string, options?: RetryMessageOptions): Promise<MessageRow>;
  /**
   * Gives up a message that is parked, or that waits for its next attempt: it goes out no more. One whose last call
   * got no answer may have arrived. Once it resolves, that survives a crash.
   * @throws {InputError} `ERR_NOT_PARKED`: it is over, `details.state` says how; `ERR_MESSAGE_UNKNOWN`;
   * `ERR_INPUT_INVALID`
   * @throws {StoreError} `ERR_BUSY`: it is on its way to the center just now; ask again when that is known
   */
  skip(sendId: string, options: SkipMessageOptions): Promise<MessageRow>;
}

/** The keys that sign the addresses of buttons. */
export interface BridgeKeys {
  /**
   * How many tasks of running and suspended instances have buttons that each signing key signed. A key may be taken
   * out of the options once no open task needs it; buttons on handled tasks, such as to withdraw, go with it too.
   */
  inUse(): Promise<SigningKeyCount[]>;
}

/** What processes could not follow. */
export interface BridgeIncidents {
  /** What a process could not follow, and why, oldest first. @param filter.open true: those whose cause is not gone */
  list(filter?: { instanceId?: string; open?: boolean } & Page): Promise<IncidentRow[]>;
  /**
   * Has what failed tried again at once: a service or a script, a message or signal that reached nobody, a timer, the
   * start by a timer. Once it resolves, that survives a crash. A job has one attempt by it; the incident stands, and
   * counts, until an attempt goes through. What is being tried just now is left to that.
   * @throws {InputError} `ERR_INCIDENT_UNKNOWN`; `ERR_NOT_PARKED`: its cause is gone, or it is of a press, which only
   * a person can make again
   */
  retry(incidentId: string): Promise<IncidentRow>;
}
