/** The server could not be reached, or went away: there is no answer of its own, which would have a code. */
export class ConnectionTrouble extends Error {
  /** Whether it went away when it was told to commit: it may have done so. */
  readonly inCommit: boolean;

  constructor(message: string, { cause, inCommit = false }: { cause?: unknown; inCommit?: boolean } = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'ConnectionTrouble';
    this.inCommit = inCommit;
  }
}
