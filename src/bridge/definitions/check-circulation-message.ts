import type { ConfigProblem } from '../../config/fields.ts';
import type { BridgeConfig } from '../../config.ts';
import { InputError } from '../../errors.ts';
import type { Log } from '../../logger.ts';
import { checkTemplate } from '../../model/files/check-messages.ts';

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
