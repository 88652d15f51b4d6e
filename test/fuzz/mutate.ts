import { isDeepStrictEqual } from 'node:util';
import { pick, type Random } from '../support/random.ts';
import type { Known } from './known.ts';

/** What it changes, or undefined where there is nothing to change. */
export type Mutation<Subject> = (subject: Subject, random: Random, known: Known) => Partial<Subject> | undefined;

/** The subject with one to three of the mutations, and which: those only that made another one of it. */
export function mutate<Subject extends object>(
  honest: Subject,
  mutations: Readonly<Record<string, Mutation<Subject>>>,
  random: Random,
  known: Known,
): { readonly changed: Subject; readonly kinds: readonly string[] } {
  let changed = honest;
  const kinds = new Set<string>();
  for (let left = 1 + random.below(3); left > 0; ) {
    const [kind, mutation] = pick(random, Object.entries(mutations));
    const next = { ...changed, ...mutation(changed, random, known) };
    if (isDeepStrictEqual(next, changed)) continue;
    changed = next;
    kinds.add(kind);
    left -= 1;
  }
  return { changed, kinds: [...kinds] };
}
