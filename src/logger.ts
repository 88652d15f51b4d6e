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

/** Wraps the logger of the host, and ignores its errors, so that logging never interrupts the work. */
export function createSafeLogger(logger: Logger): Logger {
  const safely =
    (level: keyof Logger): Logger[keyof Logger] =>
    (message, fields) => {
      try {
        // The type allows no async functions, but a host may pass one.
        const result: unknown = logger[level](message, fields);
        if (result instanceof Promise) result.catch(() => undefined);
      } catch {
        // There is no other place to log it.
      }
    };
  return { debug: safely('debug'), info: safely('info'), warn: safely('warn'), error: safely('error') };
}

/** Describes an error for the log: the message of an error that is not ours may quote payloads, so only its name is used. */
export function describeError(error: unknown): string {
  return error instanceof BridgeError ? `${error.code}: ${error.message}` : String((error as Error | null)?.name);
}
