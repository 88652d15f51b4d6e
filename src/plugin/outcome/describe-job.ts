import { StepError } from '../../errors.ts';
import type { Scope } from '../../model/expressions/expression.ts';
import type { LateCall, ServiceNode } from '../../model/nodes/service-node.ts';
import { evaluateMappings } from '../apply/jobs/job-result.ts';
import type { InstanceRun } from '../state/instance-run.ts';
import type { Wait } from '../tokens/waits.ts';
import { visibleAt } from '../variables/called-variables.ts';
import type { CreatedJob } from './created-job.ts';

/**
 * Describes the job of a wait. Deterministic: the same wait and variables give the same job.
 * @throws {StepError} `ERR_EXPRESSION_FAILED`: the computed name of the service is not a text
 */
export function describeJob(run: InstanceRun, wait: Wait): CreatedJob {
  const service = run.model.services.get(wait.nodeId);
  if (!service) throw new TypeError(`The process waits at ${wait.nodeId}, which is no service of the model.`);
  const scope = run.scopeAtToken(wait.token);
  const { nodeId, executionId } = wait;
  if (service.call)
    return { nodeId, executionId, kind: 'call', service: targetOf(service.call, scope), variables: {}, input: {} };
  const script = service.script ?? service.conditions?.scripts[0]?.script;
  return {
    nodeId,
    executionId,
    kind: script ? 'script' : 'service',
    service: script?.format ?? nameOf(service, scope),
    variables: visibleAt(run, wait.scopeId, wait.token),
    input: evaluateMappings(service.inputs, scope),
  };
}

function nameOf({ nodeId, service, computedName }: ServiceNode, scope: Scope): string {
  if (computedName === undefined) return service;
  const name = computedName.evaluate(scope);
  if (typeof name === 'string' && name.trim() !== '') return name.trim();
  throw new StepError(
    'ERR_EXPRESSION_FAILED',
    `${computedName.text} does not give the name of a service for ${nodeId}. Set the variables that it reads and try again.`,
    { details: { nodeId } },
  );
}

/** @throws {StepError} `ERR_EXPRESSION_FAILED`: it names no process; set the variables that it reads and retry */
function targetOf({ callId, target }: LateCall, scope: Scope): string {
  const value = target.evaluate(scope);
  if (typeof value === 'string' && value.trim() !== '') return value.trim();
  throw new StepError(
    'ERR_EXPRESSION_FAILED',
    `${target.text} does not give a process for the call activity ${callId}. Set the variables that it reads and try again.`,
    { details: { nodeId: callId } },
  );
}
