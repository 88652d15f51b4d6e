/** What a summary entry, `title|content`, says. */
export function contentOf(entry: string): string {
  return entry.split('|').slice(1).join('|').trim();
}
