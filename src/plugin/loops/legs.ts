import { isDeepStrictEqual } from 'node:util';
import type { VariableScope } from '../variables/called-variables.ts';
import type { Beyond } from './beyond.ts';
import type { PathEntry, RoundState } from './path-entry.ts';
import { repeatRound } from './repeat-round.ts';
import { type WalkedLeg, walkUnvisited } from './unvisited-leg.ts';

/** What one token did from behind the entry of a node to that of the next one. */
interface Leg {
  readonly from: string;
  readonly to: string;
  readonly path: readonly PathEntry[];
}

/** What a token did in the rounds that are known. */
export interface Legs {
  /** The node at which each round begins and ends. */
  readonly node: string;
  /** In their order. */
  readonly taken: readonly Leg[];
  /** The different ones, by the node where they begin. */
  readonly known: ReadonlyMap<string, readonly Leg[]>;
  /** What expressions see, by the id of the process or sub-process. */
  readonly scopes: ReadonlyMap<string, VariableScope>;
  readonly beyond: Beyond;
}

/** A round of more is computed no further: it may go round in a part of the loop. */
const MAX_LEGS = 1_000;

/** @param path of whole rounds of one token @returns undefined if it does not end at a node */
export function readLegs(path: readonly PathEntry[], beyond: Beyond): Legs | undefined {
  const end = path.at(-1);
  if (end?.kind !== 'node' || isBoundaryEvent(end)) return undefined;
  const taken: Leg[] = [];
  const known = new Map<string, readonly Leg[]>();
  const scopes = new Map<string, VariableScope>();
  let from = end.nodeId;
  let entries: PathEntry[] = [];
  for (const entry of path) {
    if (isBoundaryEvent(entry)) continue;
    entries.push(withoutCounts(entry));
    if (entry.kind === 'decision' || entry.kind === 'assignment')
      scopes.set(beyond.diagram.activities.get(from)?.parent.id ?? '', entry.scope);
    if (entry.kind !== 'node') continue;
    const ofNode = known.get(from) ?? [];
    const leg = { from, to: entry.nodeId, path: entries };
    const same = ofNode.find((each) => isDeepStrictEqual(each, leg));
    if (!same) known.set(from, [...ofNode, leg]);
    taken.push(same ?? leg);
    [from, entries] = [entry.nodeId, []];
  }
  return { node: end.nodeId, taken, known, scopes, beyond };
}

/** Walks what was taken once more. @returns undefined if something besides variables may have decided the way */
export function walkAgain(legs: Legs, before: RoundState): RoundState | undefined {
  let state = before;
  for (const leg of legs.taken) {
    const [next, ...others] = walkKnown(legs, leg.from, state);
    if (next?.leg !== leg || others.length > 0) return undefined;
    state = next.after;
  }
  return state;
}

/** Walks to where the round began. @returns undefined if the way there is not known */
export function walkRound(legs: Legs, before: RoundState): RoundState | undefined {
  let state = before;
  let node = legs.node;
  for (let count = 0; count < MAX_LEGS; count += 1) {
    const known = walkKnown(legs, node, state);
    if (known.length > 1) return undefined;
    const next = known[0] ?? walkUnvisited(node, state, legs.scopes, legs.beyond);
    if (!next) return undefined;
    [state, node] = [next.after, next.to];
    if (node === legs.node) return state;
  }
  return undefined;
}

/** What may come next of what is known. */
function walkKnown({ known, beyond }: Legs, node: string, before: RoundState): readonly (WalkedLeg & { leg: Leg })[] {
  return (known.get(node) ?? []).flatMap((leg) => {
    const after = repeatRound(leg.path, before, beyond.context);
    return after ? [{ leg, to: leg.to, after }] : [];
  });
}

/** It is entered together with its host, sooner or later. The token that goes on by it does so by an event. */
function isBoundaryEvent(entry: PathEntry): boolean {
  return entry.kind === 'node' && entry.type === 'bpmn:BoundaryEvent';
}

/** How far back something lies differs with the round; that it lies in the rounds that are known was checked before. */
function withoutCounts(entry: PathEntry): PathEntry {
  if (entry.kind === 'event') return { ...entry, waited: 0, thrown: 0 };
  return entry.kind === 'node' && entry.reachesBack !== undefined ? { ...entry, reachesBack: 0 } : entry;
}
