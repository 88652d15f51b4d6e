import type { Values } from '../conditions/condition-truth.ts';
import { readMs } from '../conditions/data.ts';
import type { EventTrigger } from '../draw/graph.ts';

type Heard = Extract<EventTrigger, { kind: 'message' | 'signal' }>;

/** What a message or signal is called now, and what it is about. */
export function namedIn({ name, reads, key }: Heard, values: Values): { readonly name: string; readonly key?: string } {
  return {
    // A button of a default flow may have set it to null, which is no text.
    name: reads === undefined ? name : `${name}-${values[reads] ?? ''}`,
    ...(key !== undefined && { key: String(values[key]) }),
  };
}

/** Milliseconds of a timer that begins now: until it is due, of a date since the epoch. */
export const msOf = ({ ms, reads }: Extract<EventTrigger, { kind: 'timer' }>, values: Values): number =>
  reads ? readMs(values[reads.variable], reads.as) : ms;
