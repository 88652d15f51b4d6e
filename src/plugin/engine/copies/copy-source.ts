import { copyIdOf, copyNumberOf, nodeIdOf } from './copy-id.ts';

type Build = new (definition: object, context: object) => object;

export interface ActivityDefinition {
  readonly id: string;
  readonly type: string;
  readonly parent: { readonly id: string };
  readonly behaviour: { readonly attachedTo?: { readonly id: string } };
  readonly Behaviour: Build;
}

export interface FlowDefinition {
  readonly id: string;
  readonly parent: { readonly id: string };
  readonly sourceId: string;
  readonly targetId: string;
}

/** The serialized diagram: the part of its interface through which a scope reads its elements. */
export interface Source {
  getActivities(scopeId?: string): readonly ActivityDefinition[];
  getActivityById(id: string): ActivityDefinition | undefined;
  getSequenceFlows(scopeId?: string): readonly FlowDefinition[];
  getInboundSequenceFlows(activityId: string): readonly FlowDefinition[];
  getOutboundSequenceFlows(activityId: string): readonly FlowDefinition[];
}

/** The diagram with the copies of one running scope. */
export interface CopySource extends Source {
  readonly diagram: Source;
  /** Id in the engine: `S#2` in a copy of the sub-process `S`. */
  readonly scopeId: string;
  /** Adds a copy of a node and of the nodes that are copied with it. */
  addCopy(nodeId: string, number: number): void;
}

/**
 * A copy has the same outgoing flows as its activity, so that joins still count the flows of the diagram. It has no
 * incoming flows; tokens are put into it. Boundary events are copied with their host. The events after an event-based
 * gateway, and the flows to them, are copied with the gateway, so that the first event cancels only its own alternatives.
 * Inside a copy of a sub-process, all elements keep their ids but have the copy as their parent.
 */
export function createCopySource(diagram: Source, scopeId: string): CopySource {
  const diagramScopeId = nodeIdOf(scopeId);
  const numbers = new Map<string, readonly number[]>();
  const leaders = new Map<string, string>();

  /** Found when it is needed: the part of a diagram that an engine runs may grow. */
  function leaderOf(nodeId: string): string {
    const leader = leaders.get(nodeId) ?? findLeader(nodeId);
    leaders.set(nodeId, leader);
    return leader;
  }

  /** The node with which a node is copied: its host, its event-based gateway, or itself. */
  function findLeader(nodeId: string): string {
    const attachedTo = diagram.getActivityById(nodeId)?.behaviour.attachedTo;
    if (attachedTo) return attachedTo.id;
    return diagram.getInboundSequenceFlows(nodeId).find(isOfEventGateway)?.sourceId ?? nodeId;
  }

  function isOfEventGateway({ sourceId }: FlowDefinition): boolean {
    return diagram.getActivityById(sourceId)?.type === 'bpmn:EventBasedGateway';
  }

  const numbersOf = (nodeId: string) => numbers.get(leaderOf(nodeId)) ?? [];

  function inScope<Element extends { readonly parent: { readonly id: string } }>(element: Element): Element {
    const { parent } = element;
    return parent.id === diagramScopeId && parent.id !== scopeId
      ? { ...element, parent: { ...parent, id: scopeId } }
      : element;
  }

  function copyActivity(activity: ActivityDefinition, number: number): ActivityDefinition {
    const { id, behaviour, Behaviour } = activity;
    const { attachedTo } = behaviour;
    return {
      ...inScope(activity),
      id: copyIdOf(id, number),
      behaviour: attachedTo
        ? { ...behaviour, attachedTo: { ...attachedTo, id: copyIdOf(attachedTo.id, number) } }
        : behaviour,
      Behaviour: buildCopy(Behaviour),
    };
  }

  function copyFlow(flow: FlowDefinition, number: number): FlowDefinition {
    const { id, sourceId, targetId } = flow;
    return {
      ...inScope(flow),
      id: copyIdOf(id, number),
      sourceId: copyIdOf(sourceId, number),
      targetId: copyIdOf(targetId, number),
    };
  }

  const source: CopySource = {
    diagram,
    scopeId,
    addCopy(nodeId, number) {
      const leader = leaderOf(nodeId);
      numbers.set(
        leader,
        [...new Set([...numbersOf(leader), number])].toSorted((one, other) => one - other),
      );
    },
    getActivities(id) {
      if (id !== scopeId) return diagram.getActivities(id);
      return diagram
        .getActivities(diagramScopeId)
        .flatMap((activity) => [
          inScope(activity),
          ...numbersOf(activity.id).map((number) => copyActivity(activity, number)),
        ]);
    },
    getActivityById(id) {
      const activity = diagram.getActivityById(nodeIdOf(id));
      const number = copyNumberOf(id);
      if (!activity || number === undefined) return activity && inScope(activity);
      return copyActivity(activity, number);
    },
    getSequenceFlows(id) {
      if (id !== scopeId) return diagram.getSequenceFlows(id);
      return diagram
        .getSequenceFlows(diagramScopeId)
        .flatMap((flow) => [
          inScope(flow),
          ...(isOfEventGateway(flow) ? numbersOf(flow.sourceId).map((number) => copyFlow(flow, number)) : []),
        ]);
    },
    getInboundSequenceFlows(activityId) {
      const flows = diagram.getInboundSequenceFlows(nodeIdOf(activityId));
      const number = copyNumberOf(activityId);
      if (number === undefined) return flows.map(inScope);
      return flows.filter(isOfEventGateway).map((flow) => copyFlow(flow, number));
    },
    getOutboundSequenceFlows(activityId) {
      const flows = diagram.getOutboundSequenceFlows(nodeIdOf(activityId));
      const number = copyNumberOf(activityId);
      return flows.map((flow) =>
        number !== undefined && isOfEventGateway(flow) ? copyFlow(flow, number) : inScope(flow),
      );
    },
  };
  return Object.assign(Object.create(diagram) as Source, source);
}

/** The engine starts activities without incoming flows at once; a copy must not be started that way. */
function buildCopy(Behaviour: Build): Build {
  function Copy(definition: object, context: object): object {
    return Object.defineProperty(new Behaviour(definition, context), 'isStart', { value: false });
  }
  // The engine calls it with `new`, whose result is the returned object.
  return Copy as unknown as Build;
}
