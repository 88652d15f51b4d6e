import type { DrawnScope, Flow, FlowNode } from '../read/diagram.ts';
import type { EventDraft } from '../read/events/read-event.ts';
import { endedScopes } from '../read/read-termination.ts';
import { createPathFinder, type PathSearch, waitsAt } from './find-paths.ts';
import { createFiresAlone } from './fires-alone.ts';
import { shortenChains } from './shorten-chains.ts';
import type { Join, NetMove, Place, TokenNet } from './token-net.ts';

/** @throws {BudgetExceeded} the diagram has too many paths to check */
export function buildNet(scope: DrawnScope, search: PathSearch): TokenNet {
  return shortenChains(readNet(scope, search));
}

function readNet(scope: DrawnScope, search: PathSearch): TokenNet {
  const { draft, mode } = search;
  const firesAlone = mode === 'events' ? createFiresAlone(draft) : () => true;
  const places: Place[] = [];
  const indexes = new Map<FlowNode | Flow, number>();
  const moves: (readonly NetMove[])[] = [];
  const joins = new Map<FlowNode, Join>();
  const armed = new Map<number, readonly number[]>();
  const wideEnds = [...draft.diagram.nodes.values()].filter((node) => endedScopes(node).length > 1);
  const eventsAt = (node: FlowNode) => draft.events.filter((event) => event.node === node);
  const todo: (() => void)[] = [];

  function add(place: Place, work: (index: number) => void): number {
    const index = places.push(place) - 1;
    moves[index] = [];
    todo.push(() => work(index));
    return index;
  }

  const placeOf = (at: FlowNode | Flow): number => {
    const known = indexes.get(at);
    if (known !== undefined) return known;
    const index = 'boundaries' in at ? addActivity(at) : addInput(at);
    indexes.set(at, index);
    return index;
  };
  const { leave } = createPathFinder(search, placeOf);

  function addActivity(node: FlowNode): number {
    return add({ node, members: [node] }, (index) => {
      const complete: NetMove = { via: node, kind: 'complete', paths: leave(node) };
      const events = node.boundaries.filter((via) => eventsAt(via).every(firesAlone));
      const fired = events.map((via): NetMove => {
        const interrupts = isInterrupting(eventsAt(via));
        return { via, kind: interrupts ? 'interrupt' : 'beside', paths: leave(via) };
      });
      const once = fired.filter(({ via, kind }) => kind === 'beside' && firesOnce(eventsAt(via)));
      moves[index] = [complete, ...fired.filter((move) => !once.includes(move)), ...endsFromInside(node)];
      const waiting = once.map((move) =>
        add({ node, armed: move.via, members: [] }, (at) => {
          moves[at] = [move];
        }),
      );
      if (waiting.length > 0) armed.set(index, waiting);
    });
  }

  /** Terminate end events inside a sub-process that also end this scope. */
  function endsFromInside(node: FlowNode): readonly NetMove[] {
    const ends = wideEnds.filter((end) => {
      const ended = endedScopes(end);
      return ended.includes(scope) && ended.some((each) => each.node === node);
    });
    return ends.map((via) => ({ via, kind: 'interrupt', paths: [{ to: [], decisions: new Map(), ends: via }] }));
  }

  function addInput(flow: Flow): number {
    const node = flow.target as FlowNode;
    return add({ node, flow, members: [node] }, () => {
      if (joins.has(node)) return;
      const inputs = node.incoming.map(placeOf);
      joins.set(node, { node, inputs, paths: leave(node) });
    });
  }

  const starts = startsOf(scope).map(
    (via): NetMove => ({ via, kind: 'complete', paths: leaveOrWait(via, leave, placeOf) }),
  );
  for (let work = todo.pop(); work !== undefined; work = todo.pop()) work();
  return { scope, places, moves, joins: [...joins.values()], starts, armed };
}

/** A sub-process without a start event starts at its first element, where a token may wait. */
function leaveOrWait(
  node: FlowNode,
  leave: (node: FlowNode) => NetMove['paths'],
  placeOf: (node: FlowNode) => number,
): NetMove['paths'] {
  if (!waitsAt(node)) return leave(node);
  return [{ to: [placeOf(node)], decisions: new Map(), ends: undefined }];
}

function startsOf({ nodes }: DrawnScope): readonly FlowNode[] {
  const starts = nodes.filter(({ type }) => type === 'bpmn:StartEvent');
  if (starts.length > 0) return starts;
  return nodes.filter(
    ({ type, incoming, element }) =>
      incoming.length === 0 && type !== 'bpmn:BoundaryEvent' && element.get('triggeredByEvent') !== true,
  );
}

function isInterrupting([event]: readonly EventDraft[]): boolean {
  return event?.role.kind !== 'boundary' || event.role.interrupting;
}

/**
 * Timers without a cycle fire once. Messages, signals, conditions, cycles and events with several definitions may fire
 * repeatedly. An escalation is treated as firing once, although a sub-process could throw it twice.
 */
function firesOnce([event, ...others]: readonly EventDraft[]): boolean {
  const trigger = others.length === 0 ? event?.trigger : undefined;
  return trigger?.kind === 'escalation' || (trigger?.kind === 'timer' && trigger.form !== 'cycle');
}
