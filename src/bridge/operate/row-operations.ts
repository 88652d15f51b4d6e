import * as z from 'zod';
import { InputError } from '../../errors.ts';
import type { RetryJobOptions, UndeployOptions } from '../../operations/options.ts';
import { by, reader, type ShapeOf } from '../../read-options.ts';
import { undeployDefinition } from '../definitions/deployed-definitions.ts';
import { createMessages, type Messages, type MessagesParts } from '../delivery/messages.ts';
import { createIncidentOperations, type IncidentOperations } from './incident-operations.ts';
import { createReportOperations, type ReportOperationParts, type ReportOperations } from './report-operations.ts';

export interface RowOperationParts extends MessagesParts, ReportOperationParts {}

/** The operations that only change rows: they need no step of an instance. */
export interface RowOperations {
  readonly outbox: ReportOperations;
  readonly messages: Messages;
  readonly incidents: IncidentOperations;
  /** @throws {InputError} `ERR_NOT_RETRIABLE`: `details.why` says why it cannot be retried */
  retryJob(jobId: string, options?: RetryJobOptions): Promise<void>;
  /** @throws {InputError} `ERR_PROCESS_UNKNOWN`, `ERR_DEFINITION_IN_USE` */
  undeploy(definitionId: string, options?: UndeployOptions): Promise<void>;
}

const readRetryJob = reader(z.strictObject({ by } satisfies ShapeOf<RetryJobOptions>), 'jobs.retry');
const readUndeploy = reader(z.strictObject({ by } satisfies ShapeOf<UndeployOptions>), 'definitions.undeploy');

export function createRowOperations(parts: RowOperationParts): RowOperations {
  const { store, clock, wake } = parts;
  return {
    outbox: createReportOperations(parts),
    messages: createMessages(parts),
    incidents: createIncidentOperations(parts),
    async retryJob(id, options = {}) {
      const operator = readRetryJob(options, id);
      const jobId = String(id);
      if (await store.makeJobDue(jobId, clock(), operator)) return wake();
      const { state } = (await store.getJob(jobId)) ?? {};
      const why =
        state === undefined ? 'there is none' : state === 'queued' ? 'an attempt is running' : `it is ${state}`;
      throw new InputError('ERR_NOT_RETRIABLE', `The job ${jobId} was not retried: ${why}.`, {
        details: { jobId, why },
      });
    },
    async undeploy(id, options = {}) {
      const operator = readUndeploy(options, id);
      await undeployDefinition(store, String(id), clock(), operator);
    },
  };
}
