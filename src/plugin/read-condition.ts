import { StepError } from '../errors.ts';

/**
 * What a condition says. The engine would take whatever is truthy in JavaScript, the text `false` among it.
 * @param name of the condition, for the message
 * @throws {StepError} `ERR_EXPRESSION_FAILED`: it is neither true nor false
 */
export function readCondition(value: unknown, name: string): boolean {
  if (value === true || value === 'true') return true;
  if (value === false || value === 'false' || value === null || value === undefined) return false;
  throw new StepError('ERR_EXPRESSION_FAILED', `The ${name} is neither true nor false.`);
}
