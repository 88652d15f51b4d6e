/**
 * Replaces U+0000 in a parameter with U+FFFD. PostgreSQL refuses a text with this character, and SQLite returns it only up
 * to there; in user input, it must neither make a press fail nor truncate the text.
 */
export function replaceNul<Parameter>(parameter: Parameter): Parameter | string {
  return typeof parameter === 'string' ? parameter.replaceAll('\0', '\uFFFD') : parameter;
}
