import { randomUUID } from 'node:crypto';
import { BridgeError, type ErrorCode, InputError, ModelError, StepError } from '../../errors.ts';
import { describeCause } from '../../logger.ts';
import type { IncidentRow } from '../../store/store.ts';
import type { BridgeContext } from '../context/context.ts';

type Where = Pick<IncidentRow, 'instanceId' | 'kind' | 'subject'>;

/**
 * Records for operators that a trigger failed without changing anything. A later step that succeeds resolves the incident.
 * @param keep stores the incident, unless the trigger has succeeded in the meantime
 * @returns its code and reason, for the person who pressed
 * @throws the error itself if it is not an error of the process but may be transient: the store, or a closed bridge
 */
export async function recordIncident(
  { clock, emit }: Pick<BridgeContext, 'clock' | 'emit'>,
  error: unknown,
  where: Where,
  keep: (incident: IncidentRow) => Promise<IncidentRow | undefined>,
): Promise<{ readonly code: ErrorCode; readonly message: string }> {
  if (!isOfTheProcess(error)) throw error;
  const incident = describeIncident(error, where, clock());
  const standing = await keep(incident);
  // Emitted only when it opens, because the trigger may be retried every minute.
  if (standing?.count === 1) emit('incident', standing);
  return { code: error.code, message: incident.reason };
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
