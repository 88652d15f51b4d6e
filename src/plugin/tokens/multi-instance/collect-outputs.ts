import type { Scope } from '../../../model/expressions/expression.ts';
import type { MultiInstanceOutput } from '../../../model/nodes/multi-instance.ts';
import type { Variables } from '../../variables/called-variables.ts';
import type { MultiInstanceTally } from './multi-instance-tally.ts';

interface IterationEnd {
  readonly scope: Scope;
  /** Its element and counters, which may be its result. */
  readonly iterations: Scope;
  /** The variables that the instance set; undefined for a call, which has just passed its variables back. */
  readonly own?: Variables | undefined;
}

/** Adds the result of one more instance to the tally of a multi-instance. */
export function keepOutput(
  tally: MultiInstanceTally,
  { element, variable, appends }: MultiInstanceOutput,
  index: number,
  { scope, iterations, own }: IterationEnd,
): MultiInstanceTally {
  const unset = own !== undefined && variable !== undefined ? { [variable]: null } : {};
  const value = element.evaluate({ ...scope, ...unset, ...iterations, ...own }) ?? null;
  const before = tally.outputs ?? [];
  if (appends) return { ...tally, outputs: [...before, value] };
  const length = Math.max(tally.instances, index + 1);
  return {
    ...tally,
    outputs: Array.from({ length }, (_, at) => (at === index ? value : (before[at] ?? null))),
  };
}

/** The variables that a multi-instance sets when it ends. @param scope the variables before */
export function outputsOf({ collection, appends }: MultiInstanceOutput, tally: MultiInstanceTally, scope: Scope) {
  const given = tally.outputs ?? [];
  if (!appends) return { [collection]: given };
  const before = Object.hasOwn(scope, collection) ? scope[collection] : undefined;
  const list: readonly unknown[] = Array.isArray(before) ? before : [];
  return { [collection]: [...list, ...given] };
}
