import * as z from 'zod';
import { functionOf, sameObject, select } from './fields.ts';
import type { TelemetryOptions } from './telemetry-options.ts';

const tracerProvider = z.object({ getTracer: functionOf() }, { error: 'must be a TracerProvider of OpenTelemetry' });
const meterProvider = z.object({ getMeter: functionOf() }, { error: 'must be a MeterProvider of OpenTelemetry' });

/** Providers are objects of classes, and are passed on as they are. */
const providers = z.strictObject({
  tracerProvider: z.custom().pipe(tracerProvider).optional(),
  meterProvider: z.custom().pipe(meterProvider).optional(),
} satisfies Record<keyof TelemetryOptions, z.ZodType>);

/** Option `telemetry`; false: none. */
export const telemetry = select<TelemetryOptions | false>((value) => {
  if (typeof value === 'boolean') return z.literal(value).transform(() => (value ? {} : false));
  return sameObject<TelemetryOptions>(providers, value);
}).prefault(false);
