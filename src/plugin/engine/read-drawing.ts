import type { SerializableContext, SerializableElement } from 'moddle-context-serializer';
import type { Graph, NodeEvent, NodeKind, NodeLoop } from '../../net/graph.ts';
import { type GraphData, linkGraph } from '../../net/graph-data.ts';
import { isPublished } from './is-published.ts';

/** A process of a definition: its graph, and what the engine has read of each node. */
export interface Drawing {
  readonly graph: Graph;
  readonly elements: ReadonlyMap<string, SerializableElement>;
  /** Nodes whose type is the host's own: that type says what they do. */
  readonly guests: ReadonlySet<string>;
  behaviourOf(node: string): Readonly<Record<string, unknown>>;
  /** The event definitions of a node, as the diagram has them. */
  definitionsOf(node: string): readonly SerializableElement[];
}

type NodeData = GraphData['nodes'][number];
type Behaviour = Readonly<Record<string, unknown>>;
interface Typed {
  readonly type?: string;
  readonly Behaviour?: unknown;
  readonly behaviour?: Behaviour;
}

const known = new WeakMap<SerializableContext, Map<string, Drawing>>();

/** Reads each process of a definition once. @throws {Error} names what cannot run */
export function readDrawing(definition: SerializableContext, processId: string): Drawing {
  const drawings = known.get(definition) ?? new Map<string, Drawing>();
  known.set(definition, drawings);
  const found = drawings.get(processId) ?? read(definition, processId);
  drawings.set(processId, found);
  return found;
}

/** A definition has more in it than when it was read. */
export function forgetDrawings(definition: SerializableContext): void {
  known.delete(definition);
}

function read(definition: SerializableContext, processId: string): Drawing {
  const scopes = new Map<string, SerializableElement | undefined>([[processId, undefined]]);
  const drawn = new Map<string, SerializableElement>();
  const guests = new Set<string>();
  const nodes: NodeData[] = [];
  for (const element of definition.getActivities()) {
    const { id = '', type = '', parent } = element;
    const scopeId = parent?.id ?? '';
    if (!scopes.has(scopeId) || isPublished('Dummy', element.Behaviour)) continue;
    drawn.set(id, element);
    if (isGuest(element)) guests.add(id);
    const data = { id, name: element.name ?? id, type, scopeId };
    const node = guests.has(id)
      ? { ...data, kind: 'activity' as const }
      : readNode(definition, element, data, scopes.get(scopeId));
    nodes.push(node);
    if (node.kind === 'sub-process') scopes.set(id, element);
  }
  const flows = definition.getSequenceFlows().filter(({ parent }) => scopes.has(parent?.id ?? ''));
  const graph = linkGraph({
    processId,
    nodes,
    flows: flows
      .filter(({ sourceId, targetId }) => drawn.has(sourceId) && drawn.has(targetId))
      .map(({ id = '', sourceId, targetId, isDefault, behaviour, Behaviour }) => ({
        ...{ id, sourceId, targetId },
        ...(isDefault && !guests.has(sourceId) && { isDefault: true as const }),
        // The flows out of a guest, and the host's own flows, say themselves whether they are taken.
        ...((behaviour?.conditionExpression ||
          !isPublished('bpmn:SequenceFlow', Behaviour) ||
          guests.has(sourceId)) && {
          isConditional: true as const,
        }),
      })),
  });
  const behaviourOf = (node: string) => drawn.get(node)?.behaviour ?? {};
  const definitionsOf = (node: string) => behaviourOf(node).eventDefinitions ?? [];
  return { graph, elements: drawn, guests, behaviourOf, definitionsOf };
}

