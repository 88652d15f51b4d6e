/** Where spans and metrics go, for a service that does not register its providers globally. */
export interface TelemetryOptions {
  /** A `TracerProvider` of OpenTelemetry. Default: the one that is registered globally. */
  readonly tracerProvider?: { getTracer(name: string, version?: string): object };
  /** A `MeterProvider` of OpenTelemetry. Default: the one that is registered globally. */
  readonly meterProvider?: { getMeter(name: string, version?: string): object };
}
