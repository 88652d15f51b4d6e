/** What a database says of itself, for an operator. Nothing was changed to find it out. */
export type StoreInspection = SqliteInspection | PostgresInspection;

export interface SqliteInspection {
  readonly kind: 'sqlite';
  /** What SQLite finds wrong in the file; empty: nothing. */
  readonly damages: readonly string[];
  readonly journalMode: string;
  /** Whether other users of the machine may read the file. */
  readonly isReadableByOthers: boolean;
  /** Whether this user may write the file. */
  readonly isWritable: boolean;
  /** Whether the file alone is mounted, without its folder. */
  readonly isMountedAlone: boolean;
  readonly fileBytes: number;
  /** Free on its disk, for this user. */
  readonly freeBytes: number;
}

export interface PostgresInspection {
  readonly kind: 'postgres';
  /** Such as 160004. */
  readonly version: number;
  readonly encoding: string;
  /** Whether it is a standby, which refuses writes. */
  readonly isStandby: boolean;
  /** Schema of the tables; null: the role has none that exists. */
  readonly schema: string | null;
  readonly mayCreateTables: boolean;
  /** Rights that the role lacks, as `delete on outbox`. */
  readonly missingRights: readonly string[];
  /** `fsync`, `full_page_writes`, `synchronous_commit`. */
  readonly settings: Readonly<Record<string, string>>;
  /** Connections that the server allows to roles without special rights. */
  readonly maxConnections: number;
  /** Those that are open, of anybody. */
  readonly openConnections: number;
  /** What this bridge opens at most. */
  readonly neededConnections: number;
  /** Clock of the server minus that of this machine, in milliseconds; as exact as `errorMs`. */
  readonly clockOffsetMs: number;
  readonly clockErrorMs: number;
}
