import { BridgeError } from './errors.ts';

/** Receives the log of the bridge. Fields are ids, counts and codes; never a token, key or payload. */
export interface Logger {
  /** Details for debugging. */
  debug(message: string, fields?: Readonly<Record<string, unknown>>): void;
  /** Normal operation. */
  info(message: string, fields?: Readonly<Record<string, unknown>>): void;
  /** Something that an operator should check, but not urgently. */
  warn(message: string, fields?: Readonly<Record<string, unknown>>): void;
  /** A failure that remains until somebody acts. */
  error(message: string, fields?: Readonly<Record<string, unknown>>): void;
}

/** The logger of the host, which must not stop the work that it is told of: what it throws is dropped. */
export function createSafeLogger(logger: Logger): Logger {
  const safely =
    (level: keyof Logger): Logger[keyof Logger] =>
    (message, fields) => {
      try {
        // The type asks for none that is async; a host may give one all the same.
        const told: unknown = logger[level](message, fields);
        if (told instanceof Promise) told.catch(() => undefined);
      } catch {
        // There is nobody else to tell.
      }
    };
  return { debug: safely('debug'), info: safely('info'), warn: safely('warn'), error: safely('error') };
}

/** What an operator may read of an error: the message of somebody else's could quote what it failed on. */
export function describeError(error: unknown): string {
  return error instanceof BridgeError ? `${error.code}: ${error.message}` : String((error as Error | null)?.name);
}
