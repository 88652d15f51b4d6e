/** What a run notes of the diagram's flows and nodes, so that people can be shown which way an instance took. */
import { nodeIdOf } from '../engine/copies/copy-id.ts';
import type { EngineActivity, EngineContent } from '../engine/engine-internals.ts';

/** Where tokens were in one step: ids of the diagram, each once. */
export interface PathTrace {
  /** Flows that were taken; one that was given up at a join was not. */
  readonly flows: Set<string>;
  /** Nodes that were reached; events that happened. */
  readonly nodes: Set<string>;
  /** Event-based gateways that were reached. The engine takes all their flows at once, but only one of them is the way. */
  readonly undecided: Set<string>;
}

/** The path of one step, as it leaves the plugin. */
export interface StepPath {
  readonly flows: readonly string[];
  readonly nodes: readonly string[];
  /** Nodes that hold a token after the step. */
  readonly current: readonly string[];
}

const HAPPENS: ReadonlySet<string> = new Set(['bpmn:StartEvent', 'bpmn:IntermediateCatchEvent', 'bpmn:BoundaryEvent']);

/**
 * Takes note of one event of the engine. What it tells again after a recover adds nothing: the ids are the same.
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
      // A boundary event that goes on listening has not ended.
      nodes.add(nodeIdOf(sourceId));
      break;
    case 'activity.enter':
      if (activity?.type === 'bpmn:EventBasedGateway') undecided.add(id);
      // What waits for something to happen is reached when that happens: a boundary event is entered with its host.
      if (HAPPENS.has(activity?.type ?? '') || inbound.some((token) => undecided.has(nodeIdOf(token.sourceId ?? ''))))
        return;
      nodes.add(id);
      break;
    case 'activity.end':
      nodes.add(id);
      // An inclusive join that was released has flows among these that nobody sent a token over.
      for (const token of inbound)
        if (token.id !== undefined && token.evaluationId !== undefined) flows.add(nodeIdOf(token.id));
      break;
  }
}
