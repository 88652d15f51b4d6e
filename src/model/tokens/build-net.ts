import { endedScopes, type GraphFlow, type GraphNode, type GraphScope, startsOf } from '../../net/graph.ts';
import { createPathFinder, type PathSearch } from './find-paths.ts';
import type { Join, NetMove, Place, TokenNet } from './token-net.ts';

/** @throws {BudgetExceeded} the diagram has too many paths to check */
export function buildNet(scope: GraphScope, search: PathSearch): TokenNet {
  const places: Place[] = [];
  const indexes = new Map<GraphNode | GraphFlow, number>();
  const moves: (readonly NetMove[])[] = [];
  const joins = new Map<GraphNode, Join>();
  const armed = new Map<number, readonly number[]>();
  const wideEnds = [...search.graph.nodes.values()].filter((node) => endedScopes(node).length > 1);
  const todo: (() => void)[] = [];

  function add(place: Place, work: (index: number) => void): number {
    const index = places.push(place) - 1;
    moves[index] = [];
    todo.push(() => work(index));
    return index;
  }

  const placeOf = (at: GraphNode | GraphFlow): number => {
    const known = indexes.get(at);
    if (known !== undefined) return known;
    const index = 'boundaries' in at ? addActivity(at) : addInput(at);
    indexes.set(at, index);
    return index;
  };
  const leave = createPathFinder(search, placeOf);

  function addActivity(node: GraphNode): number {
    return add({ node, members: [node] }, (index) => {
      const complete: NetMove = { via: node, kind: 'complete', paths: leave(node) };
      const events = node.boundaries.filter((via) => via.events.every(search.firesAlone));
      const fired = events.map(
        (via): NetMove => ({ via, kind: via.nonInterrupting ? 'beside' : 'interrupt', paths: leave(via) }),
      );
      const once = fired.filter(({ via, kind }) => kind === 'beside' && search.firesOnce(via));
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
  function endsFromInside(node: GraphNode): readonly NetMove[] {
    const ends = wideEnds.filter((end) => {
      const ended = endedScopes(end);
      return ended.includes(scope) && ended.some((each) => each.node === node);
    });
    return ends.map((via) => ({ via, kind: 'interrupt', paths: [{ to: [], decisions: new Map(), ends: via }] }));
  }

  function addInput(flow: GraphFlow): number {
    const node = flow.target;
    return add({ node, flow, members: [node] }, () => {
      if (joins.has(node)) return;
      const inputs = node.incoming.map(placeOf);
      joins.set(node, { node, inputs, paths: leaveOrWait(node) });
    });
  }

  /** A token may wait at the first element of a sub-process without a start event, and in a join whose scripts run. */
  function leaveOrWait(node: GraphNode): NetMove['paths'] {
    if (!search.waitsAt(node)) return leave(node);
    return [{ to: [placeOf(node)], decisions: new Map(), ends: undefined }];
  }

  const starts = startsOf(scope).map((via): NetMove => ({ via, kind: 'complete', paths: leaveOrWait(via) }));
  for (let work = todo.pop(); work !== undefined; work = todo.pop()) work();
  return { scope, places, moves, joins: [...joins.values()], starts, armed };
}
