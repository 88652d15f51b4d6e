import type { ConfigProblem } from '../../config/fields.ts';
import type { BridgeConfig } from '../../config.ts';
import { InputError } from '../../errors.ts';
import { defaultAssignmentOf } from '../../model/default-assignment.ts';
import type { Expression } from '../../model/expressions/expression.ts';
import { calledFunctions } from '../../model/expressions/expression-analysis.ts';

/**
 * Checks that the functions that expressions in options call are in `expressions.functions`, as deploy does for diagrams.
 * Otherwise the first step that needs them would fail.
 * @throws {InputError} `ERR_CONFIG_INVALID`: a function is missing; `details.problems` lists every `ConfigProblem`
 */
export function checkOptionFunctions(config: BridgeConfig): void {
  const problems = listExpressions(config).flatMap(([path, expression]): ConfigProblem[] =>
    [...calledFunctions(expression)]
      .filter((name) => !Object.hasOwn(config.expressions.functions, name))
      .map((name) => ({ path, message: `calls the function ${name}: pass it in expressions.functions` })),
  );
  if (problems.length === 0) return;
  const lines = problems.map(({ path, message }) => `- ${path}: ${message}`);
  const text = ['expressions in the options call unknown functions:', ...lines].join('\n');
  throw new InputError('ERR_CONFIG_INVALID', text, { details: { problems } });
}

function listExpressions({ circulation, defaults }: BridgeConfig): readonly (readonly [string, Expression])[] {
  const assignment = defaultAssignmentOf(defaults);
  const ofDefaults = (assignment?.expressions ?? []).map((each) => [assignment?.from ?? '', each] as const);
  if (circulation === undefined) return ofDefaults;
  return [
    ...ofDefaults,
    ['circulation.messageTypeCode', circulation.messageTypeCode],
    ['circulation.title', circulation.title],
    ...circulation.parameters.map(({ name, value }) => [`circulation.parameters.${name}`, value] as const),
  ];
}
