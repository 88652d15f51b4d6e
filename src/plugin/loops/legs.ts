import { isDeepStrictEqual } from 'node:util';
import type { Expression } from '../../model/expressions/expression.ts';
import type { ActivityDefinition } from '../engine/copies/copy-source.ts';
import type { DiagramGraph } from '../engine/slice/diagram-graph.ts';
import type { VariableScope } from '../variables/called-variables.ts';
import type { Beyond, Setting } from './beyond.ts';
import type { Way } from './frame.ts';
import { isForeseeable, isSelfContained } from './is-repeatable.ts';
import { isCaughtByNone, listensToVariables } from './listeners.ts';
import { movesOneToken } from './moves-one-token.ts';
import { hasCallBesideItself, nameCalls } from './name-calls.ts';
import type { Part } from './parts.ts';
import type { PathEntry } from './path-entry.ts';
import { isRepeated } from './plain-nodes.ts';
import type { ScopesById } from './walk/walk-by-diagram.ts';

/** What happened from behind the entry of a node to that of the next one at which one token is all that moves. */
interface Leg {
  readonly to: string;
  /** Those that tokens reached, in this order; the last one is `to`. */
  readonly nodes: readonly string[];
  readonly path: readonly PathEntry[];
  readonly way: Way;
}

/** What is known of the ways of a loop. */
export interface Legs {
  /** The node at which each round begins and ends. */
  readonly node: string;
  /** Those that tokens reached, in this order. */
  readonly nodes: readonly string[];
  /** The different ones that may come again, by the node where they begin. */
  readonly known: ReadonlyMap<string, readonly Leg[]>;
  /** Nodes from which tokens went in a way that may not come again. */
  readonly unknown: ReadonlySet<string>;
  /** Whether nothing of other tokens goes before what waits until all of them rest. */
  readonly goesNext: boolean;
  /** For each time that an inclusive join was let go: the flows by which no token could come. */
  readonly releases: readonly ReadonlySet<string>[];
  /** Whether timers that are due fire in the step. */
  readonly firesTimers: boolean;
  readonly scopes: ScopesById;
  readonly beyond: Beyond;
}

/**
 * @param path of whole rounds
 * @param parts the same, divided where one token is all that moves
 * @returns undefined if they do not end at a node, or if something of them may be another thing in other rounds
 */
export function readLegs(path: readonly PathEntry[], parts: readonly Part[], beyond: Beyond): Legs | undefined {
  const end = path.at(-1);
  if (end?.kind !== 'node' || isBoundaryEvent(end) || path.some((entry) => isRemembered(entry, beyond)))
    return undefined;
  const named = nameCalls(path, beyond.diagram);
  const known = new Map<string, readonly Leg[]>();
  const unknown = new Set<string>();
  let from = end.nodeId;
  for (const part of parts) {
    const entries = comparable(named(part.path));
    const nodes = nodesOf(entries);
    const leg = { to: nodes.at(-1) ?? '', nodes, path: entries, way: part.way };
    const ofNode = known.get(from) ?? [];
    if (!comesAgain(part, beyond) || hasCallBesideItself(entries)) unknown.add(from);
    // Others are walked by the diagram, in the order that the engine takes.
    else if (
      part.isAnyOrder &&
      isSelfContained(beyond.model, part.path) &&
      !ofNode.some((each) => isDeepStrictEqual(each, leg))
    )
      known.set(from, [...ofNode, leg]);
    from = leg.to;
  }
  return {
    ...{
      node: end.nodeId,
      nodes: nodesOf(path),
      known,
      unknown,
      scopes: scopesOf(named(path), beyond.diagram.activities.get(end.nodeId)?.parent.id, beyond),
      beyond,
    },
    goesNext: movesOneToken(beyond) || !beyond.hasMoving(),
    releases: path.flatMap((entry) => (entry.kind === 'node' && entry.noTokenBy ? [new Set(entry.noTokenBy)] : [])),
    firesTimers: path.some((entry) => entry.kind === 'event' && waitsForTime(beyond, entry.nodeId)),
  };
}

/**
 * Whether something was used that an earlier round may have left. A wait keeps the name that was computed for the first
 * event after it began, a conditional event what it was evaluated with; and something else may be anything.
 */
