/** A letter of any script first, as in expressions. */
const VARIABLE_NAME = /^[\p{L}_$][\p{L}\p{N}_$]*$/u;

/** Whether a text is the name of a variable, and nothing more. */
export function isVariableName(text: string): boolean {
  return VARIABLE_NAME.test(text);
}
