/** Letters of any script, as in expressions. */
const VARIABLE_NAME = /^[\p{L}_$][\p{L}\p{N}_$]*$/u;

/** Whether the whole text is a valid variable name. */
export function isVariableName(text: string): boolean {
  return VARIABLE_NAME.test(text);
}
