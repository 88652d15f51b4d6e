import type { Execution } from 'bpmn-engine';
import type { Vote } from '../../../model/nodes/button.ts';
import type { MultiInstance, MultiInstanceOutput } from '../../../model/nodes/multi-instance.ts';
import { labelOf, labelOfNode } from '../../explain/node-label.ts';
import type { TokenTrace } from '../../explain/note-moves.ts';
import type { Visits } from '../../loops/visits.ts';
import type { Origin } from '../../state/ledger.ts';
import { rootOfIteration } from '../../state/lineage.ts';
import {
  callAt,
  scopeIn,
  setVariables,
  type VariableHolder,
  type Variables,
  variableScopeAt,
  variablesOf,
} from '../../variables/called-variables.ts';
import { decideCondition, readDecision } from '../../variables/decide-condition.ts';
import { nodeIdOf } from '../copies/copy-id.ts';
import { activitiesIn, type EngineActivity, type EngineContent } from '../engine-internals.ts';
import { enclosing, type LiveScope, liveScopes } from '../live-scopes.ts';
import { keepOutput, outputsOf } from './collect-outputs.ts';
import { multiInstanceOf, tallyOf } from './iterations.ts';
import { type MultiInstanceSize, migrateSize, readSize } from './multi-instance-size.ts';
import { addToTally, decideVotes, emptyTally, isComplete, type MultiInstanceTally } from './multi-instance-tally.ts';

type LoopVisits = Pick<Visits, 'notePath' | 'noteBeginning' | 'sinceBeginning'>;

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
  readonly notes: { readonly trace: TokenTrace; readonly visits: LoopVisits };
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
  const rootId = rootOfIteration(content.executionId ?? '');
  const counted = addToTally(tallyOf(run.tallies, content), vote);
  const tally = output ? keepResult(run, scope, content, { output, counted, own }) : counted;
  run.tallies[rootId] = tally;
  if (tally.completed >= tally.instances) setOutputs(run, output, { rootId, tally, scope });
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
  const nodeId = nodeIdOf(id);
  const seen = variableScopeAt(run, scope, content);
  const visible = scopeIn(seen, run, run.context);
  const known = run.sizes[executionId];
  const size =
    known ?? (begins ? readSize(multiInstance, nodeId, visible) : migrateSize(multiInstance, content, visible));
  run.sizes[executionId] = size;
  if (begins && !known) run.notes.visits.noteBeginning(executionId);
  run.notes.visits.notePath({ kind: 'size', nodeId, multiInstance, size, scope: seen });
  // Without iterations nothing is counted.
  if (begins && size.instances === 0)
    setOutputs(run, multiInstance.output, { rootId: executionId, tally: emptyTally(0), scope });
  return size;
}

/** Whether it completes before its last instance; evaluated when an instance has ended. */
export function isOver(run: LoopRun, scope: LiveScope | undefined, content: EngineContent): boolean {
  const multiInstance = multiInstanceAt(run, content);
  if (!multiInstance) return false;
  if (isInterrupted(run, content)) return true;
  const isSubProcess = run.model.subProcesses.has(nodeIdOf(content.id ?? ''));
  // A sub-process is not completed by a press: its iteration is counted when the engine asks whether it was the last.
  if (isSubProcess && !multiInstance.output) countIteration(run, scope, content, {});
  const tally = tallyOf(run.tallies, content);
  const rootId = rootOfIteration(content.executionId ?? '');
  const isTerminated = run.terminated.has(rootId);
  const over = isTerminated || isDecided(run, multiInstance, scope, content);
  if (over && tally.completed < tally.instances) setOutputs(run, multiInstance.output, { rootId, tally, scope });
  return over;
}

/** The engine asks about an iteration that an event cancelled as if it had completed: nothing is counted or evaluated. */
function isInterrupted({ notes }: LoopRun, { executionId = '', parent }: EngineContent): boolean {
  const around = [parent, ...(parent?.path ?? [])].map((scope) => scope?.executionId);
  const places = new Set([rootOfIteration(executionId), ...around]);
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

/** Adds the result of an instance to the tally that counts it. */
function keepResult(
  run: LoopRun,
  scope: LiveScope | undefined,
  content: EngineContent,
  { output, counted, own }: Collected,
): MultiInstanceTally {
  const { index = 0, executionId = '' } = content;
  const seen = variableScopeAt(run, scope, content);
  const { visits } = run.notes;
  const began = visits.sinceBeginning(rootOfIteration(executionId));
  visits.notePath({ kind: 'result', began, output, index, hasOwn: own !== undefined, scope: seen });
  return keepOutput(counted, output, index, { scope: scopeIn(seen, run, run.context), own });
}

interface Collected {
  readonly output: MultiInstanceOutput;
  readonly counted: MultiInstanceTally;
  readonly own: Variables | undefined;
}

/** Sets the collected results of a multi-instance that has ended. */
function setOutputs(run: LoopRun, output: MultiInstanceOutput | undefined, { rootId, tally, scope }: Ended): void {
  if (!output) return;
  const around = callAt(run, scope);
  const { visits } = run.notes;
  visits.notePath({ kind: 'results', began: visits.sinceBeginning(rootId), output, around });
  setVariables(run, scope, outputsOf(output, tally, variablesOf(run, around)));
}

interface Ended {
  readonly rootId: string;
  readonly tally: MultiInstanceTally;
  /** Around the multi-instance. */
  readonly scope: LiveScope | undefined;
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
  const seen = variableScopeAt(run, scope, content);
  const taken = decideCondition(condition, scopeIn(seen, run, run.context), name);
  run.notes.visits.notePath({ kind: 'decision', condition, taken, scope: seen });
  return taken;
}
