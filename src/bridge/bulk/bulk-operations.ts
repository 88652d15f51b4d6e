import type { ByOperator, IncidentRow, Store } from '../../store/port.ts';
import type { Messages } from '../delivery/messages.ts';
import type { OutboxOperations } from '../delivery/outbox-operations.ts';
import type { IncidentLog } from '../steps/incidents.ts';
import {
  type BulkOptions,
  type BulkSkipOptions,
  type IncidentChoice,
  type InstanceChoice,
  type JobChoice,
  type RetryJobOptions,
  readBulkOptions,
  readBulkSkipOptions,
  readIncidentChoice,
  readInstanceChoice,
  readJobChoice,
  readRetryJobOptions,
} from './bulk-options.ts';
import { retryJobNow } from './job-operations.ts';
import { type BulkOutcome, operateSeveral } from './operate-several.ts';

/** Operations on all rows that a filter chooses, and on a job. */
export interface BulkOperations {
  retryIncidents(choice?: IncidentChoice, options?: BulkOptions): Promise<BulkOutcome>;
  retryReports(choice?: InstanceChoice, options?: BulkOptions): Promise<BulkOutcome>;
  skipReports(choice: InstanceChoice, options: BulkSkipOptions): Promise<BulkOutcome>;
  retryMessages(choice?: InstanceChoice, options?: BulkOptions): Promise<BulkOutcome>;
  skipMessages(choice: InstanceChoice, options: BulkSkipOptions): Promise<BulkOutcome>;
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
  async function parkedReports(choice: { readonly instanceId?: string }): Promise<string[]> {
    const rows = await store.listOutbox({ ...choice, state: 'parked', ...ALL });
    return rows.map(({ seq }) => String(seq));
  }
  async function parkedMessages(choice: { readonly instanceId?: string }): Promise<string[]> {
    const rows = await store.listMessages({ ...choice, state: 'parked', ...ALL });
    return rows.map(({ sendId }) => sendId);
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
      const given = readInstanceChoice('outbox.retryAll', choice);
      const { dryRun, ...operator } = readBulkOptions('outbox.retryAll', options);
      return operateSeveral(await parkedReports(given), dryRun, (seq) => outbox.retry(Number(seq), operator));
    },
    async skipReports(choice, options) {
      const given = readInstanceChoice('outbox.skipAll', choice);
      const { dryRun, ...skip } = readBulkSkipOptions('outbox.skipAll', options);
      return operateSeveral(await parkedReports(given), dryRun, (seq) => outbox.skip(Number(seq), skip));
    },
    async retryMessages(choice, options) {
      const given = readInstanceChoice('messages.retryAll', choice);
      const { dryRun, ...operator } = readBulkOptions('messages.retryAll', options);
      return operateSeveral(await parkedMessages(given), dryRun, (sendId) => messages.retry(sendId, operator));
    },
    async skipMessages(choice, options) {
      const given = readInstanceChoice('messages.skipAll', choice);
      const { dryRun, ...skip } = readBulkSkipOptions('messages.skipAll', options);
      return operateSeveral(await parkedMessages(given), dryRun, (sendId) => messages.skip(sendId, skip));
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
