import type { Execution } from 'bpmn-engine';
import { contextOf } from '../../../model/expressions/evaluation-context.ts';
import type { Scope } from '../../../model/expressions/expression.ts';
import type { Vote } from '../../../model/nodes/button.ts';
import type { MultiInstance, MultiInstanceOutput } from '../../../model/nodes/multi-instance.ts';
import { labelOf, labelOfNode } from '../../explain/moves.ts';
import type { TokenTrace } from '../../explain/note-moves.ts';
import type { Origin } from '../../state/ledger.ts';
import { rootOfIteration } from '../../state/lineage.ts';
import {
  iterationsAt,
  scopeAt,
  setVariables,
  type VariableHolder,
  type Variables,
  variablesAt,
} from '../../variables/called-variables.ts';
import { decideCondition, readDecision } from '../../variables/conditions.ts';
import { nodeIdOf } from '../copies/copy-id.ts';
import { activitiesIn, type EngineActivity, type EngineContent } from '../engine-internals.ts';
import { enclosing, type LiveScope, liveScopes, scopeIds } from '../live-scopes.ts';
import { keepOutput, outputsOf } from './collect-outputs.ts';
import { multiInstanceOf, tallyOf } from './iterations.ts';
import { type MultiInstanceSize, readSize } from './multi-instance-size.ts';
import { addToTally, decideVotes, emptyTally, isComplete, type MultiInstanceTally } from './multi-instance-tally.ts';
import { findRepeated, type RepeatedSigners, signerSource, signersOf } from './signers.ts';

/** The part of a run that multi-instances use. */
export interface LoopRun extends VariableHolder {
  readonly tallies: Record<string, MultiInstanceTally>;
  readonly sizes: Record<string, MultiInstanceSize>;
  /** Results of completion condition scripts in this step, by the execution of the multi-instance. */
  readonly completions: ReadonlyMap<string, unknown>;
  /** Executions of multi-instances that a terminate end event in one of their instances ends. */
  readonly terminated: Set<string>;
  readonly execution: Execution | undefined;
  readonly origins: Readonly<Record<string, Origin>>;
  readonly notes: { readonly trace: TokenTrace; readonly repeatedSigners: RepeatedSigners[] };
}

/** Counts a completed iteration of a multi-instance. @param content of this iteration, which has set `own` */
export function countIteration(
  run: LoopRun,
  scope: LiveScope | undefined,
  content: EngineContent,
  { vote, own }: { readonly vote?: Vote | undefined; readonly own?: Variables },
): void {
  const multiInstance = multiInstanceAt(run, content);
  const { output } = multiInstance ?? {};
  const counted = addToTally(tallyOf(run.tallies, content), vote);
  const given = { scope: scopeAt(run, scope, content), iterations: iterationsAt(run, scope, content), own };
  const tally = output ? keepOutput(counted, output, content.index ?? 0, given) : counted;
  run.tallies[rootOfIteration(content.executionId ?? '')] = tally;
  if (tally.completed >= tally.instances) setOutputs(run, output, tally, scope);
  if (vote === undefined) return;
  setVariables(run, scope, { approvals: tally.approvals, rejections: tally.rejections });
}

/** If a sub-process collects the results of its instances, each instance is counted when it ends, including the last. */
export function noteIteration(run: LoopRun, scope: LiveScope | undefined, content: EngineContent): void {
  const nodeId = nodeIdOf(content.id ?? '');
  if (run.model.subProcesses.get(nodeId)?.multiInstance?.output) countIteration(run, scope, content, {});
}

/** Its number and elements, read when it begins; the engine asks again after each recover. */
export function sizeOf(run: LoopRun, scope: LiveScope | undefined, content: EngineContent): MultiInstanceSize {
  const { executionId = '', loopCardinality, id = '' } = content;
  const multiInstance = multiInstanceAt(run, content);
  if (!multiInstance) throw new TypeError(`${id} is no multi-instance of the model.`);
  const begins = loopCardinality === undefined;
  run.sizes[executionId] ??= beginRound(run, multiInstance, nodeIdOf(id), scopeAt(run, scope, content));
  const size = run.sizes[executionId];
  // Without iterations nothing is counted.
  if (begins && size.instances === 0) setOutputs(run, multiInstance.output, emptyTally(0), scope);
  return size;
}

/**
 * Reads its size, and finds the accounts that stand several times in its list of signers: noted, or asked once. Elements
 * that differ are different work, whoever signs them.
 */
