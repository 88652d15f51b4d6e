import type { Move, Place, TokenNet, Way } from './token-net.ts';

/**
 * The same net with activities that follow each other as one place, where the first has no other way on and the second
 * no other way to it: wherever in the chain the first token is, it could as well be where the second one comes to.
 */
export function shortenChains(net: TokenNet): TokenNet {
  const places: Place[] = [...net.places];
  const moves: (readonly Move[])[] = [...net.moves];
  for (let index = 0; index < places.length; index += 1) {
    for (let next = nextInChain(net, moves, index); next !== undefined; next = nextInChain(net, moves, index)) {
      const [head, tail] = [places[index], places[next]];
      if (head === undefined || tail === undefined) break;
      places[index] = { ...head, members: [...head.members, ...tail.members] };
      moves[index] = moves[next] ?? [];
      moves[next] = [];
    }
  }
  return { ...net, places, moves };
}

function nextInChain(net: TokenNet, moves: readonly (readonly Move[])[], index: number): number | undefined {
  const next = onlyTarget(net, moves, index);
  if (next === undefined || next === index || onlyTarget(net, moves, next, true) === undefined) return undefined;
  const comeThere = [...moves.flat(), ...net.starts, ...net.joins].flatMap(({ ways }) => ways).filter(leadsTo(next));
  return comeThere.length === 1 ? next : undefined;
}

/** Where all tokens of an activity without boundary events go; `-1` for anywhere. */
function onlyTarget(
  { places, armed }: TokenNet,
  moves: readonly (readonly Move[])[],
  index: number,
  anywhere = false,
): number | undefined {
  const place = places[index];
  const [move, ...others] = moves[index] ?? [];
  if (!place || place.flow || place.armed || armed.has(index) || move === undefined || others.length > 0)
    return undefined;
  if (anywhere) return -1;
  const [way, ...more] = move.ways;
  if (way === undefined || more.length > 0 || way.ends || way.decisions.size > 0) return undefined;
  return way.to.length === 1 ? way.to[0] : undefined;
}

function leadsTo(index: number): (way: Way) => boolean {
  return ({ to }) => to.includes(index);
}
