/** Title and content of a summary entry, `title|content`. */
export function contentOf(entry: string): string {
  return entry.split('|').slice(1).join('|').trim();
}
