import type { ProcessModel } from '../../../model/process-model.ts';
import type { Listening } from '../../state/ledger.ts';
import { isNamed } from '../../variables/compute-names.ts';

/**
 * Where the tokens of an instance are when all of them rest, and what they wait for. From the same marking, and with the
 * same variables, tokens go the same way.
 */
export interface Marking {
  /** Equal texts stand for equal markings, but for the names. */
  readonly text: string;
  /** The most tokens that may be moved in turn. */
  readonly tokens: number;
  /** The names and correlation keys that were computed for waits, in a fixed order. */
  readonly listening: readonly ListeningWait[];
  /** The nodes of the calls that run, by their ids. */
  readonly calls: ReadonlyMap<string, string>;
}

export interface ListeningWait {
  /** Names the wait. */
  readonly key: string;
  readonly names: Listening;
}

/**
 * Which of some names are equal to each other, or to one that the model has. What is thrown depends on no more: with
 * other names that are equal alike, the same waits hear it.
 * @param constant by {@link constantNames}
 */
export function patternOf(names: readonly Listening[], constant: readonly Listening[]): readonly number[] {
  const first = new Map<string | null, number>();
  const keys = new Map<string | null, number>();
  const indexIn = (known: Map<string | null, number>, each: string | null) => {
    const index = known.get(each) ?? known.size;
    known.set(each, index);
    return index;
  };
  return [...constant, ...names].flatMap(({ name, correlationKey }) => [
    indexIn(first, name),
    indexIn(keys, correlationKey),
  ]);
}

/** The names and correlation keys of a model that are not computed, that of messages for nobody, and the business key. */
export function constantNames({ events }: ProcessModel, businessKey: string | null): readonly Listening[] {
  const constant: Listening[] = [
    { name: '', correlationKey: businessKey },
    { name: null, correlationKey: null },
  ];
  for (const event of events.values()) {
    for (const trigger of [event.trigger, ...(event.also ?? [])]) {
      if (!isNamed(trigger)) continue;
      const { name } = trigger;
      const key = trigger.kind === 'message' ? trigger.correlationKey : undefined;
      constant.push({
        name: name.constant ? String(name.evaluate({})) : null,
        correlationKey: key?.constant ? String(key.evaluate({})) : null,
      });
    }
  }
  return constant;
}
