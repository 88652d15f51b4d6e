import type { ProcessModel } from '../../model/process-model.ts';
import { eventStartsIn, type Graph, type GraphNode } from '../../net/graph.ts';
import { type Id, type NetState, readListenerKey } from '../../net/state.ts';
import type { CompiledDefinition } from '../compile-definition.ts';
import { tokenOf } from '../state/execution-id.ts';
import type { Ledger, OpenTask } from '../state/ledger.ts';
import { readSnapshot, writeSnapshot } from '../state/snapshot.ts';
import type { MigrationRefusal, MovedWait } from './migration-plan.ts';
import { type PlannedMoves, planMoves } from './plan-moves.ts';
import { isSame, waitOf } from './same-form.ts';

/** A snapshot for another version of its process, from which the step of a migration goes on. */
export interface MigratedSnapshot {
  readonly snapshot: string;
  /** Tasks whose waits begin anew: each is reported as followed by the new one. */
  readonly replaced: readonly OpenTask[];
  /** Tokens that have to enter their nodes anew. */
  readonly tokens: readonly { readonly token: Id; readonly to: string }[];
  /** Starts of event sub-processes that are new, and have to begin to wait. */
  readonly starts: readonly { readonly scope: Id; readonly start: string }[];
  readonly moved: readonly MovedWait[];
}

export interface MigrationInput {
  readonly instanceId: string;
  readonly snapshot: string;
  readonly from: CompiledDefinition;
  readonly to: CompiledDefinition;
  /** Ids of nodes, and of the nodes in the other version that their tokens come to. Default: the same id. */
  readonly nodes: ReadonlyMap<string, string>;
}

/**
 * Moves an instance between two steps to another version of its process. Pure: what waits at a node that is the same in
 * both versions is kept as it is; what waits elsewhere begins anew at the node of the other version, and nothing else moves.
 * @returns every reason why the instance cannot be migrated, if there is one
 * @throws {StepError} `ERR_SNAPSHOT_INVALID`
 */
export function migrateSnapshot({
  instanceId,
  snapshot,
  from,
  to,
  nodes,
}: MigrationInput): MigratedSnapshot | { readonly refusals: readonly MigrationRefusal[] } {
  const before = readSnapshot(snapshot, instanceId);
  const { moves, refusals } = planMoves(before, { from: from.model, to: to.model, nodes });
  if (refusals.length > 0) return { refusals };
  const ended = new Set(moves.map(({ token }) => token));
  const graphs = [from.model.graph, to.model.graph] as const;
  return {
    snapshot: writeSnapshot({
      ...before,
      ledger: { ...forget(before.ledger, moves), trails: stillDrawn(before.ledger.trails, to.model) },
      net: moveTokens(before.net, moves, graphs),
    }),
    replaced: Object.values(before.ledger.openTasks).filter(({ rootId }) => ended.has(rootId)),
    tokens: moves.map(({ token, to: target }) => ({ token, to: target })),
    starts: Object.keys(before.net.scopes).flatMap((scope) => newStarts(before.net, scope, graphs)),
    moved: moves.map(({ from: nodeId, to: targetId, taskId }) => ({ from: nodeId, to: targetId, taskId })),
  };
}

type Graphs = readonly [from: Graph, to: Graph];

/** Puts each token that is moved into its node, where nothing waits for it, and drops the starts that are gone. */
function moveTokens(net: NetState, moves: PlannedMoves['moves'], graphs: Graphs): NetState {
  const ended = new Map(moves.map((move) => [move.token, move.to]));
  const tokens = Object.entries(net.tokens).map(([id, token]) => {
    const node = ended.get(id);
    return [id, node === undefined ? token : { scope: token.scope, node }] as const;
  });
  const listeners = Object.entries(net.listeners).filter(([key]) => {
    const { owner, nodeId } = readListenerKey(key);
    return !ended.has(owner) && (owner in net.tokens || isSameStart(nodeId, graphs));
  });
  return { ...net, tokens: Object.fromEntries(tokens), listeners: Object.fromEntries(listeners) };
}

function newStarts({ scopes }: NetState, scope: Id, graphs: Graphs): MigratedSnapshot['starts'] {
  const [, { nodes, process }] = graphs;
  const { node = process.id, interrupted } = scopes[scope] ?? {};
  const drawn = interrupted ? undefined : node === process.id ? process : nodes.get(node)?.content;
  const starts = drawn ? eventStartsIn(drawn) : [];
  return starts.flatMap(({ id }) => (isSameStart(id, graphs) ? [] : [{ scope, start: id }]));
}

/** Whether an event sub-process that begins there is in the same scope in both versions, and waits for the same. */
function isSameStart(nodeId: string, [from, to]: Graphs): boolean {
  const [one, other] = [from.nodes.get(nodeId), to.nodes.get(nodeId)];
  const aroundOf = (start: GraphNode | undefined) => start?.scope.node?.scope.id;
  return (
    one !== undefined && other !== undefined && aroundOf(one) === aroundOf(other) && isSame(waitOf(one), waitOf(other))
  );
}

/** What tokens have passed, of what the other version has. */
function stillDrawn(trails: Ledger['trails'], { userTasks }: ProcessModel): Ledger['trails'] {
  const drawn = Object.entries(trails ?? {}).map(([token, visits]) => [
    token,
    visits.filter(({ nodeId }) => userTasks.has(nodeId)),
  ]);
  return trails && Object.fromEntries(drawn);
}

/** Drops what belongs to the waits that ended; what follows them has the task as its cause that waited there. */
function forget(ledger: Ledger, moves: PlannedMoves['moves']): Ledger {
  const ended = new Set(moves.map(({ token }) => token));
  const tasks = new Set(moves.map(({ taskId }) => taskId));
  const causes = moves.flatMap(({ token, taskId }) => (taskId === null ? [] : [[token, taskId] as const]));
  return {
    ...ledger,
    origins: { ...ledger.origins, ...Object.fromEntries(causes) },
    openTasks: Object.fromEntries(Object.entries(ledger.openTasks).filter(([, { taskId }]) => !tasks.has(taskId))),
    taskInputs: Object.fromEntries(Object.entries(ledger.taskInputs).filter(([id]) => !ended.has(tokenOf(id)))),
    timeOuts: Object.fromEntries(Object.entries(ledger.timeOuts).filter(([taskId]) => !tasks.has(taskId))),
  };
}
