import type { ByOperator, IncidentRow, MessageFilter, OutboxFilter, Store } from '../../store/port.ts';
import type { Messages } from '../delivery/messages.ts';
import type { OutboxOperations } from '../delivery/outbox-operations.ts';
import type { IncidentLog } from '../steps/incidents.ts';
import {
  type BulkOptions,
  type BulkSkipOptions,
  type DeliveryChoice,
  type IncidentChoice,
  type JobChoice,
  type RetryJobOptions,
  readBulkOptions,
  readBulkSkipOptions,
  readDeliveryChoice,
  readIncidentChoice,
  readJobChoice,
  readRetryJobOptions,
  readSkipChoice,
  type SkipChoice,
} from './bulk-options.ts';
import { retryJobNow } from './job-operations.ts';
import { type BulkOutcome, operateSeveral } from './operate-several.ts';

/** Operations on all rows that a filter chooses, and on a job. */
export interface BulkOperations {
  retryIncidents(choice?: IncidentChoice, options?: BulkOptions): Promise<BulkOutcome>;
  retryReports(choice?: DeliveryChoice, options?: BulkOptions): Promise<BulkOutcome>;
  skipReports(choice: SkipChoice, options: BulkSkipOptions): Promise<BulkOutcome>;
  retryMessages(choice?: DeliveryChoice, options?: BulkOptions): Promise<BulkOutcome>;
  skipMessages(choice: SkipChoice, options: BulkSkipOptions): Promise<BulkOutcome>;
  retryJob(jobId: string, options?: RetryJobOptions): Promise<void>;
  retryJobs(choice?: JobChoice, options?: BulkOptions): Promise<BulkOutcome>;
}

export interface BulkParts {
  readonly store: Pick<Store, 'listIncidents' | 'listOutbox' | 'listMessages' | 'listJobs' | 'makeJobDue' | 'getJob'>;
  readonly incidents: Pick<IncidentLog, 'retry'>;
  readonly outbox: Pick<OutboxOperations, 'retry' | 'skip'>;
  readonly messages: Pick<Messages, 'retry' | 'skip'>;
  readonly clock: () => number;
  /** Called when something may be due. */
  readonly wake: () => void;
}

const ALL = { limit: Number.MAX_SAFE_INTEGER } as const;

export function createBulkOperations({ store, incidents, outbox, messages, clock, wake }: BulkParts): BulkOperations {
  async function findReports(filter: OutboxFilter): Promise<string[]> {
    return (await store.listOutbox({ ...filter, ...ALL })).map(({ seq }) => String(seq));
  }
  async function findMessages(filter: MessageFilter): Promise<string[]> {
    return (await store.listMessages({ ...filter, ...ALL })).map(({ sendId }) => sendId);
  }

  return {
    async retryIncidents(choice, options) {
      const given = readIncidentChoice('incidents.retryAll', choice);
      const { dryRun, ...operator } = readBulkOptions('incidents.retryAll', options);
      const open = await store.listIncidents({ ...given, open: true, ...ALL });
      const ids = open.filter(isRetriable(given)).map(({ incidentId }) => incidentId);
      return operateSeveral(ids, dryRun, (id) => incidents.retry(id, operator));
    },
    async retryReports(choice, options) {
      const given = { ...readDeliveryChoice('outbox.retryAll', choice), state: 'parked' } as const;
      const { dryRun, ...operator } = readBulkOptions('outbox.retryAll', options);
      return operateSeveral(await findReports(given), dryRun, (seq) => outbox.retry(Number(seq), operator));
    },
    async skipReports(choice, options) {
      const given = readSkipChoice('outbox.skipAll', choice);
      const { dryRun, ...skip } = readBulkSkipOptions('outbox.skipAll', options);
      return operateSeveral(await findReports(given), dryRun, (seq) => outbox.skip(Number(seq), skip));
    },
    async retryMessages(choice, options) {
      const given = { ...readDeliveryChoice('messages.retryAll', choice), state: 'parked' } as const;
      const { dryRun, ...operator } = readBulkOptions('messages.retryAll', options);
      return operateSeveral(await findMessages(given), dryRun, (sendId) => messages.retry(sendId, operator));
    },
    async skipMessages(choice, options) {
      const given = readSkipChoice('messages.skipAll', choice);
      const { dryRun, ...skip } = readBulkSkipOptions('messages.skipAll', options);
      return operateSeveral(await findMessages(given), dryRun, (sendId) => messages.skip(sendId, skip));
    },
    async retryJob(jobId, options) {
      await retryJobNow(store, String(jobId), clock(), readRetryJobOptions('jobs.retry', options));
      wake();
    },
    async retryJobs(choice, options) {
      const { service, ...given } = readJobChoice('jobs.retryAll', choice);
      const { dryRun, ...operator }: { dryRun: boolean } & ByOperator = readBulkOptions('jobs.retryAll', options);
      const rows = await store.listJobs({ ...given, ...ALL });
      const ids = rows.filter((each) => service === undefined || each.service === service).map(({ jobId }) => jobId);
      const outcome = await operateSeveral(ids, dryRun, (id) => retryJobNow(store, id, clock(), operator));
      if (outcome.isDone) wake();
      return outcome;
    },
  };
}

/**
 * A press is retried by a person, and a deadlock by nobody. A retry closes what is in doubt after a restore, so that must be
 * asked for by its code.
 */
export function isRetriable({ code }: { readonly code?: string }): (incident: Pick<IncidentRow, 'kind'>) => boolean {
  return ({ kind }) => kind !== 'press' && kind !== 'deadlock' && (kind !== 'restore' || code === 'ERR_RESTORED');
}
