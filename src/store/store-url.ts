/** The file that a URL names, undefined if it names none: neither a host nor parameters, which would become its name. */
export function sqlitePathOf(url: string): string | undefined {
  return /^sqlite:(?!file:|\/\/[^/])(?:\/\/(?=\/))?(?<path>[^\0]+)$/.exec(url)?.groups?.path;
}

export function isPostgresUrl(url: string): boolean {
  return /^postgres(?:ql)?:\/\/./.test(url) && URL.canParse(url);
}
