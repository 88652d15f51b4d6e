/** The fields that have a value: `{ ...defined({ name }) }` has no `name` if it is undefined. */
export function defined<Fields extends object>(
  fields: Fields,
): { readonly [Name in keyof Fields]?: Exclude<Fields[Name], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<
    Record<keyof Fields, never>
  >;
}

/** The list, if it has an item. */
export function nonEmpty<List extends { readonly length: number }>(list: List): List | undefined {
  return list.length === 0 ? undefined : list;
}
