/** The options of operations, as methods of the bridge take them. Those of instances and tasks are in the plugin. */
import type { OperationOptions } from '../plugin/apply/operations/operation-options.ts';
import type { AccountNames } from '../read-options.ts';
import type { IncidentFilter, JobFilter, OutboxFilter } from '../store/store.ts';

/** Who does it. */
export interface OperatorOptions {
  /** Who does it, for the history: the name of a person or a program. */
  readonly by?: string;
}

/** Options of `terminate`. */
export interface TerminateOptions extends OperationOptions {
  /**
   * Ends the instance by its stored rows, without the diagram. Messages of the diagram are not sent. For one
   * whose step hangs or ends the process. Without it, that is done only if the step fails. Default: false.
   */
  readonly force?: boolean;
}

/** Options of `instances.migrate`. Pass exactly one of `instanceIds` and `from`. */
export interface MigrateOptions extends OperatorOptions {
  /** The definition that the instances run from now on. It must be deployed. */
  readonly to: string;
  /** The instances. */
  readonly instanceIds?: readonly string[];
  /** Instead of `instanceIds`: all open instances of this definition, in the order in which they were started. */
  readonly from?: string;
  /**
   * The nodes of `to` that tokens come to, by the nodes where they are. Default: the node of the same id. Give only nodes
   * that have another id in `to`, or whose tokens shall go on elsewhere.
   */
  readonly nodes?: Readonly<Record<string, string>>;
  /** Computes everything and stores nothing. Default: false. */
  readonly dryRun?: boolean;
  /** With `from`: at most so many instances in this call. Default: 100. */
  readonly limit?: number;
  /** With `from`: only instances after this one, to continue an earlier call (`next`). */
  readonly after?: string;
}

/** Options of `definitions.makeLatest`. */
export interface MakeLatestOptions extends OperatorOptions {}

/** Options of `definitions.undeploy`. */
export interface UndeployOptions extends OperatorOptions {}

/** Options of `outbox.retry`. */
export interface RetryReportOptions extends OperatorOptions {
  /** New handlers by the id of a task that the report creates; they replace its accounts or groups. */
  readonly handlers?: Readonly<Record<string, AccountNames>>;
  /** The account that the report names as the handler of the task, or as the initiator of the process. */
  readonly handler?: string;
}

/** Options of `outbox.skip`. */
export interface SkipReportOptions extends OperatorOptions {
  /** The reason, for the record. */
  readonly reason: string;
}

/** Options of `outbox.acknowledge`. */
export interface AcknowledgeReportOptions extends OperatorOptions {
  /** What was found in the center, for the record. */
  readonly reason: string;
}

/** Options of `outbox.now`. */
export interface SendNowOptions extends OperatorOptions {
  /** One report. Default: all. */
  readonly seq?: number;
}

/** Options of `messages.skip`. */
export interface SkipMessageOptions extends OperatorOptions {
  /** The reason, for the record. Stored with the message and in the history. */
  readonly reason: string;
}

/** Options of `incidents.retry`. */
export interface RetryIncidentOptions extends OperatorOptions {}

/** Options of `incidents.resolve`. */
export interface ResolveIncidentOptions extends OperatorOptions {
  /** What was done instead, for the record. */
  readonly reason: string;
}

/** Options of `jobs.retry`. */
export interface RetryJobOptions extends OperatorOptions {}

/** Which open incidents `incidents.retryAll` chooses; default: all that can be retried. */
export interface IncidentChoice extends Pick<IncidentFilter, 'code' | 'instanceId' | 'processId'> {}

/** Which parked reports or messages are chosen; default: all. */
export interface DeliveryChoice extends Omit<OutboxFilter, 'state'> {}

/** Which reports or messages are skipped; default: all that are parked. */
export interface SkipChoice extends DeliveryChoice {
  /** `parked`, or `pending`: those that wait for their next attempt or behind others. Default: `parked`. */
  readonly state?: 'parked' | 'pending';
}

/** Which jobs `jobs.retryAll` chooses. */
export interface JobChoice extends Omit<JobFilter, 'state'> {
  /** `failed`: after the last attempt; `queued`: those that wait for their next one. Default: `failed`. */
  readonly state?: 'failed' | 'queued';
}

/** Options of operations on several rows. */
export interface BulkOptions extends OperatorOptions {
  /** Only counts them; nothing is changed. Default: false. */
  readonly dryRun?: boolean;
}

/** Options of operations that skip several rows. */
export interface BulkSkipOptions extends BulkOptions {
  /** The reason, for the record. */
  readonly reason: string;
}
