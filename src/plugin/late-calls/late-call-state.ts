import type { ProcessModel } from '../../model/process-model.ts';
import type { EnteredCall } from '../engine/enter-called-process.ts';
import type { Ledger } from '../state/ledger.ts';

/** How the token of a call goes on after the wait. */
export type CallWay = Pick<EnteredCall, 'gatewayId' | 'flowId'>;

/** What an instance keeps whose diagram has calls that are looked up while it runs. Plain JSON. */
export interface LateCallState {
  /** The diagram with which the instance began, in which its calls look for processes. */
  readonly file: string;
  /** The diagram with all processes that were drawn in since. Absent: none. */
  readonly extended?: string;
  /** The files of those that have such calls themselves, by the ids of their definitions. */
  readonly files: Readonly<Record<string, string>>;
  /** The ways of calls whose process is drawn in and whose token has not entered it yet, by their executions. */
  readonly ways: Readonly<Record<string, CallWay>>;
}

export function hasLateCalls({ services }: ProcessModel): boolean {
  return [...services.values()].some(({ call }) => call !== undefined);
}

/** Drops the ways of calls that were entered, or that an event ended. */
export function dropUsedWays(state: LateCallState, { openJobs }: Ledger): LateCallState {
  const left = Object.entries(state.ways).filter(([executionId]) => executionId in openJobs);
  return { ...state, ways: Object.fromEntries(left) };
}
