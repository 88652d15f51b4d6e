/**
 * A parameter as the databases can keep it. PostgreSQL refuses a text with the character U+0000, and SQLite gives such a
 * text back only up to there: in what a stranger wrote, it must neither fail the press nor hide the rest.
 */
export function storable<Parameter>(parameter: Parameter): Parameter | string {
  return typeof parameter === 'string' ? parameter.replaceAll('\0', '\uFFFD') : parameter;
}
