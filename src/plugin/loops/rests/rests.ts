import type { DiagramGraph } from '../../engine/slice/diagram-graph.ts';
import type { Setting } from '../beyond.ts';
import type { RoundState } from '../path-entry.ts';
import type { Trail } from '../trail.ts';
import type { Marking } from './marking.ts';
import { Stretches } from './stretches.ts';

/** An instance whose tokens rest. */
export interface Resting extends RoundState, Pick<Setting, 'model' | 'context'> {
  /** Asked for in loops alone. */
  marking(): Marking;
  diagram(): DiagramGraph;
}

/** The rests of a step: all of its tokens wait, for what has been thrown, or for a condition or a time that has come. */
export class Rests {
  readonly #trail: Trail;
  readonly #most: number;
  /** Where the names of waits were computed in the trail. */
  readonly #namedAt = new Map<string, number>();
  #stretches: Stretches | undefined;
  /** How long the trail was at the last one. */
  #at = 0;

  /** @param most times that a token may reach a node in a loop with an end */
  constructor(trail: Trail, most: number) {
    this.#trail = trail;
    this.#most = most;
  }

  /** Notes that the names of a wait are computed with the next entry of the trail. */
  noteNames(key: string): void {
    this.#namedAt.set(key, this.#trail.length);
  }

  /** @returns the node that a loop would reach too often */
  note({ model, context, all, seen, marking, diagram }: Resting): string | undefined {
    const begin = this.#at;
    const path = this.#trail.pathSince(begin);
    // Nothing has moved.
    if (!path.some(({ kind }) => kind === 'node')) return undefined;
    this.#at = this.#trail.length;
    this.#stretches ??= new Stretches(this.#most, { model, context, diagram: diagram() });
    const placeOfNames = (key: string) => {
      const at = this.#namedAt.get(key) ?? -1;
      return at < begin ? undefined : at - begin;
    };
    const goingOn = this.#trail.goingOnSince(begin);
    return this.#stretches.note({ all, seen, marking: marking(), path, goingOn, placeOfNames });
  }
}
