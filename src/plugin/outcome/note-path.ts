/** Records the flows and nodes that an instance takes, so that people can see its path in the diagram. */
import type { NetChange } from '../../net/ports.ts';

/** The path of the tokens in one step, as ids of the diagram without duplicates. */
export interface PathTrace {
  /** Flows that were taken. */
  readonly flows: Set<string>;
  /** Nodes that a token reached; events only if they occurred. */
  readonly nodes: Set<string>;
}

/** The path of one step in the step's result. */
export interface StepPath {
  readonly flows: readonly string[];
  readonly nodes: readonly string[];
  /** Nodes that hold a token after the step. */
  readonly current: readonly string[];
}

/** An event counts as reached when it occurs. */
const HAPPENS: ReadonlySet<string> = new Set(['start', 'catch', 'boundary']);

/** Records one change. */
export function notePath({ flows, nodes }: PathTrace, change: NetChange): void {
  if (change.kind === 'taken') {
    flows.add(change.flow.id);
    // An event behind an event-based gateway occurs there.
    nodes.add(change.flow.source.id);
  } else if (change.kind === 'entered') {
    const { node, token } = change.at;
    if (token.flow === undefined && !HAPPENS.has(node.kind)) nodes.add(node.id);
  } else if (change.kind === 'left' && change.at.token.flow === undefined) nodes.add(change.at.node.id);
}
