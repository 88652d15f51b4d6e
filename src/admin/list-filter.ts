const NUMBERS = new Set(['startedFrom', 'startedBefore', 'createdFrom', 'createdBefore', 'from', 'before']);
const FLAGS = new Set(['open', 'problem']);

/** The filter of a list from the query; the method of the bridge judges its names and values. */
export function readListFilter(
  query: URLSearchParams,
): { readonly after?: string } & Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    [...query].filter(([, value]) => value !== '').map(([name, value]) => [name, readValue(name, value)]),
  );
}

function readValue(name: string, value: string): unknown {
  if (NUMBERS.has(name)) return Number(value);
  return FLAGS.has(name) ? value === 'true' : value;
}
