/** Whether a list and an entry have room beside each other, as in lists.css. */
export function isWide(): boolean {
  return matchMedia('(min-width: 641px)').matches;
}
