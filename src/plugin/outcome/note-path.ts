/** Records the flows and nodes that an instance takes, so that people can see its path in the diagram. */
import { nodeIdOf } from '../engine/copies/copy-id.ts';
import type { EngineActivity, EngineContent } from '../engine/engine-internals.ts';

/** The path of the tokens in one step, as ids of the diagram without duplicates. */
export interface PathTrace {
  /** Flows that were taken; a flow that an inclusive join discarded was not. */
  readonly flows: Set<string>;
  /** Nodes that a token reached; events only if they occurred. */
  readonly nodes: Set<string>;
  /** Event-based gateways that were reached. The engine takes all their flows at once, but only one of them is the path. */
  readonly undecided: Set<string>;
}

/** The path of one step in the step's result. */
export interface StepPath {
  readonly flows: readonly string[];
  readonly nodes: readonly string[];
  /** Nodes that hold a token after the step. */
  readonly current: readonly string[];
}

const HAPPENS: ReadonlySet<string> = new Set(['bpmn:StartEvent', 'bpmn:IntermediateCatchEvent', 'bpmn:BoundaryEvent']);

/**
 * Records one event of the engine. Events that are repeated after a recover have the same ids and add nothing.
 * @param activity absent for a flow
 */
export function notePath(trace: PathTrace, name: string, content: EngineContent, activity?: EngineActivity): void {
  if (content.id === undefined) return;
  const { sourceId, inbound = [] } = content;
  const id = nodeIdOf(content.id);
  const { flows, nodes, undecided } = trace;
  switch (name) {
    case 'flow.take':
      if (typeof sourceId !== 'string' || undecided.has(nodeIdOf(sourceId))) return;
      flows.add(id);
      // A non-interrupting boundary event fires without ending.
      nodes.add(nodeIdOf(sourceId));
      break;
    case 'activity.enter':
      if (activity?.type === 'bpmn:EventBasedGateway') undecided.add(id);
      // An event counts as reached when it occurs: the engine already enters a boundary event with its host.
      if (HAPPENS.has(activity?.type ?? '') || inbound.some((token) => undecided.has(nodeIdOf(token.sourceId ?? ''))))
        return;
      nodes.add(id);
      break;
    case 'activity.end':
      nodes.add(id);
      // The inbound flows of a released inclusive join include discarded ones, which have no evaluationId.
      for (const token of inbound)
        if (token.id !== undefined && token.evaluationId !== undefined) flows.add(nodeIdOf(token.id));
      break;
  }
}
