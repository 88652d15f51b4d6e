/** Internal to the expressions: the values at hand do not allow an operation. The message never holds a value. */
export class EvaluationError extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'EvaluationError';
  }
}
