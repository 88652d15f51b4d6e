/** Records the paths of the tokens in a step, from which reports are explained. */

import type { ProcessModel } from '../../model/process-model.ts';
import { nodeIdOf } from '../engine/copies/copy-id.ts';
import type { EngineActivity, EngineContent } from '../engine/engine-internals.ts';
import { multiInstanceOf } from '../engine/multi-instance/iterations.ts';
import type { Ledger, Origin } from '../state/ledger.ts';
import { executionBehind, rootOfIteration } from '../state/lineage.ts';
import { labelOf, type Move, moveOfStart, withMove } from './moves.ts';
import type { EndingEvent } from './wording.ts';

/** An end event that a token reached in this step. */
export interface ReachedEnd {
  readonly label: string;
  /** Whether it is a terminate end event, which also ends everything else in its scope. */
  readonly terminates: boolean;
  readonly origin: Origin;
  readonly moves: readonly Move[];
  /** Execution ids of the enclosing scopes. */
  readonly scopeIds: readonly string[];
}

/** Something that removed tokens and their waits. */
export interface Cancellation {
  /** Its name in sentences. */
  readonly label: string;
  /** Execution id of the scope or activity whose tokens were removed. */
  readonly scopeId: string;
  readonly why: 'decided' | 'terminated' | EndingEvent;
  /** Origin of the token that continues from it. */
  readonly origin: Origin;
}

/** The records of one step. */
export interface TokenTrace {
  /** The moves of each token, oldest first, by the execution id of the activity where it is. */
  readonly moves: Map<string, readonly Move[]>;
  ends: readonly ReachedEnd[];
  /** Oldest first. */
  cancellations: readonly Cancellation[];
}

/** The part of a run that is read here. */
interface TracedRun {
  readonly model: ProcessModel;
  readonly origins: Ledger['origins'];
  readonly tallies: Ledger['tallies'];
  /** The event sub-process that is being started. */
  readonly starting: { readonly scopeId: string; readonly moves: readonly Move[] } | undefined;
  readonly notes: { readonly trace: TokenTrace; readonly completedOrigin: Origin };
}

/** Records that a token reached an activity: it keeps its moves, and a join adds one. */
export function noteEntered(run: TracedRun, activity: EngineActivity, content: EngineContent): void {
  const { executionId = '' } = content;
  if (run.starting && activity.id === run.starting.scopeId) {
    run.notes.trace.moves.set(executionId, run.starting.moves);
    return;
  }
  const behind = executionBehind(content, run.origins);
  const before = run.notes.trace.moves.get(behind) ?? [];
  const own = ownMove(run, activity, content);
  run.notes.trace.moves.set(executionId, own ? withMove(before, own) : before);
}

function ownMove(run: TracedRun, activity: EngineActivity, { inbound = [], parent }: EngineContent): Move | undefined {
  const node = nodeOf(activity);
  if (activity.type === 'bpmn:StartEvent')
    return parent?.type === 'bpmn:Process' ? moveOfStart(run.model, node) : undefined;
  if (inbound.length < 2) return undefined;
  const isWaitedFor = inbound.every(({ evaluationId }) => evaluationId !== undefined);
  const join = activity.type === 'bpmn:InclusiveGateway' ? 'the inclusive join' : 'the join';
  return { what: `${join} ${labelOf(node)}`, did: isWaitedFor ? 'was complete' : 'had nothing more to wait for' };
}

/** Records that an activity completed. The token that continues from a scope has the moves of the activity that completed in it last. */
export function noteCompleted(run: TracedRun, activity: EngineActivity, content: EngineContent): void {
  const { executionId = '', parent } = content;
  const through = completionMove(run, activity, content);
  if (through) run.notes.trace.moves.set(executionId, withMove(run.notes.trace.moves.get(executionId) ?? [], through));
  const moves = run.notes.trace.moves.get(executionId) ?? [];
  const scopeId = parent?.executionId;
  if (scopeId !== undefined) {
    run.notes.trace.moves.set(scopeId, moves);
    run.notes.trace.moves.set(rootOfIteration(scopeId), moves);
  }
  if (activity.isSubProcess) {
    if (activity.outbound.length > 0) forgetEndsIn(run, executionId);
  } else if (activity.type === 'bpmn:EndEvent') {
    const terminates = (activity.behaviour.eventDefinitions ?? []).some(({ type }) => type === TERMINATE);
    const label = `${terminates ? 'the terminate end ' : ''}${labelOf(nodeOf(activity))}`;
    if (terminates) noteCancellation(run, { label, scopeId: scopeId ?? '', why: 'terminated' });
    const scopes = [scopeId, ...(parent?.path ?? []).map((each) => each.executionId)].filter((id) => id !== undefined);
    const scopeIds = scopes.flatMap((id) => [id, rootOfIteration(id)]);
    run.notes.trace.ends = [
      ...run.notes.trace.ends,
      { label, terminates, origin: run.notes.completedOrigin, moves, scopeIds },
    ];
  }
}

/** The token that ended last in a sub-process continues after the sub-process, so its end is not recorded. */
function forgetEndsIn(run: TracedRun, executionId: string): void {
  run.notes.trace.ends = run.notes.trace.ends.filter(
    ({ origin, scopeIds }) => origin !== run.notes.completedOrigin || !scopeIds.includes(executionId),
  );
}

const TERMINATE = 'bpmn:TerminateEventDefinition';

/** The move of a multi-instance that completed. */
function completionMove(
  run: TracedRun,
  activity: EngineActivity,
  { executionId = '' }: EngineContent,
): Move | undefined {
  const node = nodeOf(activity);
  if (!multiInstanceOf(run.model, node.nodeId)) return undefined;
  const tally = run.tallies[executionId];
  const label = labelOf(node);
  const what = run.model.userTasks.has(node.nodeId) ? `the countersign ${label}` : `the multi-instance ${label}`;
  // The iterations of a sub-process without a completion condition are not counted.
  const began = tally ?? Object.keys(run.origins).find((id) => id.startsWith(`${executionId}_`));
  if (began === undefined) return { what, did: 'was empty' };
  if (!tally || tally.completed >= tally.instances) return { what, did: 'was complete' };
  noteCancellation(run, { label: what, scopeId: executionId, why: 'decided' });
  return { what, did: 'was decided early' };
}

function noteCancellation({ notes: { trace, completedOrigin } }: TracedRun, taker: Omit<Cancellation, 'origin'>): void {
  trace.cancellations = [...trace.cancellations, { ...taker, origin: completedOrigin }];
}

function nodeOf({ id, name }: EngineActivity): { nodeId: string; nodeName: string } {
  const nodeId = nodeIdOf(id);
  return { nodeId, nodeName: name ?? nodeId };
}
