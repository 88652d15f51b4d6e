import type { OpenTask } from './fuzz-bridge.ts';

/** What a center is about to say. */
export interface Call {
  readonly taskId: string;
  readonly actionKey: string;
  /** Of an honest call, an object. */
  readonly parameters: unknown;
  readonly uuid: string;
  readonly method: string;
  readonly contentType: string;
  readonly tokenOf: string;
  readonly isTokenGood: boolean;
}

/** What somebody who makes up a call may know. */
export interface Known {
  readonly open: readonly OpenTask[];
  readonly closed: readonly string[];
  /** Calls that were applied. */
  readonly applied: readonly Call[];
}
