import type { ProcessModel } from '../../model/process-model.ts';
import type { AllVariables } from '../variables/called-variables.ts';

/** A token that has reached a node. */
export interface Visit {
  readonly executionId: string;
  readonly nodeId: string;
  readonly type: unknown;
  readonly scopeId: string | undefined;
  /** The node in its scope. */
  readonly place: string;
  /** The number of changes until then. */
  readonly changes: number;
  /** How often this token, or what it came from, was here before, without a change in between. */
  readonly rounds: number;
  /** The same, with or without a change. */
  readonly times: number;
  /** How often all tokens have come to rest in the step until then. */
  readonly rests: number;
  /** Its place in the path of the step. */
  readonly at: number;
  readonly all: AllVariables;
  readonly seen: AllVariables;
  /** Where the token came from; undefined if it was at rest before the step. */
  readonly from: Visit | undefined;
  /** Where those came from that a join took, as far as that was in the step. */
  readonly joined: readonly Visit[];
}

/** Goes back along the way of the token. */
export function latestAt(place: string, from: Visit | undefined): Visit | undefined {
  for (let visit = from; visit; visit = visit.from) if (visit.place === place) return visit;
  return undefined;
}

/** Where the last round of the token began, or the last of several. */
export function roundsBefore(visit: Visit, rounds: number): Visit | undefined {
  let before: Visit | undefined = visit;
  for (let round = 0; before && round < rounds; round += 1) before = latestAt(before.place, before.from);
  return before;
}

export function comesFrom(visit: Visit, first: Visit): boolean {
  for (let each = visit.from; each; each = each.from) if (each === first) return true;
  return false;
}

/** Whether a boundary event was reached that ends what its host does when it fires. */
export function isInterruptingBoundary({ nodeId }: Visit, { events }: ProcessModel): boolean {
  const role = events.get(nodeId)?.role;
  return role?.kind === 'boundary' && role.interrupting;
}
