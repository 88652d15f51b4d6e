import type { DataMaker } from './generate-data.ts';
import type { EventMaker } from './generate-events.ts';
import type { Place } from './generate-place.ts';
import type { Random } from './random.ts';
import type { Block, Part, PartKind } from './shape.ts';

/** A shape, with shapes directly inside it, which a process is to have somewhere. */
export interface Want {
  readonly kind: PartKind;
  readonly inside: readonly Want[];
  /** Of a countersign: more than 50 sign. */
  readonly crowd?: boolean;
}

/** What makes one process, as those see it that make a kind of its parts. */
export interface Maker {
  readonly random: Random;
  /** Decides by itself who shares a task, so that the rest is the same without it. */
  readonly sharing: Random;
  readonly data: DataMaker;
  readonly events: EventMaker;
  makeWanted(want: Want, place: Place): Part;
  makeInner(place: Place, atLeast: number, wants: readonly Want[]): Block;
}
