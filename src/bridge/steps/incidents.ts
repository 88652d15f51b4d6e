import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { BridgeError, type ErrorCode, InputError, ModelError, StepError } from '../../errors.ts';
import { describeCause } from '../../logger.ts';
import { reader } from '../../plugin/apply/operations/operation-options.ts';
import type { IncidentRow, Store } from '../../store/port.ts';
import { by } from '../delivery/outbox-options.ts';
import type { EmitEvent } from '../events.ts';

const RetryIncidentOptionsSchema = z
  .strictObject({
    /** Who does it, for the history. */
    by,
  })
  .transform(({ by: name }) => (name === undefined ? {} : { by: name }));
/** Options of `incidents.retry`. */
export type RetryIncidentOptions = z.input<typeof RetryIncidentOptionsSchema>;
const readRetryIncidentOptions = reader(RetryIncidentOptionsSchema, 'incidents.retry');

const ResolveIncidentOptionsSchema = z
  .strictObject({
    /** What was done instead, for the history. */
    reason: z.string().trim().min(1).max(1_000),
    /** Who does it, for the history. */
    by,
  })
  .transform(({ by: name, reason }) => ({ reason, ...(name !== undefined && { by: name }) }));
/** Options of `incidents.resolve`. */
export type ResolveIncidentOptions = z.input<typeof ResolveIncidentOptionsSchema>;
const readResolveIncidentOptions = reader(ResolveIncidentOptionsSchema, 'incidents.resolve');

type Where = Pick<IncidentRow, 'instanceId' | 'kind' | 'subject'>;

/** Records triggers that could not be applied, for operators. A later step that succeeds resolves the incident. */
export interface IncidentLog {
  /**
   * Records that a trigger failed without changing anything.
   * @param keep stores the incident, unless the trigger has succeeded in the meantime
   * @returns its code and reason, for the person who pressed
   * @throws the error itself if it is not an error of the process but may be transient: the store, or a closed bridge
   */
  record(
    error: unknown,
    where: Where,
    keep: (incident: IncidentRow) => Promise<IncidentRow | undefined>,
  ): Promise<{ readonly code: ErrorCode; readonly message: string }>;
  /** @throws {InputError} `ERR_INCIDENT_UNKNOWN`, `ERR_NOT_RETRIABLE` */
  retry(incidentId: string, options?: RetryIncidentOptions): Promise<IncidentRow>;
  /** @throws {InputError} `ERR_INCIDENT_UNKNOWN`, `ERR_NOT_RESOLVABLE` */
  resolve(incidentId: string, options: ResolveIncidentOptions): Promise<IncidentRow>;
}

/** @param wake called after a retry, because something may be due */
export function createIncidentLog(
  store: Pick<Store, 'retryIncident' | 'resolveIncident'>,
  clock: () => number,
  emit: EmitEvent,
  wake: () => void,
): IncidentLog {
  return {
    async record(error, where, keep) {
      if (!isOfTheProcess(error)) throw error;
      const incident = describeIncident(error, where, clock());
      const standing = await keep(incident);
      // Emitted only when it opens, because the trigger may be retried every minute.
      if (standing?.count === 1) emit('incident', standing);
      return { code: error.code, message: incident.reason };
    },
    async retry(incidentId, options = {}) {
      const operator = readRetryIncidentOptions(incidentId, options);
      const outcome = await store.retryIncident(String(incidentId), clock(), operator);
      const { kind } = outcome;
      if (kind === 'unknown') throw unknownIncident(incidentId);
      if (kind !== 'retried') {
        const details = { incidentId, why: kind };
        throw new InputError('ERR_NOT_RETRIABLE', `Incident ${incidentId} was not retried: ${WHY_NOT[kind]}.`, {
          details,
        });
      }
      wake();
      return outcome.incident;
    },
    async resolve(incidentId, options) {
      const operator = readResolveIncidentOptions(incidentId, options);
      const outcome = await store.resolveIncident(String(incidentId), clock(), operator);
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

/** Whether an error belongs to the process, such as a failed expression, a step that failed, or a start without an initiator. */
export function isOfTheProcess(error: unknown): error is BridgeError {
  return error instanceof StepError || error instanceof ModelError || error instanceof InputError;
}

/** @param failed code and subject for an error that is not ours */
export function describeIncident(
  error: unknown,
  where: Where,
  at: number,
  failed: { readonly code: ErrorCode; readonly what: string } = { code: 'ERR_STEP_FAILED', what: 'The step' },
): IncidentRow {
  const isOurs = error instanceof BridgeError;
  return {
    incidentId: randomUUID(),
    ...where,
    code: isOurs ? error.code : failed.code,
    // The person who pressed sees the reason; what the host's code threw is for operators alone.
    reason: isOurs
      ? error.message
      : `${failed.what} failed with ${error instanceof Error ? error.name : typeof error}.`,
    cause: describeCause(error),
    at,
    latestAt: at,
    count: 1,
    resolvedAt: null,
  };
}
