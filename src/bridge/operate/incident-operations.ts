import * as z from 'zod';
import { InputError } from '../../errors.ts';
import type { ResolveIncidentOptions, RetryIncidentOptions } from '../../operations/options.ts';
import { by, reader, type ShapeOf } from '../../read-options.ts';
import type { IncidentRow } from '../../store/store.ts';
import type { RowContext } from './row-context.ts';

export interface IncidentOperations {
  /** @throws {InputError} `ERR_INCIDENT_UNKNOWN`, `ERR_NOT_RETRIABLE` */
  retry(incidentId: string, options?: RetryIncidentOptions): Promise<IncidentRow>;
  /** @throws {InputError} `ERR_INCIDENT_UNKNOWN`, `ERR_NOT_RESOLVABLE` */
  resolve(incidentId: string, options: ResolveIncidentOptions): Promise<IncidentRow>;
}

const readRetry = reader(z.strictObject({ by } satisfies ShapeOf<RetryIncidentOptions>), 'incidents.retry');
const readResolve = reader(
  z.strictObject({ reason: z.string().trim().min(1).max(1_000), by } satisfies ShapeOf<ResolveIncidentOptions>),
  'incidents.resolve',
);

export function createIncidentOperations({ store, clock, wake }: RowContext): IncidentOperations {
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
