/** Internal to the expressions: a text is outside the grammar. `position` counts characters from 0. */
export class GrammarError extends Error {
  readonly position: number | undefined;

  constructor(reason: string, position?: number) {
    super(reason);
    this.name = 'GrammarError';
    this.position = position;
  }
}
