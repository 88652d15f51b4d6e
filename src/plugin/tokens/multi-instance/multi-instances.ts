import { contextOf } from '../../../model/expressions/evaluation-context.ts';
import type { Scope } from '../../../model/expressions/expression.ts';
import type { Vote } from '../../../model/nodes/button.ts';
import type { MultiInstance } from '../../../model/nodes/multi-instance.ts';
import type { Id } from '../../../net/state.ts';
import { labelOfNode } from '../../explain/moves.ts';
import {
  iterationsAt,
  scopeAt,
  setVariables,
  type VariableHolder,
  type Variables,
  variablesAt,
} from '../../variables/called-variables.ts';
import { decideCondition, readDecision } from '../../variables/conditions.ts';
import { keepOutput, outputsOf } from './collect-outputs.ts';
import { multiInstanceOf, tallyOf } from './iterations.ts';
import { type MultiInstanceSize, readSize } from './multi-instance-size.ts';
import { addToTally, decideVotes, emptyTally, isComplete, type MultiInstanceTally } from './multi-instance-tally.ts';
import { findRepeated, type RepeatedSigners, signerSource, signersOf } from './signers.ts';

/** The part of a run that multi-instances use. A multi-instance is named by the token that arrived at it, its root. */
export interface LoopRun extends VariableHolder {
  readonly tallies: Record<Id, MultiInstanceTally>;
  readonly sizes: Record<Id, MultiInstanceSize>;
  /** Results of completion condition scripts in this step, by root. */
  readonly completions: ReadonlyMap<Id, unknown>;
  readonly notes: { readonly repeatedSigners: RepeatedSigners[] };
}

/** Counts a completed iteration of a multi-instance. @param token of this iteration, which has set `own` */
export function countIteration(
  run: LoopRun,
  token: Id,
  { vote, own }: { readonly vote?: Vote | undefined; readonly own?: Variables },
): void {
  const { node, scope, of: root = token, iteration = 0 } = iterationAt(run, token);
  const { output } = multiInstanceOf(run.model, node) ?? {};
  const counted = addToTally(tallyOf(run, root), vote);
  const given = { scope: scopeAt(run, scope, token), iterations: iterationsAt(run, scope, token), own };
  const tally = output ? keepOutput(counted, output, iteration, given) : counted;
  run.tallies[root] = tally;
  if (tally.completed >= tally.instances) setOutputs(run, root, tally);
  if (vote === undefined) return;
  setVariables(run, scope, { approvals: tally.approvals, rejections: tally.rejections });
}

/** The number of iterations changes while they run, and with it what is enough. @param elements of new ones */
export function resize(
  run: Pick<LoopRun, 'sizes' | 'tallies'>,
  root: Id,
  by: number,
  change: Partial<MultiInstanceSize> = {},
): void {
  const size = run.sizes[root];
  const tally = run.tallies[root];
  if (!size) throw new TypeError(`${root} is no multi-instance that runs.`);
  run.sizes[root] = { ...size, ...change, instances: size.instances + by };
  if (tally) run.tallies[root] = { ...tally, instances: tally.instances + by };
}

/** A sub-process is not completed by a press or a job: its iteration is counted when it ends. */
export function countSubProcess(run: LoopRun, token: Id): void {
  if (run.model.subProcesses.has(iterationAt(run, token).node)) countIteration(run, token, {});
}

/** Its number and elements, read when it begins. */
export function sizeOf(run: LoopRun, root: Id): MultiInstanceSize {
  const { node, scope } = iterationAt(run, root);
  const multiInstance = multiInstanceOf(run.model, node);
  if (!multiInstance) throw new TypeError(`${node} is no multi-instance of the model.`);
  const size = beginRound(run, multiInstance, node, scopeAt(run, scope, root));
  run.sizes[root] = size;
  // Without iterations nothing is counted.
  if (size.instances === 0) setOutputs(run, root, emptyTally(0));
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

/** Whether it completes before its last iteration; evaluated when one has completed and was counted. */
export function isOver(run: LoopRun, token: Id): boolean {
  const { node, scope, of: root = token } = iterationAt(run, token);
  const multiInstance = multiInstanceOf(run.model, node);
  const over = multiInstance !== undefined && isDecided(run, multiInstance, { node, scope, root, token });
  if (over) endEarly(run, root);
  return over;
}

/** It ends before its last iteration. */
export function endEarly(run: LoopRun, root: Id): void {
  const tally = tallyOf(run, root);
  if (tally.completed < tally.instances) setOutputs(run, root, tally);
}

function iterationAt({ places }: LoopRun, token: Id) {
  const { node = '', ...at } = places.token(token) ?? { scope: '' };
  return { ...at, node };
}

/** Sets the collected results of a multi-instance that has ended. */
export function setOutputs(run: LoopRun, root: Id, tally: MultiInstanceTally): void {
  const { node, scope } = iterationAt(run, root);
  const { output } = multiInstanceOf(run.model, node) ?? {};
  if (output) setVariables(run, scope, outputsOf(output, tally, variablesAt(run, scope)));
}

function isDecided(
  run: LoopRun,
  multiInstance: MultiInstance,
  { node, scope, root, token }: { readonly node: string; readonly scope: Id; readonly root: Id; readonly token: Id },
): boolean {
  const { completion, condition, conditionScript } = multiInstance;
  const tally = tallyOf(run, root);
  if (multiInstance.votes) return decideVotes(multiInstance, tally) !== 'open';
  if (completion) return isComplete(completion, tally);
  const name = `completion condition of ${labelOfNode(run.model, node)}`;
  if (conditionScript) {
    // The script was evaluated when somebody signed; nothing else changes the count.
    const given = run.completions.get(root);
    return given !== undefined && readDecision(given, name);
  }
  if (condition === undefined) return false;
  return decideCondition(condition, scopeAt(run, scope, token), name);
}
