/**
 * The inclusive rule on small random nets, judged by a brute force that knows only one question: may a token still arrive?
 * Where the same token can come to an empty and to a filled flow, the standard lets the join go on.
 */
import { expect, test } from 'vitest';
import type { GraphNode } from '../../src/net/graph.ts';
import { linkGraph } from '../../src/net/graph-data.ts';
import { tokensAwaitedBy } from '../../src/net/inclusive-rule.ts';
import { createRandom } from '../support/random.ts';

const SIZE = 6;

test('waits for exactly those tokens that may still arrive', () => {
  const random = createRandom(7);
  const seen = { awaited: 0, released: 0 };
  for (let run = 0; run < 3_000; run += 1) {
    const { join, places } = makeNet(random);
    const filled = new Set(places.flatMap((place) => ('target' in place && place.target === join ? place.id : [])));
    const tokens = places.map((place) => ({ place }));
    const awaited = tokensAwaitedBy(join, tokens).map(({ place }) => place.id);
    const expected = tokens.flatMap(({ place }) => {
      if ('target' in place) return [];
      const ways = [place, ...place.boundaries].map((node) => arrivals(join, node));
      return ways.some((ids) => ids.size > 0 && ![...ids].some((id) => filled.has(id))) ? place.id : [];
    });
    expect(awaited, `run ${run}`).toEqual(expected);
    seen[expected.length > 0 ? 'awaited' : 'released'] += 1;
  }
  expect(Math.min(seen.awaited, seen.released)).toBeGreaterThan(300);
});

/** Plays a token: at each node it takes one flow or another, and never goes through the join. */
function arrivals(join: GraphNode, node: GraphNode): ReadonlySet<string> {
  const found = new Set<string>();
  const play = (at: GraphNode, steps: number): void => {
    if (at === join || steps > SIZE + 2) return;
    for (const { id, target } of at.outgoing) {
      if (target === join) found.add(id);
      else play(target, steps + 1);
    }
  };
  play(node, 0);
  return found;
}

/** Tasks, of which some have an event, with flows between them at random, and one join; tokens in some tasks and at the join. */
function makeNet(random: ReturnType<typeof createRandom>) {
  const tasks = Array.from({ length: SIZE }, (_, index) => `t${index}`);
  const hosts = tasks.filter(() => random.below(3) === 0);
  const plain = { scopeId: 'p' };
  const nodes = [
    ...tasks.map((id) => ({ ...plain, id, name: id, type: 'bpmn:UserTask', kind: 'activity' as const })),
    ...hosts.map((hostId) => ({
      ...{ ...plain, id: `e-${hostId}`, name: hostId, type: 'bpmn:BoundaryEvent', kind: 'boundary' as const, hostId },
    })),
    { ...plain, id: 'join', name: 'join', type: 'bpmn:InclusiveGateway', kind: 'inclusive' as const },
  ];
  const sources = nodes.map(({ id }) => id);
  const flows = sources.flatMap((sourceId) =>
    Array.from({ length: random.below(3) }, (_, index) => {
      const targetId = random.below(3) === 0 ? 'join' : (tasks[random.below(SIZE)] ?? 'join');
      return { id: `${sourceId}-${index}`, sourceId, targetId };
    }),
  );
  const graph = linkGraph({ processId: 'p', nodes, flows });
  const join = graph.nodes.get('join') as GraphNode;
  const at = tasks.filter(() => random.below(3) === 0).flatMap((id) => graph.nodes.get(id) ?? []);
  return { join, places: [...join.incoming.filter(() => random.below(2) === 0), ...at] };
}
