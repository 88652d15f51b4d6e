import { StepError } from '../../errors.ts';
import type { Scope } from '../../model/expressions/expression.ts';
import type { FormDefault } from '../../model/process-model.ts';

/**
 * What a form that nobody filled in otherwise sets: the defaults of those variables that are not set yet, to nothing
 * either. Each sees those before it.
 * @throws {StepError} `ERR_EXPRESSION_FAILED`: a default is not of its type
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
        `The default of ${variable} in the form of ${nodeId}, ${value.text}, gave no number.`,
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
