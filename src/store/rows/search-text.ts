/** What `text` filters search, and what they search for: in lower case, by the same rules on both databases. */
export function searchTextOf(lines: readonly (string | null)[]): string {
  return lines
    .filter((line) => line !== null)
    .map((line) => line.replaceAll(/\s+/g, ' ').toLowerCase())
    .join('\n');
}
