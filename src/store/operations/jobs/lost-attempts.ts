import type { ExpressionBuilder, ExpressionWrapper } from 'kysely';
import { COUNTED_BY_LEASES } from '../../port.ts';
import type { Schema } from '../../schema.ts';

type Begun = ExpressionWrapper<Schema, 'jobs', number>;

/** What `begun` becomes when the holder of a job is lost. Beyond these, the holder has counted its attempt. */
export function countLost(row: ExpressionBuilder<Schema, 'jobs'>): Begun {
  return row
    .case()
    .when('begun', '<', COUNTED_BY_LEASES)
    .then(row('begun', '+', 1))
    .else(row.ref('begun'))
    .end();
}

/** What `begun` becomes when the holder of a job releases it: its process is alive, so the attempt does not count. */
export function forgetHeld(row: ExpressionBuilder<Schema, 'jobs'>): Begun {
  return row
    .case()
    .when('begun', '>', COUNTED_BY_LEASES)
    .then(row('begun', '-', 1))
    .else(row.ref('begun'))
    .end();
}
