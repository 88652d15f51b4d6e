import type { Id } from '../../net/state.ts';
import { computeVariables } from '../apply/jobs/job-result.ts';
import { executionIdOf } from '../state/execution-id.ts';
import type { ReturnedPart } from '../state/ledger.ts';
import { passVariables, scopeAt, setComputed } from '../variables/called-variables.ts';
import { multiInstanceOf } from './multi-instance/iterations.ts';
import { countIteration, type LoopRun } from './multi-instance/multi-instances.ts';
import type { StepOrigins } from './origins.ts';

/** The part of a run that computes what a token does at once. */
interface ComputingRun extends LoopRun {
  readonly returned: Record<string, ReturnedPart>;
  readonly origins: Pick<StepOrigins, 'of'>;
}

/** Sets what a task computes at once, or passes to a call or from it. @returns false for a task that waits for its job */
export function computeAtOnce(run: ComputingRun, token: Id): boolean {
  const { node = '', scope = '' } = run.places.token(token) ?? {};
  const service = run.model.services.get(node);
  if (service?.passes) {
    passVariables(run, service, scope);
    return true;
  }
  const computed = computeVariables(service, scopeAt(run, scope, token));
  if (!computed) return false;
  setComputed(run, scope, computed);
  const multiInstance = multiInstanceOf(run.model, node);
  if (multiInstance?.conditionScript) {
    run.returned[executionIdOf(node, token)] = { origin: run.origins.of(token), own: computed };
    return false;
  }
  if (multiInstance) countIteration(run, token, { own: computed });
  return true;
}
