import type { Setting } from '../beyond.ts';
import { isForeseeable } from '../is-repeatable.ts';
import { withoutCounts } from '../legs.ts';
import { hidesTokens } from '../moves-one-token.ts';
import { hasCallBesideItself, nameCalls } from '../name-calls.ts';
import type { PathEntry } from '../path-entry.ts';

/** What happened until a token reached a node, or until all tokens rested. */
export interface Section {
  readonly path: readonly PathEntry[];
  /** The node; undefined where all tokens rest. */
  readonly nodeId: string | undefined;
  /** The token that reached it is the one that moved before. */
  readonly isSameToken: boolean;
}

/**
 * The path from one rest to the next, as far as it decides how things go on.
 * @param calls the nodes of those that run before, by their ids
 * @returns undefined if it may be another one with the same variables
 */
export function comparablePath(
  path: readonly PathEntry[],
  calls: ReadonlyMap<string, string>,
  { model, diagram }: Setting,
): readonly PathEntry[] | undefined {
  if (!isForeseeable(model, path) || !path.every(usesOwn)) return undefined;
  const named = nameCalls(path, diagram, calls)(path);
  return hasCallBesideItself(named, calls.values()) ? undefined : named.map(withoutPlaces);
}

/** Whether what is used of a multi-instance was done since it began. */
function usesOwn(entry: PathEntry, index: number): boolean {
  return (entry.kind !== 'result' && entry.kind !== 'results') || entry.began <= index;
}

/** How long something had waited differs with the round; that it waits is said by the marking, and so are names. */
function withoutPlaces(entry: PathEntry): PathEntry {
  switch (entry.kind) {
    case 'conditions':
      return { ...entry, asked: entry.asked.map((each) => ({ ...each, waited: undefined, key: undefined })) };
    case 'named':
      return { ...entry, names: { name: null, correlationKey: null } };
    case 'unheard':
      return { ...entry, listened: [] };
    default:
      return withoutCounts(entry);
  }
}

/**
 * Divides a path at its nodes, so that sections of several paths may follow each other. Where a token forks or joins
 * others, the engine moves them in an order that depends on where each came from: such a path is one section.
 * @param goingOn the places of nodes that were reached by the token that moved before
 */
export function divideStretch(
  path: readonly PathEntry[],
  goingOn: ReadonlySet<number>,
  setting: Setting,
): readonly Section[] {
  const nodes = [...path.entries()].flatMap(([index, entry]) => (entry.kind === 'node' ? [{ index, entry }] : []));
  const isDivisible =
    !hidesTokens(setting) && path.every((entry, index) => isOfOneToken(entry, index, nodes[0]?.index));
  if (!isDivisible) return [{ path, nodeId: undefined, isSameToken: false }];
  const ends = nodes.map(({ index, entry }) => ({ end: index + 1, nodeId: entry.nodeId, index }));
  const sections = ends.map(({ end, nodeId, index }, at) => ({
    path: path.slice(ends[at - 1]?.end ?? 0, end),
    nodeId,
    isSameToken: at > 0 && goingOn.has(index),
  }));
  return [...sections, { path: path.slice(ends.at(-1)?.end ?? 0), nodeId: undefined, isSameToken: false }];
}

const JOINING_TYPES: ReadonlySet<unknown> = new Set(['bpmn:ParallelGateway', 'bpmn:InclusiveGateway']);

/** @param first the place of the first node */
function isOfOneToken(entry: PathEntry, index: number, first = 0): boolean {
  switch (entry.kind) {
    case 'node':
      return !entry.forks && !JOINING_TYPES.has(entry.type);
    case 'named':
    case 'unheard':
      return index < first;
    default:
      return entry.kind !== 'size' && entry.kind !== 'result' && entry.kind !== 'results';
  }
}
