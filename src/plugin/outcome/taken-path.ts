import type { StepPath } from './note-path.ts';

/** The path of an instance: ids of its definition, without duplicates, in the order in which they were first reached. */
export interface TakenPath {
  readonly flows: readonly string[];
  /** All nodes that were reached, including the current ones. */
  readonly nodes: readonly string[];
  /** Nodes that hold a token; empty after the end. */
  readonly current: readonly string[];
}

/** The path of an instance before its first step. */
export const NO_PATH: TakenPath = { flows: [], nodes: [], current: [] };

/** Adds the path of a step. Ids are kept once, so the path is never larger than the diagram. */
export function addStep({ flows, nodes }: TakenPath, step: StepPath): TakenPath {
  return {
    flows: [...new Set([...flows, ...step.flows])],
    nodes: [...new Set([...nodes, ...step.nodes])],
    current: step.current,
  };
}

/** The nodes of a path as a diagram shows them. */
export function shownNodes({ nodes, current }: TakenPath): {
  readonly current: readonly string[];
  readonly done: readonly string[];
} {
  return { current, done: nodes.filter((id) => !current.includes(id)) };
}
