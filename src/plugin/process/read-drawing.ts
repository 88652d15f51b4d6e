import * as elements from 'bpmn-elements';
import type { SerializableContext, SerializableElement } from 'moddle-context-serializer';
import type { Graph, NodeEvent, NodeKind } from '../../net/graph.ts';
import { type GraphData, linkGraph } from '../../net/graph-data.ts';

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

function read(definition: SerializableContext, processId: string): Drawing {
  const scopes = new Map<string, SerializableElement | undefined>([[processId, undefined]]);
  const drawn = new Map<string, SerializableElement>();
  const guests = new Set<string>();
  const nodes: NodeData[] = [];
  for (const element of definition.getActivities()) {
    const { id = '', type = '', parent } = element;
    const scopeId = parent?.id ?? '';
    if (!scopes.has(scopeId) || element.Behaviour === elements.Dummy) continue;
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
        ...((behaviour?.conditionExpression || Behaviour !== builtIn('bpmn:SequenceFlow') || guests.has(sourceId)) && {
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
  const isStart = type === 'bpmn:StartEvent';
  const startsEventSubProcess = isStart && scope?.behaviour.triggeredByEvent === true;
  const definitions = (behaviour.eventDefinitions ?? []) as readonly Typed[];
  const events =
    type === 'bpmn:ReceiveTask'
      ? [{ kind: 'message' as const, ...refOf(behaviour, 'messageRef') }]
      : definitions.map((each) => readEvent(definition, each));
  const isInterrupting = (startsEventSubProcess ? behaviour.isInterrupting : behaviour.cancelActivity) !== false;
  const loop = behaviour.loopCharacteristics as Typed | undefined;
  return {
    ...data,
    kind: kindOf(type, events.length > 0, startsEventSubProcess),
    ...(events.length > 0 && { events }),
    ...(behaviour.attachedTo && { hostId: behaviour.attachedTo.id as string }),
    ...(/SubProcess$|Transaction$/.test(type) && {
      content: behaviour.triggeredByEvent ? ('event sub-process' as const) : ('sub-process' as const),
    }),
    ...(!isInterrupting && { nonInterrupting: true as const }),
    ...(loop && {
      loop:
        loop.type === 'bpmn:StandardLoopCharacteristics'
          ? ('standard' as const)
          : loop.behaviour?.isSequential
            ? ('sequential' as const)
            : ('parallel' as const),
    }),
  };
}

function kindOf(type: string, hasEvents: boolean, startsEventSubProcess: boolean): NodeKind {
  switch (type.replace('bpmn:', '')) {
    case 'StartEvent':
      // The engine waits at a start event for its event, or for its form.
      return startsEventSubProcess ? 'start' : hasEvents ? 'catch' : 'activity';
    case 'IntermediateCatchEvent':
      return hasEvents ? 'catch' : 'activity';
    case 'ReceiveTask':
      return 'catch';
    case 'IntermediateThrowEvent':
      return hasEvents ? 'throw' : 'activity';
    case 'EndEvent':
      return hasEvents ? 'end' : 'activity';
    case 'BoundaryEvent':
      return 'boundary';
    case 'ExclusiveGateway':
      return 'exclusive';
    case 'InclusiveGateway':
      return 'inclusive';
    case 'ParallelGateway':
      return 'parallel';
    case 'EventBasedGateway':
      return 'event-based';
    case 'SubProcess':
    case 'AdHocSubProcess':
    case 'Transaction':
      return 'sub-process';
    default:
      return 'activity';
  }
}

function readEvent(definition: SerializableContext, { type = '', behaviour = {} }: Typed): NodeEvent {
  switch (type.replace(/^bpmn:|EventDefinition$/g, '')) {
    case 'Timer':
      return { kind: 'timer', ...('timeCycle' in behaviour && { repeats: true as const }) };
    case 'Message':
      return { kind: 'message', ...refOf(behaviour, 'messageRef') };
    case 'Signal':
      return { kind: 'signal', ...refOf(behaviour, 'signalRef') };
    case 'Conditional':
      return { kind: 'condition' };
    case 'Link':
      return { kind: 'link', name: String(behaviour.name) };
    case 'Terminate':
      return { kind: 'terminate', ends: 'scope' };
    case 'Error':
      return { kind: 'error', ...codeOf(definition, refOf(behaviour, 'errorRef').ref, 'errorCode') };
    case 'Escalation':
      return { kind: 'escalation', ...codeOf(definition, refOf(behaviour, 'escalationRef').ref, 'escalationCode') };
    default:
      throw new Error(`${type} is not supported: it is neither thrown nor caught by the processes of this engine.`);
  }
}

export function refOf(behaviour: Behaviour, key: string): { readonly ref?: string } {
  const ref = (behaviour[key] as { readonly id?: string } | undefined)?.id;
  return ref === undefined ? {} : { ref };
}

/** Errors and escalations are caught by their code; those that have none, by their id. */
function codeOf(definition: SerializableContext, ref: string | undefined, key: string): { readonly code?: string } {
  if (ref === undefined) return {};
  const code: unknown = definition.getActivityById(ref)?.behaviour[key];
  return { code: code === undefined ? ref : String(code) };
}

/** Of an own type, of a loop of an own type, or with an event of an own type other than a timer, which says how to parse. */
function isGuest({ type = '', Behaviour, behaviour }: SerializableElement): boolean {
  const own = [{ type, Behaviour }, ...(behaviour.eventDefinitions ?? []), behaviour.loopCharacteristics] as (
    | Typed
    | undefined
  )[];
  return own.some(
    (each) => each?.type !== undefined && each.Behaviour !== builtIn(each.type) && !/Timer/.test(each.type),
  );
}

function builtIn(type: string): unknown {
  return (elements as Readonly<Record<string, unknown>>)[type.replace('bpmn:', '')];
}
