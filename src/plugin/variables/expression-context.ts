import type { EvaluationContext } from '../../model/expressions/evaluation-context.ts';
import type { InstanceInfo, RunSettings } from '../state/run-settings.ts';

const NO_FUNCTIONS = new Map();

type ContextSettings = Pick<RunSettings, 'timeZone' | 'functions' | 'limits' | 'oneTaskPerSigner'>;

/** The context of expressions besides the variables. @param clock returns the time of the step, in epoch milliseconds */
export function expressionContext(
  { instanceId, businessKey }: InstanceInfo,
  { timeZone, functions = NO_FUNCTIONS, limits, oneTaskPerSigner = false }: ContextSettings,
  clock: () => number,
): EvaluationContext {
  return {
    get now() {
      return clock();
    },
    timeZone,
    functions,
    oneTaskPerSigner,
    ...(limits?.multiInstance !== undefined && { maxInstances: limits.multiInstance }),
    instance: { instanceId, businessKey },
  };
}
