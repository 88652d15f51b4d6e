/** Internal: an operation is not possible with the current values. The message never contains a value. */
export class EvaluationError extends Error {
  /** @param cause what a function of the host threw */
  constructor(reason: string, cause?: unknown) {
    super(reason, cause === undefined ? undefined : { cause });
    this.name = 'EvaluationError';
  }
}

/** A condition requires a variable that was never set or has no value. */
export class NotSetError extends EvaluationError {
  /** Variables, and members of variables such as `form.days`. */
  readonly variables: readonly string[];

  constructor(reason: string, variables: readonly string[]) {
    super(reason);
    this.name = 'NotSetError';
    this.variables = variables;
  }
}

/** @param names at least one */
export function neverSet(names: readonly string[]): NotSetError {
  const list = names.map((name) => `\`${name}\``).join(', ');
  return new NotSetError(`${list} ${names.length === 1 ? 'was' : 'were'} never set`, names);
}

/** Internal: a text is not a valid expression. `position` is the index of a character, from 0. */
export class GrammarError extends Error {
  readonly position: number | undefined;

  constructor(reason: string, position?: number) {
    super(reason);
    this.name = 'GrammarError';
    this.position = position;
  }
}
