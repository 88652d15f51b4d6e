import { StepError } from '../../errors.ts';
import { type EvaluationContext, withContext } from '../../model/expressions/evaluation-context.ts';
import type { Scope } from '../../model/expressions/expression.ts';
import type { FormDefault } from '../../model/nodes/task-node.ts';
import type { ProcessModel } from '../../model/process-model.ts';
import type { Variables } from './called-variables.ts';

/**
 * The variables with which an instance begins: those that are given, its initiator, and the defaults of the start form.
 * @param hasForm false if an event starts the instance
 */
export function startVariables(
  { initiatorVariable, startDefaults = [] }: ProcessModel,
  given: Variables,
  { initiator, hasForm, context }: StartFacts,
): Variables {
  const named = initiatorVariable === undefined ? {} : { [initiatorVariable]: initiator };
  const variables = { ...given, initiator, ...named };
  const defaults = hasForm ? startDefaults : [];
  return { ...variables, ...computeFormDefaults(defaults, 'the start', withContext(variables, context)) };
}

interface StartFacts {
  readonly initiator: string;
  readonly hasForm: boolean;
  readonly context: EvaluationContext;
}

/**
 * Computes the defaults of form fields whose variables are not set; a variable that is null counts as set. Each default
 * can read the earlier ones.
 * @throws {StepError} `ERR_EXPRESSION_FAILED`: the default of a number field is not a number
 */
export function computeFormDefaults(
  defaults: readonly FormDefault[],
  nodeId: string,
  scope: Scope,
): Readonly<Record<string, unknown>> {
  const computed: Record<string, unknown> = {};
  for (const { variable, type, value } of defaults) {
    if (Object.hasOwn(scope, variable)) continue;
    const given = value.evaluate({ ...scope, ...computed });
    const converted = isSet(given) ? convert(type, given) : undefined;
    if (Number.isNaN(converted)) {
      throw new StepError(
        'ERR_EXPRESSION_FAILED',
        `The default of ${variable} in the form of ${nodeId}, ${value.text}, is not a number.`,
        { details: { nodeId } },
      );
    }
    if (converted !== undefined) computed[variable] = converted;
  }
  return computed;
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function convert(type: FormDefault['type'], value: unknown): unknown {
  switch (type) {
    case 'number':
      return String(value).trim() === '' ? Number.NaN : Number(value);
    case 'boolean':
      return String(value) === 'true';
    case 'text':
      return typeof value === 'object' ? value : String(value);
  }
}
