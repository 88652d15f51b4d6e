/** The address of a database without its password, and without parameters, which may hold one. */
export function maskedStore(url: string): string {
  if (!URL.canParse(url) || !/^postgres/.test(url)) return url;
  const parsed = new URL(url);
  const user = parsed.username === '' ? '' : `${parsed.username}${parsed.password === '' ? '' : ':***'}@`;
  return `${parsed.protocol}//${user}${parsed.host}${parsed.pathname}`;
}