function readNode(
  definition: SerializableContext,
  { type = '', behaviour }: SerializableElement,
  data: Pick<NodeData, 'id' | 'name' | 'type' | 'scopeId'>,
  scope: SerializableElement | undefined,
): NodeData {
  const startsEventSubProcess = type === 'bpmn:StartEvent' && scope?.behaviour.triggeredByEvent === true;
  const isReceive = type === 'bpmn:ReceiveTask';
  const definitions: readonly Typed[] = isReceive
    ? [{ type: 'bpmn:MessageEventDefinition', behaviour }]
    : (behaviour.eventDefinitions ?? []);
  const events = definitions.map((each) => readEvent(definition, each));
  const kinds = KINDS[type.replace('bpmn:', '')] ?? ['activity'];
  const kind = startsEventSubProcess ? 'start' : ((events.length > 0 ? kinds[1] : undefined) ?? kinds[0]);
  const isInterrupting = (startsEventSubProcess ? behaviour.isInterrupting : behaviour.cancelActivity) !== false;
  return {
    ...{ ...data, kind },
    ...(events.length > 0 && { events }),
    ...(behaviour.attachedTo && { hostId: behaviour.attachedTo.id as string }),
    ...(kind === 'sub-process' && { content: behaviour.triggeredByEvent ? 'event sub-process' : kind }),
    ...(!isInterrupting && { nonInterrupting: true }),
    ...(behaviour.loopCharacteristics && { loop: loopOf(behaviour.loopCharacteristics) }),
  };
}

/** What tokens do in nodes that are no activities: without an event definition, and with one. */
const KINDS: Readonly<Record<string, readonly [NodeKind, NodeKind?]>> = {
  // The engine waits at a start event for its event, or for its form; extensions may hold up plain throw and end events.
  StartEvent: ['activity', 'catch'],
  IntermediateCatchEvent: ['activity', 'catch'],
  IntermediateThrowEvent: ['activity', 'throw'],
  EndEvent: ['activity', 'end'],
  ReceiveTask: ['catch'],
  BoundaryEvent: ['boundary'],
  ExclusiveGateway: ['exclusive'],
  InclusiveGateway: ['inclusive'],
  ParallelGateway: ['parallel'],
  EventBasedGateway: ['event-based'],
  SubProcess: ['sub-process'],
  AdHocSubProcess: ['sub-process'],
  Transaction: ['sub-process'],
};

function loopOf({ type, behaviour }: Typed): NodeLoop {
  if (type === 'bpmn:StandardLoopCharacteristics') return 'standard';
  return behaviour?.isSequential ? 'sequential' : 'parallel';
}

function readEvent(definition: SerializableContext, { type = '', behaviour = {} }: Typed): NodeEvent {
  const kind = type.replace(/^bpmn:|EventDefinition$/g, '').toLowerCase();
  const { id: ref } = (behaviour[`${kind}Ref`] ?? {}) as { readonly id?: string };
  switch (kind) {
    case 'timer':
      return { kind, ...('timeCycle' in behaviour && { repeats: true }) };
    case 'message':
    case 'signal':
      return { kind, ...(ref !== undefined && { ref }) };
    case 'conditional':
      return { kind: 'condition' };
    case 'link':
      return { kind, name: String(behaviour.name) };
    case 'terminate':
      return { kind, ends: 'scope' };
    case 'error':
    case 'escalation': {
      // They are caught by their code; those that have none, by their id.
      const code: unknown = ref && (definition.getActivityById(ref)?.behaviour[`${kind}Code`] ?? ref);
      return { kind, ...(code !== undefined && { code: String(code) }) };
    }
    default:
      throw new Error(`${type} is not supported: it is neither thrown nor caught by the processes of this engine.`);
  }
}

/** Of an own type, of a loop of an own type, or with an event of an own type other than a timer, which says how to parse. */
function isGuest({ type = '', Behaviour, behaviour }: SerializableElement): boolean {
  const own: readonly (Typed | undefined)[] = [...(behaviour.eventDefinitions ?? []), behaviour.loopCharacteristics];
  const isOwn = (each: Typed) =>
    each.type !== undefined && !isPublished(each.type, each.Behaviour) && !/Timer/.test(each.type);
  return isOwn({ type, Behaviour }) || own.some((each) => each !== undefined && isOwn(each));
}
