import { copyIdOf, copyNumberOf, nodeIdOf } from './copy-id.ts';

type Build = new (definition: object, context: object) => object;

interface ActivityDefinition {
  readonly id: string;
  readonly type: string;
  readonly parent: { readonly id: string };
  readonly behaviour: { readonly attachedTo?: { readonly id: string } };
  readonly Behaviour: Build;
}

interface FlowDefinition {
  readonly id: string;
  readonly parent: { readonly id: string };
  readonly sourceId: string;
  readonly targetId: string;
}

/** What is drawn, in the engine's form, as far as a scope asks for its own elements. */
export interface Source {
  getActivities(scopeId?: string): readonly ActivityDefinition[];
  getActivityById(id: string): ActivityDefinition | undefined;
  getSequenceFlows(scopeId?: string): readonly FlowDefinition[];
  getInboundSequenceFlows(activityId: string): readonly FlowDefinition[];
  getOutboundSequenceFlows(activityId: string): readonly FlowDefinition[];
}

/** The diagram as one running scope sees it: with copies of its activities. */
export interface CopySource extends Source {
  readonly drawn: Source;
  /** Of the engine: `S#2` in a copy of the sub-process `S`. */
  readonly scopeId: string;
  /** Adds a copy of a node, and with it one of each node that belongs to it. */
  addCopy(nodeId: string, number: number): void;
}

/**
 * A copy of an activity has its outgoing flows, the very same ones, so that joins still count the flows that are drawn;
 * it has no incoming ones, since tokens are put into it. Its boundary events are copied with it. So are the events
 * behind an event-based gateway, and the flows between: the first of them takes the others' tokens away, and only those.
 * Inside a copy of a sub-process everything has its plain id, but belongs to the copy.
 */
export function createCopySource(drawn: Source, scopeId: string): CopySource {
  const drawnScopeId = nodeIdOf(scopeId);
  const numbers = new Map<string, readonly number[]>();
  const leaders = new Map(drawn.getActivities(drawnScopeId).map((activity) => [activity.id, leaderOf(activity)]));

  function leaderOf({ id, behaviour }: ActivityDefinition): string {
    if (behaviour.attachedTo) return behaviour.attachedTo.id;
    const source = drawn.getInboundSequenceFlows(id).find(isOfEventGateway)?.sourceId;
    return source ?? id;
  }

  function isOfEventGateway({ sourceId }: FlowDefinition): boolean {
    return drawn.getActivityById(sourceId)?.type === 'bpmn:EventBasedGateway';
  }

  const numbersOf = (nodeId: string) => numbers.get(leaders.get(nodeId) ?? nodeId) ?? [];

  function inScope<Element extends { readonly parent: { readonly id: string } }>(element: Element): Element {
    const { parent } = element;
    return parent.id === drawnScopeId && parent.id !== scopeId
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
    drawn,
    scopeId,
    addCopy(nodeId, number) {
      const leader = leaders.get(nodeId) ?? nodeId;
      numbers.set(
        leader,
        [...new Set([...numbersOf(leader), number])].toSorted((one, other) => one - other),
      );
    },
    getActivities(id) {
      if (id !== scopeId) return drawn.getActivities(id);
      return drawn
        .getActivities(drawnScopeId)
        .flatMap((activity) => [
          inScope(activity),
          ...numbersOf(activity.id).map((number) => copyActivity(activity, number)),
        ]);
    },
    getActivityById(id) {
      const activity = drawn.getActivityById(nodeIdOf(id));
      const number = copyNumberOf(id);
      if (!activity || number === undefined) return activity && inScope(activity);
      return copyActivity(activity, number);
    },
    getSequenceFlows(id) {
      if (id !== scopeId) return drawn.getSequenceFlows(id);
      return drawn
        .getSequenceFlows(drawnScopeId)
        .flatMap((flow) => [
          inScope(flow),
          ...(isOfEventGateway(flow) ? numbersOf(flow.sourceId).map((number) => copyFlow(flow, number)) : []),
        ]);
    },
    getInboundSequenceFlows(activityId) {
      const flows = drawn.getInboundSequenceFlows(nodeIdOf(activityId));
      const number = copyNumberOf(activityId);
      if (number === undefined) return flows.map(inScope);
      return flows.filter(isOfEventGateway).map((flow) => copyFlow(flow, number));
    },
    getOutboundSequenceFlows(activityId) {
      const flows = drawn.getOutboundSequenceFlows(nodeIdOf(activityId));
      const number = copyNumberOf(activityId);
      return flows.map((flow) =>
        number !== undefined && isOfEventGateway(flow) ? copyFlow(flow, number) : inScope(flow),
      );
    },
  };
  return Object.assign(Object.create(drawn) as Source, source);
}

/** Nothing leads to a copy, but it is no start of its scope, which the engine would set off at once. */
function buildCopy(Behaviour: Build): Build {
  function Copy(definition: object, context: object): object {
    return Object.defineProperty(new Behaviour(definition, context), 'isStart', { value: false });
  }
  // The engine calls it with `new`, which gives what it returns.
  return Copy as unknown as Build;
}
