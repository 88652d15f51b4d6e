import * as z from 'zod';
import type { Logger } from '../logger.ts';
import { functionOf, sameObject, select } from './fields.ts';

const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const;

const quietConsole: Logger = {
  debug: () => undefined,
  info: () => undefined,
  warn: (message, fields) => console.warn(message, ...(fields === undefined ? [] : [fields])),
  error: (message, fields) => console.error(message, ...(fields === undefined ? [] : [fields])),
};

/** Option `logger`; without it, warnings and errors go to the console. */
export const logger = select<Logger>((value) =>
  sameObject(z.object(Object.fromEntries(LOG_LEVELS.map((level) => [level, functionOf()]))), value),
).prefault(quietConsole);