function isRemembered(entry: PathEntry, beyond: Beyond): boolean {
  switch (entry.kind) {
    case 'unheard':
      return !isCaughtByNone(entry.trigger.kind, beyond);
    case 'conditions':
      return listensToVariables(beyond);
    default:
      return entry.kind === 'named' || entry.kind === 'other';
  }
}

/** Whether the same happens wherever in the loop, if its expressions say the same. */
function comesAgain({ path, left, isWhole }: Part, { model, diagram }: Beyond): boolean {
  if (!isWhole || !isForeseeable(model, path)) return false;
  // What was thrown at an end waits until all tokens rest.
  if (left.some(({ nodeId }) => model.terminations?.has(nodeId) || model.events.has(nodeId))) return false;
  const rests = left.filter(({ type }) => type !== 'bpmn:EndEvent');
  if (rests.length === 0) return true;
  // In front of a join, or where something is thrown, those that earlier rounds have left make a difference.
  return (
    rests.every(({ type }) => type === 'bpmn:UserTask') &&
    model.events.size === 0 &&
    ![...diagram.activities.values()].some(({ type }) => type === 'bpmn:InclusiveGateway')
  );
}

function nodesOf(path: readonly PathEntry[]): readonly string[] {
  return path.flatMap((entry) => (entry.kind === 'node' && !isBoundaryEvent(entry) ? [entry.nodeId] : []));
}

/** @param own the scope of the loop, if that is known */
export function scopesOf(path: readonly PathEntry[], own: string | undefined, setting: Setting): ScopesById {
  const scopes = new Map<string, VariableScope>();
  const { activities } = setting.diagram;
  let at: ActivityDefinition | undefined;
  for (const entry of path) {
    if (entry.kind === 'event' || (entry.kind === 'node' && !isBoundaryEvent(entry))) at = activities.get(entry.nodeId);
    const node =
      entry.kind === 'assignment'
        ? activities.get(entry.service.nodeId)
        : entry.kind === 'decision' && at && decides(at, entry.condition, setting)
          ? at
          : undefined;
    if (node && 'scope' in entry && !isInInstance(node, own, setting.diagram)) scopes.set(node.parent.id, entry.scope);
  }
  return scopes;
}

/** Whether the condition is that of a flow behind a node, and not behind another one that a token left meanwhile. */
function decides({ id }: ActivityDefinition, condition: Expression, { model, diagram }: Setting): boolean {
  return (diagram.flowsFrom.get(id) ?? []).some((flow) => model.conditions?.get(flow.id) === condition);
}

/** Whether it is in a multi-instance, in which each instance has a scope of its own. @param own the scope around which none is asked for */
function isInInstance(node: ActivityDefinition, own: string | undefined, { activities }: DiagramGraph): boolean {
  for (let at: ActivityDefinition | undefined = node; at; at = activities.get(at.parent.id)) {
    if (isRepeated(at)) return true;
    if (at.parent.id === own) return false;
  }
  return false;
}

/** What is thrown waits until all tokens rest. */
export function throws({ model }: Beyond, nodeId: string): boolean {
  return model.events.get(nodeId)?.role.kind === 'throw';
}

export function waitsForTime(beyond: Beyond, nodeId: string): boolean {
  return isTimer(beyond, nodeId) && beyond.model.events.get(nodeId)?.role.kind === 'catch';
}

export function isTimer({ model }: Beyond, nodeId: string): boolean {
  return model.events.get(nodeId)?.trigger.kind === 'timer';
}

/** It is entered together with its host, sooner or later. The token that goes on by it does so by an event. */
function isBoundaryEvent(entry: PathEntry): boolean {
  return entry.kind === 'node' && entry.type === 'bpmn:BoundaryEvent';
}

/**
 * How far back something lies differs with the round; that it lies in the same part was checked before. When boundary events
 * are entered does as well, which makes a difference only for the place where a multi-instance began.
 */
function comparable(path: readonly PathEntry[]): readonly PathEntry[] {
  const hasSize = path.some(({ kind }) => kind === 'size');
  return path.filter((entry) => hasSize || !isBoundaryEvent(entry)).map(withoutCounts);
}

/** Without how far back something lies. */
export function withoutCounts(entry: PathEntry): PathEntry {
  if (entry.kind === 'event') return { ...entry, waited: 0, thrown: 0 };
  return entry.kind === 'node' && entry.reachesBack !== undefined ? { ...entry, reachesBack: 0 } : entry;
}
