/**
 * The order in which activities of the engine began. At one node it is the order of its tokens, whichever copy each of
 * them is in.
 */
export class BeginningOrder {
  readonly #places: Map<string, number>;

  /** @param executionIds those that began before, in that order */
  constructor(executionIds: readonly string[]) {
    this.#places = new Map(executionIds.map((executionId, place) => [executionId, place]));
  }

  /** One that is known already has not begun again: the engine was recovered. */
  note(executionId: string): void {
    if (!this.#places.has(executionId)) this.#places.set(executionId, this.#places.size);
  }

  placeOf(executionId: string): number {
    return this.#places.get(executionId) ?? this.#places.size;
  }
}
