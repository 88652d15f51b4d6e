/** A process that a call activity names, looked up when a token reaches the call. */
export interface ProcessQuery {
  /** The instance that calls it. */
  readonly instanceId: string;
  /** Id of the call activity whose token waits. */
  readonly callId: string;
  /** Id of the process, as the call currently computes it; for `definition`, the id that the call gives to a version. */
  readonly processId: string;
  /** `latest`: the call requires the latest version; `definition`: it names one version by an id of its own. */
  readonly by: 'process' | 'latest' | 'definition';
}

/**
 * Returns the BPMN 2.0 XML of the file that contains a process, as its author drew it or prepared; undefined if there is
 * none. It is also asked for processes that this one calls. The file of the call is looked at before, except for `latest`.
 */
export type FindProcess = (query: ProcessQuery) => string | undefined | Promise<string | undefined>;

/** A call whose token waits until its process is drawn in, for the option `onCall` of `createPlugin` and {@link enterCall}. */
export interface WaitingCall extends ProcessQuery {
  /** The execution that waits, the same after a recover. */
  readonly executionId: string;
}
