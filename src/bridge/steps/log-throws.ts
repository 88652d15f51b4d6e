import type { Logger } from '../../logger.ts';

/**
 * A function of the host of which the log says where it threw; never in which words, since they may quote values.
 */
export function logThrows<Arguments extends unknown[], Result>(
  name: string,
  called: (...args: Arguments) => Result,
  logger: Pick<Logger, 'error'>,
): (...args: Arguments) => Result {
  return (...args) => {
    try {
      return called(...args);
    } catch (error) {
      logger.error(`the function ${name} of the host threw`, { stack: framesOf(error) });
      throw error;
    }
  };
}

function framesOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const frames = error.stack?.split('\n').filter((line) => line.startsWith('    at ')) ?? [];
  return [error.name, ...frames].join('\n');
}
