/**
 * The order in which activities of the engine started. Across all copies of a node, it is the order in which its tokens
 * arrived.
 */
export class StartOrder {
  readonly #places: Map<string, number>;

  /** @param executionIds activities that started in earlier steps, in that order */
  constructor(executionIds: readonly string[]) {
    this.#places = new Map(executionIds.map((executionId, place) => [executionId, place]));
  }

  /** An execution that is already known is ignored: a recovered engine reports it again. */
  note(executionId: string): void {
    if (!this.#places.has(executionId)) this.#places.set(executionId, this.#places.size);
  }

  placeOf(executionId: string): number {
    return this.#places.get(executionId) ?? this.#places.size;
  }
}
