import { inspectStore, readSchemaOf } from '../../../store/open-store.ts';
import type { PostgresInspection, SqliteInspection, StoreInspection } from '../../../store/store-inspection.ts';
import { durationOf } from '../print/layout.ts';
import { describe, type Found, fail, fine, warn } from './finding.ts';

/** PostgreSQL 12. */
const OLDEST_SERVER = 120_000;
/** The clock of the database is used, so that of a machine may differ; far away, it is wrong. */
const FAR_MS = 5_000;
const MEGABYTE = 2 ** 20;
const LITTLE_SPACE = 512 * MEGABYTE;

/** @returns also what the database said of itself, if it answered */
export async function checkDatabase(
  url: string,
): Promise<{ readonly found: readonly Found[]; readonly inspection?: StoreInspection; readonly isMigrated: boolean }> {
  let inspection: StoreInspection;
  try {
    inspection = await inspectStore(url);
  } catch (error) {
    const remedy =
      'As it says: correct the address (BRIDGE_STORE) if nothing is there, let this machine reach it, or ask those who operate the database to start it and let connections in.';
    return { found: [fail(`The database cannot be used: ${describe(error)}`, remedy)], isMigrated: false };
  }
  const { found: schema, isMigrated } = await checkSchema(url);
  const its = inspection.kind === 'sqlite' ? checkSqlite(inspection) : checkPostgres(inspection, isMigrated);
  return { found: [...its, schema], inspection, isMigrated };
}

async function checkSchema(url: string): Promise<{ readonly found: Found; readonly isMigrated: boolean }> {
  try {
    const { applied, missing } = await readSchemaOf(url);
    if (missing.length === 0) return { found: fine(`The schema is ${applied.at(-1)}.`), isMigrated: true };
    const says =
      applied.length === 0 ? 'It has no tables of the bridge.' : `Its schema is older: ${missing.join(', ')} missing.`;
    return { found: fail(says, 'Make a backup, then run migrate, or start the service.'), isMigrated: false };
  } catch (error) {
    const remedy = 'Update the library in this service, or use another database.';
    return { found: fail(describe(error), remedy), isMigrated: false };
  }
}

const MOUNT = 'Mount its folder instead.';

function checkSqlite(its: SqliteInspection): Found[] {
  const megabytes = (bytes: number) => `${Math.round(bytes / MEGABYTE)} MB`;
  const found: Found[] = [
    fine(`The file of ${megabytes(its.fileBytes)} can be read, on a disk with ${megabytes(its.freeBytes)} free.`),
  ];
  if (its.damages.length > 0)
    found.push(fail(`The file is damaged: ${its.damages.join('; ')}`, 'Restore it from a backup.'));
  if (!its.isWritable)
    found.push(
      fail('This user may not write the file.', 'Run doctor as the user of the service, or correct its owner.'),
    );
  if (its.isReadableByOthers)
    found.push(warn('Other users of the machine may read the file, with people and variables in it.', 'chmod 600'));
  if (its.isMountedAlone)
    found.push(
      warn('The file alone is mounted: its log and its lock are elsewhere, and are lost with the container.', MOUNT),
    );
  if (its.freeBytes < Math.max(LITTLE_SPACE, its.fileBytes / 10))
    found.push(warn('There is little space on the disk.', 'Free some: a full disk stops all presses.'));
  if (its.journalMode !== 'wal')
    found.push(warn(`Its journal mode is ${its.journalMode}.`, 'Open it once with the service, which sets wal.'));
  return found;
}

function checkPostgres(its: PostgresInspection, isMigrated: boolean): Found[] {
  const found: Found[] = [
    fine(`PostgreSQL ${Math.floor(its.version / 10_000)} answers; the tables are in the schema ${its.schema}.`),
  ];
  const { fsync, full_page_writes: pages, synchronous_commit: commit } = its.settings;
  if (its.version < OLDEST_SERVER) found.push(fail('The server is older than PostgreSQL 12.', 'Update it.'));
  if (its.encoding !== 'UTF8')
    found.push(fail(`The database is encoded as ${its.encoding}.`, 'Create one with encoding UTF8.'));
  if (its.isStandby)
    found.push(fail('The server is a standby and refuses writes.', 'Use the address of the primary server.'));
  if (its.schema === null)
    found.push(
      fail('The role has no schema for the tables.', 'Set the parameter schema of the URL, or its search_path.'),
    );
  if (its.missingRights.length > 0)
    found.push(fail(`The role lacks rights: ${its.missingRights.join(', ')}.`, 'Grant them, or make it the owner.'));
  if (!its.mayCreateTables)
    found.push(
      (isMigrated ? warn : fail)(
        'The role may not create tables, so it cannot migrate them.',
        'Run migrate with a role that may, at each update of the library; or grant create on the schema.',
      ),
    );
  if (fsync === 'off' || pages === 'off')
    found.push(
      fail(
        `fsync is ${fsync} and full_page_writes ${pages}: a power failure can destroy the database.`,
        'Switch both on in postgresql.conf.',
      ),
    );
  if (commit === 'off')
    found.push(
      warn(
        'synchronous_commit is off by default; the bridge switches it on for its own transactions.',
        'Nothing must be done.',
      ),
    );
  const free = its.maxConnections - its.openConnections;
  if (its.neededConnections > free)
    found.push(
      warn(
        `${its.openConnections} of ${its.maxConnections} connections are open, and a bridge opens up to ${its.neededConnections}.`,
        'Raise max_connections, use a pooler, or lower the parameter connections of the URL. A service that runs is among those that are open.',
      ),
    );
  return found;
}

/** On SQLite the machine's own clock counts. */
export function checkDatabaseClock(inspection: StoreInspection): Found {
  if (inspection.kind === 'sqlite') return fine('The service uses the clock of this machine.');
  const { clockOffsetMs: offset, clockErrorMs: error } = inspection;
  const away = `${offset < 0 ? 'behind' : 'ahead of'} the clock of this machine`;
  if (Math.abs(offset) - error <= FAR_MS) return fine('The clock of the database agrees with that of this machine.');
  return warn(
    `The clocks differ: that of the database, which the service uses, is ${durationOf(Math.abs(offset))} ${away}.`,
    'Find out which is wrong, and synchronize both machines (NTP). That of this machine does no harm; timers fire by that of the database, and tokens are checked by it.',
  );
}
