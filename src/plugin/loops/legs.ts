import { isDeepStrictEqual } from 'node:util';
import type { VariableScope } from '../variables/called-variables.ts';
import type { Beyond } from './beyond.ts';
import { movesOneToken } from './moves-one-token.ts';
import type { PathEntry } from './path-entry.ts';
import type { ScopesById } from './walk-by-diagram.ts';

/** What one token did from behind the entry of a node to that of the next one. */
interface Leg {
  readonly to: string;
  readonly path: readonly PathEntry[];
}

/** What is known of the ways of a loop. */
export interface Legs {
  /** The node at which each round begins and ends. */
  readonly node: string;
  /** Those that tokens reached, in this order. */
  readonly nodes: readonly string[];
  /** The different ones that one token has taken, by the node where they begin; none if there were several. */
  readonly known: ReadonlyMap<string, readonly Leg[]>;
  /** Whether nothing goes before what is thrown: all tokens have come to rest in between, or there is one. */
  readonly throwsAtOnce: boolean;
  /** Whether timers that are due fire in the step. */
  readonly firesTimers: boolean;
  readonly scopes: ScopesById;
  readonly beyond: Beyond;
}

/**
 * @param path of whole rounds
 * @param isOneToken whether only one token moved in them
 * @returns undefined if they do not end at a node
 */
export function readLegs(path: readonly PathEntry[], isOneToken: boolean, beyond: Beyond): Legs | undefined {
  const end = path.at(-1);
  if (end?.kind !== 'node' || isBoundaryEvent(end)) return undefined;
  const nodes: string[] = [];
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
    const leg = { to: entry.nodeId, path: entries };
    if (isOneToken && !ofNode.some((each) => isDeepStrictEqual(each, leg))) known.set(from, [...ofNode, leg]);
    nodes.push(entry.nodeId);
    [from, entries] = [entry.nodeId, []];
  }
  return {
    ...{ node: end.nodeId, nodes, known, scopes, beyond },
    throwsAtOnce: movesOneToken(beyond) || path.some((entry) => comesAfterRest(entry, beyond)),
    firesTimers: path.some((entry) => entry.kind === 'event' && waitsForTime(beyond, entry.nodeId)),
  };
}

function comesAfterRest(entry: PathEntry, beyond: Beyond): boolean {
  return entry.kind === 'event' || (entry.kind === 'node' && throws(beyond, entry.nodeId));
}

/** What is thrown waits until all tokens rest. */
export function throws({ model }: Beyond, nodeId: string): boolean {
  return model.events.get(nodeId)?.role.kind === 'throw';
}

export function waitsForTime({ model }: Beyond, nodeId: string): boolean {
  const event = model.events.get(nodeId);
  return event?.role.kind === 'catch' && event.trigger.kind === 'timer';
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
