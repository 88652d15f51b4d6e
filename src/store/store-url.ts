/** The path of `sqlite:<path>`; undefined: it is no such address. */
export function sqlitePathOf(url: string): string | undefined {
  // Neither a host nor the parameters of a URL, of which a file would get the name.
  return /^sqlite:(?!file:|\/\/[^/])(?:\/\/(?=\/))?(?<path>[^\0]+)$/.exec(url)?.groups?.path;
}
