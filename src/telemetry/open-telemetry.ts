import type { TelemetryOptions } from '../config/telemetry-options.ts';
import { InputError } from '../errors.ts';
import { errorTypeOf, NO_TELEMETRY, type Telemetry } from './telemetry.ts';

/**
 * Opens telemetry if the option asks for it. `@opentelemetry/api` is an optional peer dependency, and is loaded only here.
 * @throws {InputError} `ERR_CONFIG_INVALID`: it is not installed
 */
export async function openTelemetry(options: TelemetryOptions | false): Promise<Telemetry> {
  if (options === false) return NO_TELEMETRY;
  try {
    const { createTelemetry } = await import('./create-telemetry.ts');
    return createTelemetry(options, errorTypeOf);
  } catch (error) {
    if (!isMissingApi(error)) throw error;
    throw new InputError(
      'ERR_CONFIG_INVALID',
      'telemetry: its API is not installed: run `npm install @opentelemetry/api`.',
      { details: { path: 'telemetry' }, cause: error },
    );
  }
}

function isMissingApi(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false;
  return error.code === 'ERR_MODULE_NOT_FOUND' && error.message.includes("'@opentelemetry/api'");
}
