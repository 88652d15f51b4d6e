import type { ActivityDefinition } from '../copies/copy-source.ts';
import type { DiagramGraph } from './diagram-graph.ts';

/** Says whether every token that arrives at a node stays there until a later step. */
export type EndsStep = (nodeId: string) => boolean;

export interface Tokens {
  readonly holding: Iterable<string>;
  readonly arriving: Iterable<string>;
}

/**
 * The nodes that one step can reach: those that hold something, what their tokens can come to before they must wait for
 * another step, the boundary events of all of these, and the event sub-processes of their scopes. Too many are harmless.
 * Only user tasks and jobs are known to wait: one step handles one of them, while events may happen inside a step.
 * @param tokens `holding`: the nodes that the engine's state names; `arriving`: those at which it starts
 */
export function reachOf(graph: DiagramGraph, tokens: Tokens, endsStep: EndsStep): ReadonlySet<string> {
  const reached = new Set<string>();
  const arrived = new Set<string>();
  const left = new Set<string>();
  const pending: (() => void)[] = [];

  function arrive(id: string): void {
    if (arrived.has(id)) return;
    arrived.add(id);
    enter(id);
    const activity = graph.activities.get(id);
    if (!activity) return;
    for (const inner of startsIn(id)) pending.push(() => arrive(inner.id));
    if (!endsStep(id)) leave(activity);
  }

  function enter(id: string): void {
    if (reached.has(id)) return;
    reached.add(id);
    const activity = graph.activities.get(id);
    if (!activity) return;
    for (const event of graph.boundaryEvents.get(id) ?? []) pending.push(() => arrive(event.id));
    openScope(activity.parent.id);
    openScope(id);
  }

  const opened = new Set<string>();
  /** The event sub-processes of a scope may start whenever it is live. */
  function openScope(scopeId: string): void {
    if (opened.has(scopeId)) return;
    opened.add(scopeId);
    for (const { id, behaviour } of graph.inScope.get(scopeId) ?? []) {
      if (behaviour.triggeredByEvent) pending.push(() => arrive(id));
    }
  }

  function leave(activity: ActivityDefinition): void {
    if (left.has(activity.id)) return;
    left.add(activity.id);
    for (const { targetId } of graph.flowsFrom.get(activity.id) ?? []) pending.push(() => arrive(targetId));
    if (!isLink(activity)) return;
    for (const other of graph.inScope.get(activity.parent.id) ?? []) {
      if (isLink(other)) pending.push(() => arrive(other.id));
    }
  }

  /** The nodes of a scope at which its tokens begin. */
  function startsIn(scopeId: string): readonly ActivityDefinition[] {
    return (graph.inScope.get(scopeId) ?? []).filter(
      ({ id, behaviour }) => !graph.flowsTo.has(id) && !behaviour.attachedTo && !behaviour.triggeredByEvent,
    );
  }

  for (const id of tokens.arriving) arrive(id);
  for (const id of tokens.holding) {
    enter(id);
    const activity = graph.activities.get(id);
    if (!activity) continue;
    leave(activity);
    // The next iteration begins at its starts.
    if (activity.behaviour.loopCharacteristics) for (const inner of startsIn(id)) pending.push(() => arrive(inner.id));
  }
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) next();
  return reached;
}

function isLink({ behaviour }: ActivityDefinition): boolean {
  return behaviour.eventDefinitions?.some(({ type }) => type === 'bpmn:LinkEventDefinition') ?? false;
}
