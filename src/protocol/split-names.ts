/** Splits a comma-separated field of accounts or groups, and removes white space. */
export function splitNames(text: string): string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}
