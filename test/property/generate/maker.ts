import type { Random } from '../random.ts';
import type { DataMaker } from './data-maker.ts';
import type { EventMaker } from './event-maker.ts';
import type { Place } from './place.ts';
import type { Block, Part, PartKind } from './shape.ts';

/** A shape, with shapes directly inside it, which a process is to have somewhere. */
export interface Want {
  readonly kind: PartKind;
  readonly inside: readonly Want[];
  /** Of a countersign: more than 50 sign. */
  readonly crowd?: boolean;
}

/** What a process is made by; each of the others decides for itself, so that the rest is the same without it. */
export interface Dice {
  readonly random: Random;
  /** Who shares a task. */
  readonly sharing: Random;
  /** What reads variables that change while the process runs. */
  readonly data: DataMaker;
}

/** What makes one process, as those see it that make a kind of its parts. */
export interface Maker extends Dice {
  readonly events: EventMaker;
  makeWanted(want: Want, place: Place): Part;
  makeInner(place: Place, atLeast: number, wants: readonly Want[]): Block;
}
