import { eventStartsIn, type GraphNode, type GraphScope, type NodeEvent, scopesAround } from './graph.ts';

export interface Thrown {
  readonly kind: 'error' | 'escalation';
  /** Absent: it has none, and only an event that catches every code catches it. */
  readonly code?: string | undefined;
  /** It is not known yet, and may be any. */
  readonly isAnyCode?: true;
}

export interface Catcher {
  /** A boundary event, or the start event of an event sub-process. */
  readonly node: GraphNode;
  /** Which of its events. */
  readonly event: CodedEvent;
}

type CodedEvent = Extract<NodeEvent, { readonly kind: Thrown['kind'] }>;

/**
 * The events that may catch an error or an escalation, in order of precedence: the first that listens catches it. The
 * search goes outwards from the throw, see `catchersIn`.
 */
export function catchersOf(thrown: Thrown, thrower: GraphNode): readonly Catcher[] {
  const around = scopesAround(thrower);
  return around.flatMap((scope, level) => catchersIn(thrown, scope, around[level - 1]?.node ?? thrower));
}

/**
 * Those of one scope: first the boundary events of the activity that the throw leaves, then the event sub-processes beside
 * that activity; an event for the code comes before one for every code (BPMN 2.0.2, 10.5.6, 10.5.7). An event sub-process
 * that runs does not catch what is thrown inside it, as in Camunda 7.
 */
export function catchersIn(thrown: Thrown, scope: GraphScope, left: GraphNode | undefined): readonly Catcher[] {
  const beside = eventStartsIn(scope).filter((start) => start.scope.node !== left);
  return [left?.boundaries ?? [], beside].flatMap((nodes) => {
    const all = nodes.flatMap((node) => catchersAt(node, thrown));
    return [...all.filter(catchesItsCode), ...all.filter((each) => !catchesItsCode(each))];
  });
}

function catchersAt(node: GraphNode, { kind, code, isAnyCode }: Thrown): readonly Catcher[] {
  const coded = node.events.filter((event): event is CodedEvent => event.kind === kind);
  return coded
    .filter((event) => event.code === undefined || isAnyCode || event.code === code)
    .map((event) => ({ node, event }));
}

function catchesItsCode({ event }: Catcher): boolean {
  return event.code !== undefined;
}
