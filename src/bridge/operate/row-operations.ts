import * as z from 'zod';
import { InputError } from '../../errors.ts';
import type {
  MakeLatestOptions,
  ResolveIncidentOptions,
  RetryIncidentOptions,
  RetryJobOptions,
  UndeployOptions,
} from '../../operations/options.ts';
import { by, reader, reason, type ShapeOf } from '../../read-options.ts';
import type { IncidentRow } from '../../store/store.ts';
import { makeLatest, undeployDefinition } from '../definitions/stored-definitions.ts';
import { createMessages, type Messages, type MessagesParts } from './messages.ts';
import {
  createReportOperations,
  type ReportOperationParts,
  type ReportOperations,
  type RowContext,
} from './report-operations.ts';

export interface RowOperationParts extends MessagesParts, ReportOperationParts {}

/** The operations that only change rows: they need no step of an instance. */
export interface RowOperations {
  readonly outbox: ReportOperations;
  readonly messages: Messages;
  readonly incidents: IncidentOperations;
  /** @throws {InputError} `ERR_NOT_RETRIABLE`: `details.why` says why it cannot be retried */
  retryJob(jobId: string, options?: RetryJobOptions): Promise<void>;
  /** @throws {InputError} `ERR_PROCESS_UNKNOWN` */
  makeLatest(definitionId: string, options?: MakeLatestOptions): Promise<void>;
  /** @throws {InputError} `ERR_PROCESS_UNKNOWN`, `ERR_DEFINITION_IN_USE` */
  undeploy(definitionId: string, options?: UndeployOptions): Promise<void>;
}

const readRetryJob = reader(z.strictObject({ by } satisfies ShapeOf<RetryJobOptions>), 'jobs.retry');
const readMakeLatest = reader(z.strictObject({ by } satisfies ShapeOf<MakeLatestOptions>), 'definitions.makeLatest');
const readUndeploy = reader(z.strictObject({ by } satisfies ShapeOf<UndeployOptions>), 'definitions.undeploy');

export function createRowOperations(parts: RowOperationParts): RowOperations {
  const { store, clock, wake, log } = parts;
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
    async makeLatest(id, options = {}) {
      const operator = readMakeLatest(options, id);
      const definitionId = String(id);
      const processId = await makeLatest(store, definitionId, clock(), operator);
      if (processId === undefined) return;
      log('definition.made-latest', { processId, definitionId, ...operator });
      wake();
    },
    async undeploy(id, options = {}) {
      const operator = readUndeploy(options, id);
      await undeployDefinition(store, String(id), clock(), operator);
    },
  };
}

export interface IncidentOperations {
  /** @throws {InputError} `ERR_INCIDENT_UNKNOWN`, `ERR_NOT_RETRIABLE` */
  retry(incidentId: string, options?: RetryIncidentOptions): Promise<IncidentRow>;
  /** @throws {InputError} `ERR_INCIDENT_UNKNOWN`, `ERR_NOT_RESOLVABLE` */
  resolve(incidentId: string, options: ResolveIncidentOptions): Promise<IncidentRow>;
}

const readRetry = reader(z.strictObject({ by } satisfies ShapeOf<RetryIncidentOptions>), 'incidents.retry');
const readResolve = reader(
  z.strictObject({ reason: reason.max(1_000), by } satisfies ShapeOf<ResolveIncidentOptions>),
  'incidents.resolve',
);

function createIncidentOperations({ store, clock, wake }: RowContext): IncidentOperations {
  return {
    async retry(incidentId, options = {}) {
      const outcome = await store.retryIncident(String(incidentId), clock(), readRetry(options, incidentId));
      const { kind } = outcome;
      if (kind === 'unknown') throw unknownIncident(incidentId);
      if (kind !== 'retried') {
        throw new InputError('ERR_NOT_RETRIABLE', `Incident ${incidentId} was not retried: ${WHY_NOT[kind]}.`, {
          details: { incidentId, why: kind },
        });
      }
      wake();
      return outcome.incident;
    },
    async resolve(incidentId, options) {
      const outcome = await store.resolveIncident(String(incidentId), clock(), readResolve(options, incidentId));
      const { kind } = outcome;
      if (kind === 'unknown') throw unknownIncident(incidentId);
      if (kind === 'closed') return outcome.incident;
      throw new InputError('ERR_NOT_RESOLVABLE', `Incident ${incidentId} was not resolved: ${WHY_OPEN[kind]}.`, {
        details: { incidentId, why: kind },
      });
    },
  };
}

const WHY_NOT = {
  press: 'a person has to press again',
  deadlock: 'nothing can move the instance any more; terminate it',
  resolved: 'its cause is gone',
};

const RETRY = 'it is closed by an attempt that succeeds, or by the end of the instance';
const WHY_OPEN = {
  ...{ job: RETRY, wake: RETRY, start: 'it is closed by an attempt that succeeds' },
  deadlock: 'it is closed by the end of the instance; terminate it',
  resolved: 'its cause is gone',
};

function unknownIncident(incidentId: string): InputError {
  return new InputError('ERR_INCIDENT_UNKNOWN', `There is no incident ${incidentId}.`, { details: { incidentId } });
}
