/** Internal: a text is not a valid expression. `position` is the index of a character, from 0. */
export class GrammarError extends Error {
  readonly position: number | undefined;

  constructor(reason: string, position?: number) {
    super(reason);
    this.name = 'GrammarError';
    this.position = position;
  }
}
