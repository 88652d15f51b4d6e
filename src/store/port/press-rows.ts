import type { Verdict } from '../../protocol/verdict.ts';

export interface PressKey {
  readonly uuid: string;
  readonly taskId: string;
  readonly actionKey: string;
}

export interface PressRow extends PressKey {
  /** Hash of the parameters: a repeat must be the same press. */
  readonly fingerprint: string;
  readonly verdict: Verdict;
  readonly at: number;
}
