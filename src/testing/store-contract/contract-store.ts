import type { EngineHostOptions } from '../../plugin/stored/engine-host-options.ts';

/** The store of a service, as `createEngineHost` gets it, and what the suite must see of it. */
export interface ContractStore<Context>
  extends Pick<EngineHostOptions<Context>, 'load' | 'save' | 'find' | 'findPress'> {
  /** What is stored of an instance and not delivered yet, in the order in which your service would deliver it. */
  readonly listUndelivered: (instanceId: string) => Promise<Undelivered>;
  /**
   * Runs work in a transaction of yours: what is saved with its context is stored when the work resolves, and taken back
   * when it rejects. Default: none; the host gets no context, and that it joins your transaction is not judged.
   */
  readonly transaction?: <Result>(work: (context: Context) => Promise<Result>) => Promise<Result>;
}

/** The ids of what is still to be delivered. */
export interface Undelivered {
  /** `reportId` of each report, in order. */
  readonly reports: readonly string[];
  /** `sendId` of each message, in any order. */
  readonly messages: readonly string[];
  /** `jobId` of each service to call or process to look up, in any order. */
  readonly jobs: readonly string[];
}

/** One rule of the contract. */
export interface ContractCase {
  /** The rule, in one sentence. */
  readonly title: string;
  /** Judges the store; rejects with an error that says what was expected and what was found. */
  readonly run: () => Promise<void>;
}
