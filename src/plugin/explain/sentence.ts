/** Composes the sentences of reports from clauses. */
import type { Move } from './moves.ts';

/** A path of tokens in a step: what moved them, and the result. */
export interface Way {
  readonly moves: readonly Move[];
  readonly result: string;
}

export interface SentenceParts {
  /** First clause. */
  readonly subject?: string;
  /** What happened in earlier steps. */
  readonly before?: string;
  /** Clauses after the last path. */
  readonly last?: readonly string[];
  /** A remark at the end. */
  readonly note?: string | undefined;
}

/** `a was handled, the timer t fired, and its token led to b; the timer u fired, and its token led to c.` */
export function sentenceOf(ways: readonly Way[], { subject, before, last = [], note }: SentenceParts = {}): string {
  const told = ways.length === 0 ? [{ moves: [], result: undefined }] : ways;
  const clauses = told.map(({ moves, result }, index) =>
    joinClauses([
      ...(index === 0 && subject !== undefined ? [subject] : []),
      ...moves.map(({ what, did }) => `${what} ${did}`),
      ...(result === undefined ? [] : [result]),
      ...(index === told.length - 1 ? last : []),
    ]),
  );
  const text = [clauses.join('; '), ...(note === undefined ? [] : [note])].join('; ');
  return `${before === undefined ? capitalize(text) : `${before}; then ${text}`}.`;
}

/** A countersign can have hundreds of tasks. The report itself names all of them. */
const MAX_NAMED = 5;

/** `a, b and c`, or `a, b, c, d, e and 7 more`. */
export function listOf(names: readonly string[]): string {
  const left = names.length - MAX_NAMED;
  const all = left > 1 ? [...names.slice(0, MAX_NAMED), `${left} more`] : names;
  return all.length < 2 ? (all[0] ?? '') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`;
}

/** Groups members with equal moves, in the order of the first member of each group. */
export function groupByMoves<T extends { readonly moves: readonly Move[] }>(
  members: readonly T[],
): { readonly moves: readonly Move[]; readonly members: readonly T[] }[] {
  const groups = new Map<string, T[]>();
  for (const member of members) {
    const key = JSON.stringify(member.moves);
    groups.set(key, [...(groups.get(key) ?? []), member]);
  }
  return [...groups.values()].map((group) => ({ moves: group[0]?.moves ?? [], members: group }));
}

function joinClauses(clauses: readonly string[]): string {
  return clauses.length < 2 ? (clauses[0] ?? '') : `${clauses.slice(0, -1).join(', ')}, and ${clauses.at(-1)}`;
}

/** Capitalizes only the words of our own, not node ids. */
function capitalize(text: string): string {
  return text.replace(/^(?:the|its|nothing) /, (word) => word.charAt(0).toUpperCase() + word.slice(1));
}
