import type { CompiledDefinition } from '../compile-definition.ts';
import type { Ledger, OpenTask } from '../state/ledger.ts';
import { readSnapshot, type Snapshot, writeSnapshot } from '../state/snapshot.ts';
import {
  moveTokens,
  type ScopeInState,
  type StoredEngine,
  scopesIn,
  type TokenContent,
  tokenOf,
} from './engine-state.ts';
import type { MigrationRefusal, MovedWait } from './migration-plan.ts';
import { type PlannedMoves, planMoves } from './plan-moves.ts';

/** A snapshot for another version of its process, from which the step of a migration goes on. */
export interface MigratedSnapshot {
  readonly snapshot: string;
  /** Tasks whose waits begin anew: each is reported as followed by the new one. */
  readonly replaced: readonly OpenTask[];
  /** Tokens on their way to the nodes where they wait from now on. */
  readonly tokens: readonly TokenContent[];
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
  const engine = before.engine as unknown as StoredEngine;
  const versions = { from: from.model, to: to.model, nodes };
  const scopes = scopesIn(engine);
  const { moves, moved, refusals } = planMoves(scopes, before.ledger, versions);
  if (refusals.length > 0) return { refusals };
  const ended = new Set(moved.map(({ executionId }) => executionId));
  const replaced = Object.values(before.ledger.openTasks).filter(({ rootId }) => ended.has(rootId));
  const causes = moved.map(({ causeId, executionId, taskId }) => [causeId, taskId ?? originOf(before, executionId)]);
  const ledger = forget(before.ledger, ended, replaced);
  const next = { ...before, ledger: { ...ledger, origins: { ...ledger.origins, ...Object.fromEntries(causes) } } };
  const definitionsId = (to.source as unknown as { readonly id: string }).id;
  return {
    snapshot: writeSnapshot(next, { ...moveTokens(engine, moves, definitionsId) }),
    replaced,
    tokens: tokensOf(scopes, moves),
    moved: moved.map(({ from: nodeId, to: targetId, taskId }) => ({ from: nodeId, to: targetId, taskId })),
  };
}

function tokensOf(scopes: readonly ScopeInState[], moves: PlannedMoves['moves']): TokenContent[] {
  return scopes.flatMap(({ scope, owner }) => (moves.get(scope) ?? []).map((move) => tokenOf(move, scope, owner)));
}

function originOf({ ledger }: Snapshot, executionId: string): string | null {
  return ledger.origins[executionId] ?? null;
}

/** Drops what belongs to the waits that ended; by the ids of executions, which those of their parts begin with. */
function forget(ledger: Ledger, ended: ReadonlySet<string>, replaced: readonly OpenTask[]): Ledger {
  const isOver = (id: string) =>
    [...ended].some((each) => id === each || id.startsWith(`${each}_`) || id.startsWith(`${each}/`));
  const tasks = new Set(replaced.map(({ taskId }) => taskId));
  const alive = <Value>(entries: Readonly<Record<string, Value>>): Record<string, Value> =>
    Object.fromEntries(Object.entries(entries).filter(([id]) => !isOver(id)));
  return {
    ...ledger,
    openTasks: Object.fromEntries(Object.entries(ledger.openTasks).filter(([, { taskId }]) => !tasks.has(taskId))),
    timers: alive(ledger.timers),
    listening: alive(ledger.listening),
    taskInputs: alive(ledger.taskInputs),
    conditionsSeen: ledger.conditionsSeen.filter((key) => !isOver(key)),
    timeOuts: Object.fromEntries(Object.entries(ledger.timeOuts).filter(([taskId]) => !tasks.has(taskId))),
  };
}
