import type { NetMove, Place, TokenNet } from './token-net.ts';

/**
 * Merges chains of activities into one place, to reduce the number of states: activities that follow each other without
 * another path out of the first or into the second. Findings stay the same, because a token can be anywhere in the chain.
 */
export function shortenChains(net: TokenNet): TokenNet {
  const places: Place[] = [...net.places];
  const moves: (readonly NetMove[])[] = [...net.moves];
  // Counted once: merging does not change where moves lead.
  const arrivals = countArrivals(net);

  /** The completion of an activity without boundary events. */
  function onlyMove(index: number): NetMove | undefined {
    const { flow, armed } = places[index] ?? {};
    const [move, ...others] = moves[index] ?? [];
    return flow || armed || net.armed.has(index) || others.length > 0 ? undefined : move;
  }

  function nextInChain(index: number): number | undefined {
    const [path, ...otherPaths] = onlyMove(index)?.paths ?? [];
    if (path === undefined || otherPaths.length > 0 || path.ends || path.decisions.size > 0) return undefined;
    const [next, ...others] = path.to;
    if (next === undefined || next === index || others.length > 0 || !onlyMove(next)) return undefined;
    return arrivals.get(next) === 1 ? next : undefined;
  }

  for (const [index, head] of net.places.entries()) {
    // A chain can be thousands long: its list is copied once.
    const members = [...head.members];
    for (let next = nextInChain(index); next !== undefined; next = nextInChain(index)) {
      members.push(...(places[next]?.members ?? []));
      moves[index] = moves[next] ?? [];
      moves[next] = [];
    }
    places[index] = { ...head, members };
  }
  return { ...net, places, moves };
}

/** The number of paths to each place. */
function countArrivals({ moves, starts, joins }: TokenNet): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const { paths } of [...moves.flat(), ...starts, ...joins]) {
    for (const { to } of paths) for (const place of new Set(to)) counts.set(place, (counts.get(place) ?? 0) + 1);
  }
  return counts;
}
