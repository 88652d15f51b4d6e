import type { EngineHostOptions } from '../../plugin/stored/engine-host-options.ts';

/** The store of a service, as `createEngineHost` gets it, and what the suite must see of it. */
export interface ContractStore<Context>
  extends Pick<EngineHostOptions<Context>, 'load' | 'save' | 'find' | 'findPress'> {
  /** What is stored of an instance and not delivered yet, in the order in which your service would deliver it. */
  readonly listUndelivered: (instanceId: string) => Promise<Undelivered>;
  /**
   * What your store keeps of an instance beside that, of what it has a use for: `wake` needs `wakeAt`, messages and signals
   * `waitsFor`. Default: none of it is judged.
   */
  readonly readKept?: (instanceId: string) => Promise<Partial<Kept>>;
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

/** The fields of a change that a store keeps where it has a use for them. */
export interface Kept {
  /** The latest one. */
  readonly wakeAt: number | null;
  /** The latest ones, as they were saved, in any order. */
  readonly waitsFor: readonly object[];
  /** Of all tasks of the instance, in any order: how each was saved last. */
  readonly tasks: readonly { readonly taskId: string; readonly state: string }[];
}

/** One rule of the contract. */
export interface ContractCase {
  /** The rule, in one sentence. */
  readonly title: string;
  /** Judges the store; rejects with an error that says what was expected, what was found, and what to mend. */
  readonly run: () => Promise<void>;
}
