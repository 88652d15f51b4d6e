import { DatabaseSync } from '@photostructure/sqlite';

export interface JobLine {
  readonly job_id: string;
  readonly execution_id: string;
  readonly node_id: string;
  readonly kind: string;
  readonly state: string;
  readonly idempotency_key: string;
  readonly due_at: number;
}

interface InstanceLine {
  readonly instance_id: string;
  readonly status: string;
  readonly snapshot: string | null;
  readonly wake_at: number | null;
  readonly wake_owner: string | null;
}

interface FailedLine {
  readonly latest_at: number;
}

/** What a bridge has stored, read beside it. */
export function openStoredRows(path: string) {
  const database = new DatabaseSync(path, { readOnly: true });
  const read = (sql: string) => database.prepare(sql).all();
  const jobsNow = () => read('select * from jobs order by rowid') as unknown as JobLine[];
  return {
    jobsNow,
    instanceNow: () => read('select * from instances')[0] as unknown as InstanceLine | undefined,
    /** When the wake-up of the instance failed last, if that stands; epoch milliseconds. */
    wakeFailedAt: () =>
      (read("select latest_at from incidents where kind = 'wake' and resolved_at is null")[0] as FailedLine | undefined)
        ?.latest_at,
    /** All that a step that failed has to leave as it was. Its incident, and what is delivered meanwhile or leased, are no part of it. */
    picture: () =>
      [
        read('select instance_id, status, revision, snapshot from instances'),
        read('select * from tasks'),
        read("select * from history where type not like 'incident.%'"),
        read('select count(*) from outbox'),
        jobsNow().map(({ execution_id: executionId }) => executionId),
      ].map((part) => JSON.stringify(part)),
    close: () => database.close(),
  };
}
