import type { Work } from '../kills/checkpoints.ts';

type Kind = keyof Work;

/** What is held longer than this was given up: its holder may not say so. */
const HELD_MS = 3_000;

const running: Record<Kind, number> = { steps: 0, jobs: 0, deliveries: 0 };
const held = new Map<string, { readonly kind: Kind; readonly since: number }>();

/** Counts as in flight until the function it returns is called. */
export function begin(kind: Kind): () => void {
  running[kind] += 1;
  return () => {
    running[kind] -= 1;
  };
}

/** A leased row is in flight until somebody says what became of it. */
export function hold(kind: Kind, keys: readonly string[]): void {
  const since = performance.now();
  for (const key of keys) held.set(key, { kind, since });
}

export function release(keys: readonly string[]): void {
  for (const key of keys) held.delete(key);
}

export function currentWork(): Work {
  const work = { ...running };
  for (const { kind, since } of held.values()) if (performance.now() - since < HELD_MS) work[kind] += 1;
  return work;
}
