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
  const nextOf = (index: number) => nextInChain(net, moves, arrivals, index);
  for (const [index, head] of net.places.entries()) {
    // A chain can be thousands long: its list is copied once.
    const members = [...head.members];
    for (let next = nextOf(index); next !== undefined; next = nextOf(index)) {
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

function nextInChain(
  net: TokenNet,
  moves: readonly (readonly NetMove[])[],
  arrivals: ReadonlyMap<number, number>,
  index: number,
): number | undefined {
  const next = onlyTarget(net, moves, index);
  if (next === undefined || next === index || onlyTarget(net, moves, next, true) === undefined) return undefined;
  return arrivals.get(next) === 1 ? next : undefined;
}

/** The only target of an activity without boundary events; `-1` if `anywhere` is set. */
function onlyTarget(
  { places, armed }: TokenNet,
  moves: readonly (readonly NetMove[])[],
  index: number,
  anywhere = false,
): number | undefined {
  const place = places[index];
  const [move, ...others] = moves[index] ?? [];
  if (!place || place.flow || place.armed || armed.has(index) || move === undefined || others.length > 0)
    return undefined;
  if (anywhere) return -1;
  const [path, ...more] = move.paths;
  if (path === undefined || more.length > 0 || path.ends || path.decisions.size > 0) return undefined;
  return path.to.length === 1 ? path.to[0] : undefined;
}
