/** One call of a service or of the function for scripts, created by a step. */
export interface CreatedJob {
  readonly nodeId: string;
  readonly executionId: string;
  readonly kind: 'service' | 'script' | 'call';
  /** Name of the service, language of the script, or name of the called process. */
  readonly service: string;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly input: Readonly<Record<string, unknown>>;
}