function beginRound({ model, notes }: LoopRun, multiInstance: MultiInstance, nodeId: string, scope: Scope) {
  const size = readSize(multiInstance, nodeId, scope);
  const source = signerSource(model, nodeId, multiInstance);
  const { elements } = size;
  if (!source || !elements || multiInstance.cardinality) return size;
  const isRepeated = findRepeated(elements);
  if (!isRepeated.includes(true)) return size;
  const signers = signersOf(source, multiInstance, elements, scope);
  const isFirst = signers.map((signer, at) => signer === undefined || !isRepeated[at]);
  if (!isFirst.includes(false)) return size;
  if (contextOf(scope)?.oneTaskPerSigner) {
    const once = elements.filter((_, at) => isFirst[at]);
    return { instances: once.length, elements: once };
  }
  const accounts = signers.flatMap((signer, at) => (isFirst[at] || signer === undefined ? [] : signer));
  notes.repeatedSigners.push({ nodeId, accounts: [...new Set(accounts)] });
  return size;
}

/** Whether it completes before its last instance; evaluated when an instance has ended. */
export function isOver(run: LoopRun, scope: LiveScope | undefined, content: EngineContent): boolean {
  const multiInstance = multiInstanceAt(run, content);
  if (!multiInstance) return false;
  if (isInterrupted(run, scope, content)) return true;
  const isSubProcess = run.model.subProcesses.has(nodeIdOf(content.id ?? ''));
  // A sub-process is not completed by a press: its iteration is counted when the engine asks whether it was the last.
  if (isSubProcess && !multiInstance.output) countIteration(run, scope, content, {});
  const tally = tallyOf(run.tallies, content);
  const isTerminated = run.terminated.has(rootOfIteration(content.executionId ?? ''));
  const over = isTerminated || isDecided(run, multiInstance, scope, content);
  if (over && tally.completed < tally.instances) setOutputs(run, multiInstance.output, tally, scope);
  return over;
}

/** The engine asks about an iteration that an event cancelled as if it had completed: nothing is counted or evaluated. */
function isInterrupted(
  { notes }: LoopRun,
  scope: LiveScope | undefined,
  { executionId = '', parent }: EngineContent,
): boolean {
  const around = [parent, ...(parent?.path ?? [])].map((each) => each?.executionId);
  // Among these the process has no execution id.
  const places = new Set([rootOfIteration(executionId), ...around, ...(scope ? scopeIds(scope) : [])]);
  return notes.trace.cancellations.some(({ scopeId, why }) => typeof why !== 'string' && places.has(scopeId));
}

/** A terminate end event ends the innermost multi-instance around it; there may be others further out. */
export function endMultiInstance(run: LoopRun, end: EngineActivity): void {
  const scopes = run.execution === undefined ? [] : liveScopes(run.execution);
  const around = scopes.find(({ execution }) => activitiesIn(execution).includes(end));
  const multi =
    around && enclosing(around).find(({ owner }) => owner && multiInstanceOf(run.model, nodeIdOf(owner.activity.id)));
  const executionId = multi?.owner?.activity.executionId;
  if (executionId === undefined) return;
  run.terminated.add(executionId);
  const label = `the terminate end ${labelOf({ nodeId: nodeIdOf(end.id), nodeName: end.name ?? nodeIdOf(end.id) })}`;
  const origin = run.origins[end.executionId] ?? null;
  run.notes.trace.cancellations = [
    ...run.notes.trace.cancellations,
    { label, scopeId: executionId, why: 'terminated', origin },
  ];
}

function multiInstanceAt({ model }: LoopRun, { id = '' }: EngineContent): MultiInstance | undefined {
  return multiInstanceOf(model, nodeIdOf(id));
}

/** Sets the collected results of a multi-instance that has ended. @param scope around the multi-instance */
function setOutputs(
  run: LoopRun,
  output: MultiInstanceOutput | undefined,
  tally: MultiInstanceTally,
  scope: LiveScope | undefined,
): void {
  if (output) setVariables(run, scope, outputsOf(output, tally, variablesAt(run, scope)));
}

function isDecided(
  run: LoopRun,
  multiInstance: MultiInstance,
  scope: LiveScope | undefined,
  content: EngineContent,
): boolean {
  const { completion, condition, conditionScript } = multiInstance;
  const tally = tallyOf(run.tallies, content);
  if (multiInstance.votes) return decideVotes(multiInstance, tally) !== 'open';
  if (completion) return isComplete(completion, tally);
  const name = `completion condition of ${labelOfNode(run.model, nodeIdOf(content.id ?? ''))}`;
  if (conditionScript) {
    // The script was evaluated when somebody signed; nothing else changes the count.
    const given = run.completions.get(rootOfIteration(content.executionId ?? ''));
    return given !== undefined && readDecision(given, name);
  }
  if (condition === undefined) return false;
  return decideCondition(condition, scopeAt(run, scope, content), name);
}
