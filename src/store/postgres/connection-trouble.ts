/** The server could not be reached, or the connection broke, so there is no error code of the server. */
export class ConnectionTrouble extends Error {
  /** Whether the connection broke during a commit, which may have succeeded. */
  readonly inCommit: boolean;

  constructor(message: string, { cause, inCommit = false }: { cause?: unknown; inCommit?: boolean } = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'ConnectionTrouble';
    this.inCommit = inCommit;
  }
}
