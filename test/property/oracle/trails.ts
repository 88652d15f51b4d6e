/** The user tasks that tokens have passed, to which what they come to can be sent back. */

/** A task that was handled; of several people, or in turns, it has no account. */
interface Passed {
  readonly nodeId: string;
  readonly account: string | undefined;
  readonly number: number;
}

export type Trail = readonly Passed[];

/** What came before a node that a token comes to: the rest is to be handled again. */
export function passedBefore(trail: Trail, nodeId: string): Trail {
  const again = trail.find((each) => each.nodeId === nodeId);
  return again ? trail.slice(0, trail.indexOf(again)) : trail;
}

/** Of several tokens that go on as one: of each node what was handled last. */
export function join(trails: readonly Trail[]): Trail {
  const all = trails.flat().toSorted((one, other) => one.number - other.number);
  return all.filter(({ nodeId }, at) => all.findLastIndex((each) => each.nodeId === nodeId) === at);
}
