/** Records the paths of the tokens in a step, from which reports are explained. */

import type { ProcessModel } from '../../model/process-model.ts';
import { isJoin, terminationOf } from '../../net/graph.ts';
import type { ListenerAt, NetChange, TokenAt } from '../../net/ports.ts';
import type { Id } from '../../net/state.ts';
import type { Ledger, Origin } from '../state/ledger.ts';
import type { Places } from '../state/places.ts';
import { multiInstanceOf } from '../tokens/multi-instance/iterations.ts';
import { keyOf, senderOf } from '../tokens/origins.ts';
import { labelOf, type Move, moveOfStart, withMove } from './moves.ts';
import type { EndingEvent } from './wording.ts';

/** An end event that a token reached in this step. */
export interface ReachedEnd {
  readonly label: string;
  /** Whether it is a terminate end event, which also ends everything else in its scope. */
  readonly terminates: boolean;
  readonly origin: Origin;
  readonly moves: readonly Move[];
  /** Ids of all that is around it. */
  readonly scopeIds: readonly string[];
}

/** Something that removed tokens and their waits. */
export interface Cancellation {
  /** Its name in sentences. */
  readonly label: string;
  /** The scope, or the token in the activity, whose tokens were removed. */
  readonly scopeId: string;
  readonly why: 'decided' | 'terminated' | EndingEvent;
  /** Origin of the token that continues from it. */
  readonly origin: Origin;
}

/** The records of one step. */
export interface TokenTrace {
  /** The moves of each token, oldest first, and of the one that completed in a scope last. */
  readonly moves: Map<Id, readonly Move[]>;
  /** Of tokens that are about to come from an event. */
  readonly fired: Map<string, readonly Move[]>;
  ends: ReachedEnd[];
  /** Oldest first. */
  cancellations: Cancellation[];
}

/** The part of a run that is read here. */
interface TracedRun {
  readonly model: ProcessModel;
  readonly places: Places;
  readonly tallies: Ledger['tallies'];
  readonly notes: { readonly trace: TokenTrace; readonly completedOrigin: Origin };
}

/** Records that a token reached a node: it keeps its moves, and a join adds one. */
export function noteEnteredMoves(run: TracedRun, { at, from }: Extract<NetChange, { readonly kind: 'entered' }>): void {
  if (at.token.of !== undefined) return;
  const { moves, fired } = run.notes.trace;
  const key = `${at.token.scope}/${at.node.id}`;
  const ofEvent = fired.get(key);
  fired.delete(key);
  const before = ofEvent ?? movesBehind(run, at, from);
  const own = at.token.flow === undefined ? ownMove(run.model, at, from) : undefined;
  moves.set(at.id, own ? withMove(before, own) : before);
}

function movesBehind({ places, notes: { trace } }: TracedRun, at: TokenAt, from: readonly Id[]): readonly Move[] {
  const sender = senderOf(places, at, from);
  if (sender !== undefined) return trace.moves.get(sender) ?? [];
  const { scope } = at.token;
  return trace.moves.get(scope) ?? trace.moves.get(places.rootOf(places.ownerOf(scope) ?? '')) ?? [];
}

function ownMove(model: ProcessModel, { node }: TokenAt, from: readonly Id[]): Move | undefined {
  const named = { nodeId: node.id, nodeName: node.name };
  if (node.kind === 'start') return node.scope.kind === 'process' ? moveOfStart(model, named) : undefined;
  if (!isJoin(node)) return undefined;
  const join = node.kind === 'inclusive' ? 'the inclusive join' : 'the join';
  const isWaitedFor = from.length === node.incoming.length;
  return { what: `${join} ${labelOf(named)}`, did: isWaitedFor ? 'was complete' : 'had nothing more to wait for' };
}

/** Records that an event fired, and a token goes on with it: in its node, or as a new one. */
export function noteFiredMoves({ places, notes: { trace } }: TracedRun, at: ListenerAt, move: Move): void {
  if (at.owner === undefined || at.node.kind === 'boundary') trace.fired.set(keyOf(at), [move]);
  else {
    const root = places.rootOf(at.owner);
    trace.moves.set(root, withMove(trace.moves.get(root) ?? [], move));
  }
}

/** Records that a token left its node. The token that continues from a scope has the moves of the one that completed in it last. */
export function noteCompletedMoves(run: TracedRun, at: TokenAt): void {
  const { id, node, token } = at;
  const { trace } = run.notes;
  const through = completionMove(run, at);
  if (through) trace.moves.set(id, withMove(trace.moves.get(id) ?? [], through));
  const moves = trace.moves.get(id) ?? [];
  trace.moves.set(token.scope, moves);
  const owner = run.places.ownerOf(token.scope);
  if (owner !== undefined) trace.moves.set(run.places.rootOf(owner), moves);
  if (node.kind === 'sub-process') {
    if (node.outgoing.length > 0) forgetEndsIn(run, id);
  } else if (node.type === 'bpmn:EndEvent') {
    const terminates = terminationOf(node) !== undefined;
    const label = `${terminates ? 'the terminate end ' : ''}${labelOf({ nodeId: node.id, nodeName: node.name })}`;
    const scopeIds = run.places.idsAround(id);
    trace.ends.push({ label, terminates, origin: run.notes.completedOrigin, moves, scopeIds });
  }
}

/** The token that ended last in a sub-process continues after the sub-process, so its end is not recorded. */
function forgetEndsIn({ notes: { trace, completedOrigin } }: TracedRun, token: Id): void {
  trace.ends = trace.ends.filter(({ origin, scopeIds }) => origin !== completedOrigin || !scopeIds.includes(token));
}

/** The move of a multi-instance that completed. */
function completionMove(run: TracedRun, { id, node, token }: TokenAt): Move | undefined {
  if (!token.tally || !multiInstanceOf(run.model, node.id)) return undefined;
  const label = labelOf({ nodeId: node.id, nodeName: node.name });
  const what = run.model.userTasks.has(node.id) ? `the countersign ${label}` : `the multi-instance ${label}`;
  if (token.tally.begun === 0) return { what, did: 'was empty' };
  const tally = run.tallies[id];
  if (!tally || tally.completed >= tally.instances) return { what, did: 'was complete' };
  const { trace, completedOrigin } = run.notes;
  trace.cancellations.push({ label: what, scopeId: id, why: 'decided', origin: completedOrigin });
  return { what, did: 'was decided early' };
}
