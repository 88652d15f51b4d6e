import { BridgeError, StoreError } from './errors.ts';
import { LOG_EVENTS, type LogEvent } from './log-events.ts';

export type { LogEvent } from './log-events.ts';

/**
 * Receives the log of the bridge. Fields are ids, counts and codes, and the `cause` that the host's own functions threw;
 * never a variable, a token, a key or a payload. `console`, winston and pino can be passed as they are.
 */
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

/** Writes a line to the log of the host. Never throws. */
export type Log = (event: LogEvent, fields?: Readonly<Record<string, unknown>>) => void;

/**
 * Writes to the logger of the host, and ignores its errors, so that logging never interrupts the work.
 * @param logger one like pino gets the fields first, as it wants them
 */
export function createLog(logger: Logger): Log {
  const fieldsFirst = isLikePino(logger);
  return (event, fields) => {
    const { level, message } = LOG_EVENTS[event];
    const all = { event, ...fields };
    try {
      const write = logger[level] as (...args: unknown[]) => unknown;
      const result = fieldsFirst ? write.call(logger, all, message) : write.call(logger, message, all);
      // The type allows no async functions, but a host may pass one.
      if (result instanceof Promise) result.catch(() => undefined);
    } catch {
      // There is no other place to log it.
    }
  };
}

/** Whether it takes `(fields, message)`, and drops fields that come second: pino has `bindings`, bunyan `addStream`. */
function isLikePino(logger: object): boolean {
  return ['bindings', 'addStream'].some((name) => typeof Reflect.get(logger, name) === 'function');
}

const MAX_CAUSE_CHARACTERS = 2_000;
const MAX_HEAD_CHARACTERS = 300;

/** Describes an error for the log: the message of an error that is not ours may quote payloads, so only its name is used. */
export function describeError(error: unknown): string {
  return error instanceof BridgeError ? `${error.code}: ${error.message}` : String((error as Error | null)?.name);
}

/**
 * Describes what the host's own code threw, or a defect: name, message and stack, cut to 2,000 characters.
 * @returns null for errors of the library that say everything, and for those of a database, which may quote rows
 */
export function describeCause(error: unknown): string | null {
  if (error instanceof StoreError || error === undefined) return null;
  if (error instanceof BridgeError) return error.code === 'ERR_STEP_FAILED' ? null : describeCause(error.cause);
  const text =
    error instanceof Error
      ? (error.stack ?? `${error.name}: ${error.message}`)
      : `not an Error: ${textOfThrown(error)}`;
  return text.slice(0, MAX_CAUSE_CHARACTERS);
}

/** A text, or the message of an object, as some code throws them. */
function textOfThrown(thrown: unknown): string {
  const { message } = Object(thrown) as { readonly message?: unknown };
  const text = typeof thrown === 'string' ? thrown : message;
  return typeof text === 'string' && text !== '' ? text : typeof thrown;
}

/** Of what {@link describeCause} says, name and message alone, cut to 300 characters. */
export function headOfCause(cause: string | null): string | null {
  return cause === null ? null : (cause.split('\n    at ', 1)[0] ?? '').slice(0, MAX_HEAD_CHARACTERS);
}
