import { compileExpression } from '../../model/expressions/compile-expression.ts';
import type { Scope } from '../../model/expressions/expression.ts';
import { computeVariables } from '../apply/jobs/job-result.ts';
import { labelOfNode } from '../explain/moves.ts';
import type { ReturnedPart } from '../state/ledger.ts';
import { rootOfIteration } from '../state/lineage.ts';
import { passVariables, scopeAt, setComputed } from '../variables/called-variables.ts';
import { decideCondition } from '../variables/conditions.ts';
import { nodeIdOf } from './copies/copy-id.ts';
import { LOOP_MARKS } from './elements/multi-instance-loop.ts';
import { LOOP_OVER_MARK } from './elements/while-loop.ts';
import type { EngineContent } from './engine-internals.ts';
import type { LiveScope } from './live-scopes.ts';
import { multiInstanceOf } from './multi-instance/iterations.ts';
import { countIteration, isOver, type LoopRun, sizeOf } from './multi-instance/multi-instances.ts';

/** The part of a run that computes what the engine asks for. */
interface ComputingRun extends LoopRun {
  readonly returned: Record<string, ReturnedPart>;
}

/** What the engine asks for: an expression, or one of the marks that stand for what only the run knows. */
export function evaluateForEngine(
  run: ComputingRun,
  text: string,
  scope: LiveScope | undefined,
  content: EngineContent,
): unknown {
  switch (text) {
    case LOOP_MARKS.collection:
      return sizeOf(run, scope, content).elements;
    case LOOP_MARKS.cardinality:
      return sizeOf(run, scope, content).instances;
    case LOOP_MARKS.completion:
      return isOver(run, scope, content);
    case LOOP_OVER_MARK:
      return isLoopOver(run, scopeAt(run, scope, content), content);
    default:
      return compileExpression(text).evaluate(scopeAt(run, scope, content));
  }
}

function isLoopOver({ model }: ComputingRun, visible: Scope, { id = '', index = -1 }: EngineContent): boolean {
  const nodeId = nodeIdOf(id);
  const condition = model.userTasks.get(nodeId)?.standardLoop?.condition;
  // The number of completed rounds (BPMN 2.0, 10.3.8); there is no index before the first round.
  const counted = { ...visible, loopCounter: index + 1 };
  return (
    condition === undefined || !decideCondition(condition, counted, `loop condition of ${labelOfNode(model, nodeId)}`)
  );
}

/** Sets what a task computes at once, or passes to a call or from it. @returns false for a task that waits for its job */
export function computeAtOnce(run: ComputingRun, scope: LiveScope | undefined, content: EngineContent): boolean {
  const { id = '', executionId = '' } = content;
  const nodeId = nodeIdOf(id);
  const service = run.model.services.get(nodeId);
  // It was computed, and waits for its completion condition.
  if (run.returned[executionId]) return false;
  if (service?.passes && scope) {
    passVariables(run, service, scope);
    return true;
  }
  const computed = computeVariables(service, scopeAt(run, scope, content));
  if (!computed) return false;
  setComputed(run, scope, computed);
  const multiInstance = multiInstanceOf(run.model, nodeId);
  if (multiInstance?.conditionScript) {
    run.returned[executionId] = { origin: run.origins[rootOfIteration(executionId)] ?? null, own: computed };
    return false;
  }
  if (multiInstance) countIteration(run, scope, content, { own: computed });
  return true;
}
