/** Random numbers that a seed repeats. */
export interface Random {
  /** A whole number from 0 to `limit - 1`. */
  below(limit: number): number;
}

/** Mulberry32, by Tommy Ettinger, in the public domain: good enough to choose by. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return {
    below(limit) {
      state = (state + 0x6d2b79f5) >>> 0;
      let mixed = Math.imul(state ^ (state >>> 15), state | 1);
      mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
      return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
    },
  };
}

/** One of the values. */
export function pick<Value>(random: Random, values: readonly Value[]): Value {
  return values[random.below(values.length)] as Value;
}
