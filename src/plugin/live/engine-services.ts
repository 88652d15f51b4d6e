import { ActivityError } from 'bpmn-elements';
import { BpmnError, type ServiceFunction } from '../../host/host.ts';
import type { EngineActivity } from '../engine/engine-internals.ts';
import type { Wait } from '../engine/waits.ts';

/** A service as bpmn-engine calls it: with the scope of the execution and a callback. */
type EngineService = (
  this: EngineActivity,
  scope: object,
  callback: (error?: unknown, ...results: readonly unknown[]) => void,
) => void;

/** The class of the scope, with the arguments that bpmn-elements gives it. */
class ScopeBpmnError extends BpmnError {
  constructor(description: string, given: { readonly errorCode?: unknown; readonly code?: unknown } = {}) {
    super(String(given.errorCode ?? given.code ?? description), description);
  }
}

/**
 * Finds a service among those of the engine, which its host passed to `new Engine` or to `execute`. It is called as
 * bpmn-engine calls it; `environment.variables` are those of the process, and the first result is that of the service.
 */
export function findEngineService({ activity, api }: Wait, name: string): ServiceFunction | undefined {
  const { environment, id, type, logger } = activity;
  const service = Object.hasOwn(environment.services, name) ? environment.services[name] : undefined;
  if (typeof service !== 'function') return undefined;
  return ({ variables, input }) => {
    const own: typeof environment = Object.create(environment, {
      variables: { value: { ...environment.variables, ...variables } },
    });
    const scope = {
      ...{ id, type, logger, environment: own, fields: {}, properties: {}, ActivityError, BpmnError: ScopeBpmnError },
      content: { ...api.content, input },
      resolveExpression: (expression: string): unknown => own.resolveExpression(expression, scope),
    };
    return new Promise((resolve, reject) => {
      (service as EngineService).call(activity, scope, (error, result) => {
        if (error === undefined || error === null) resolve(result);
        else reject(error);
      });
    });
  };
}
