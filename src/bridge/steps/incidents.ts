import { randomUUID } from 'node:crypto';
import { BridgeError, type ErrorCode, InputError, ModelError, StepError } from '../../errors.ts';
import type { IncidentRow, Store } from '../../store/port.ts';
import type { EmitEvent } from '../events.ts';

type Where = Pick<IncidentRow, 'instanceId' | 'kind' | 'subject'>;

/** Why triggers could not be applied, for the operator. The step that goes through in the end resolves it. */
export interface IncidentLog {
  /**
   * Records that a trigger failed and left everything as it was.
   * @param keep keeps the incident, unless what failed has gone through since
   * @returns its code and reason, for who pressed
   * @throws the error itself when it does not come from the process and may pass: the store, or a closed bridge
   */
  record(
    error: unknown,
    where: Where,
    keep: (incident: IncidentRow) => Promise<IncidentRow | undefined>,
  ): Promise<{ readonly code: ErrorCode; readonly message: string }>;
  /** @throws {InputError} `ERR_INCIDENT_UNKNOWN`, `ERR_NOT_PARKED` */
  retry(incidentId: string): Promise<IncidentRow>;
}

/** @param wake called when something may be due by what was asked for */
export function createIncidentLog(
  store: Pick<Store, 'retryIncident'>,
  clock: () => number,
  emit: EmitEvent,
  wake: () => void,
): IncidentLog {
  return {
    async record(error, where, keep) {
      if (!isOfTheProcess(error)) throw error;
      const incident = describeIncident(error, where, clock());
      const standing = await keep(incident);
      // Told when it opens: what is tried again every minute would drown the rest.
      if (standing?.count === 1) emit('incident', standing);
      return { code: error.code, message: incident.reason };
    },
    async retry(incidentId) {
      const outcome = await store.retryIncident(String(incidentId), clock());
      const details = { incidentId };
      if (outcome.kind === 'unknown')
        throw new InputError('ERR_INCIDENT_UNKNOWN', `There is no incident ${incidentId}.`, { details });
      if (outcome.kind !== 'retried') {
        const why = WHY_NOT[outcome.kind];
        throw new InputError('ERR_NOT_PARKED', `Incident ${incidentId} was not retried: ${why}.`, { details });
      }
      wake();
      return outcome.incident;
    },
  };
}

const WHY_NOT = {
  press: 'a person has to press again',
  stuck: 'nothing can move the instance any more; end it',
  resolved: 'its cause is gone',
};

/** A failed expression is the process's own, like a step that cannot be made, and a start by nobody. */
export function isOfTheProcess(error: unknown): error is BridgeError {
  return error instanceof StepError || error instanceof ModelError || error instanceof InputError;
}

/** @param failed what was done, for an error that does not say so itself */
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
    // What a service of the host throws may hold a payload: its name is all that is kept.
    reason: isOurs
      ? error.message
      : `${failed.what} failed with ${error instanceof Error ? error.name : typeof error}.`,
    at,
    latestAt: at,
    count: 1,
    resolvedAt: null,
  };
}
