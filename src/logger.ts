/** Where the bridge tells an operator what it does. Fields are ids, counts and codes; never a token, key or payload. */
export interface Logger {
  debug(message: string, fields?: Readonly<Record<string, unknown>>): void;
  info(message: string, fields?: Readonly<Record<string, unknown>>): void;
  warn(message: string, fields?: Readonly<Record<string, unknown>>): void;
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
