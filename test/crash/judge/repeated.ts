/** What stands in the list more than once. */
export function repeated(list: readonly string[]): string[] {
  return list.filter((entry, index) => list.indexOf(entry) !== index);
}
