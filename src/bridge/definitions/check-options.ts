import type { ConfigProblem } from '../../config/fields.ts';
import type { BridgeConfig } from '../../config.ts';
import { InputError } from '../../errors.ts';
import type { Log } from '../../logger.ts';
import { defaultAssignmentOf } from '../../model/default-assignment.ts';
import type { Expression } from '../../model/expressions/expression.ts';
import { calledFunctions } from '../../model/expressions/expression-analysis.ts';
import { checkTemplate } from '../../model/files/check-messages.ts';

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

/**
 * Checks the message of the option `circulation` against its message type, as deploy checks the messages of a diagram.
 * Otherwise an error would only appear when the first task is circulated.
 * @throws {InputError} `ERR_CONFIG_INVALID`: it could never be sent; `details.problems` lists every `ConfigProblem`
 */
export function checkCirculationMessage(
  { circulation, messageTypes }: Pick<BridgeConfig, 'circulation' | 'messageTypes'>,
  log: Log,
): void {
  if (circulation === undefined) return;
  const { problems, warnings } = checkTemplate(circulation, messageTypes);
  if (problems.length > 0) {
    const lines = problems.map((problem) => `- ${inOptions(problem)}`);
    const text = ['the message of the option circulation cannot be sent:', ...lines].join('\n');
    throw new InputError('ERR_CONFIG_INVALID', text, { details: { problems: problems.map(toConfigProblem) } });
  }
  if (warnings.length > 0) log('circulation.mismatch', { warnings: warnings.map(inOptions) });
}

/** Replaces the fields of the message in a problem by the names of the options. */
function inOptions(text: string): string {
  return `circulation.${text.replaceAll('data.paramValueJson', 'parameters').replace(/^data\./, '')}`;
}

function toConfigProblem(problem: string): ConfigProblem {
  const [path = '', ...words] = inOptions(problem).split(': ');
  return { path, message: words.join(': ') };
}
