/**
 * Whether a key belongs to an input method, in which Enter and Escape end the composition of a text. Safari sends the
 * key of Enter after the end of the composition, with the code 229 (UI Events, 5.3.3).
 */
export function isComposing({ isComposing: composes, keyCode }: KeyboardEvent): boolean {
  return composes || keyCode === 229;
}
