/**
 * The n-th number that a stream draws, from 0 to below 1, and the same at every run with the same seed: each rule draws
 * for each kind of call from a stream of its own, so that the order in which calls of different kinds happen to come in
 * changes nothing. Mulberry32, by Tommy Ettinger, in the public domain.
 */
export function draw(seed: number, stream: string, n: number): number {
  const state = (hash(`${seed}/${stream}`) + Math.imul(n + 1, 0x6d2b79f5)) >>> 0;
  let mixed = Math.imul(state ^ (state >>> 15), state | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const byte of Buffer.from(text)) value = Math.imul(value ^ byte, 0x01000193);
  return value >>> 0;
}
