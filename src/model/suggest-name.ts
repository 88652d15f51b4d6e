/** The known name that is most similar to a misspelt one; undefined if none is similar. */
export function suggestName(misspelt: string, known: Iterable<string>): string | undefined {
  const names = [...known];
  return findNearest(misspelt, names) ?? names.find((name) => misspelt.length > 4 && name.startsWith(misspelt));
}

function findNearest(misspelt: string, known: readonly string[]): string | undefined {
  let best: { readonly name: string; readonly distance: number } | undefined;
  for (const name of known) {
    const distance = countEdits(misspelt.toLowerCase(), name.toLowerCase());
    if (distance > MAX_EDITS || distance * 3 > name.length) continue;
    if (best === undefined || distance < best.distance) best = { name, distance };
  }
  return best?.name;
}

const MAX_EDITS = 2;

/** Edit distance with insertions, deletions, substitutions and transpositions (optimal string alignment). */
function countEdits(from: string, to: string): number {
  if (Math.abs(from.length - to.length) > MAX_EDITS) return Number.POSITIVE_INFINITY;
  const rows: number[][] = [Array.from({ length: to.length + 1 }, (_, at) => at)];
  const cell = (row: number, column: number) => rows[row]?.[column] ?? 0;
  for (let i = 1; i <= from.length; i += 1) {
    rows.push([i]);
    for (let j = 1; j <= to.length; j += 1) {
      const same = from[i - 1] === to[j - 1];
      const edits = Math.min(cell(i - 1, j) + 1, cell(i, j - 1) + 1, cell(i - 1, j - 1) + (same ? 0 : 1));
      const isSwap = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      rows[i]?.push(isSwap ? Math.min(edits, cell(i - 2, j - 2) + 1) : edits);
    }
  }
  return cell(from.length, to.length);
}
