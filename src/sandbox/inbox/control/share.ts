/** The key by which entries of a list are recognized that has gained or lost others. */
const IDS = ['taskId', 'transactionId', 'sendId', 'seq'] as const;

/** `next`, with everything in it that equals its part of `before` replaced by that part. Both are JSON. */
export function share<Value>(before: unknown, next: Value): Value {
  if (Object.is(before, next)) return next;
  if (Array.isArray(next)) return (Array.isArray(before) ? shareList(before, next) : next) as Value;
  if (!isObject(before) || !isObject(next) || Array.isArray(before)) return next;
  const names = Object.keys(next);
  const shared = Object.fromEntries(names.map((name) => [name, share(before[name], next[name])]));
  const isSame = names.length === Object.keys(before).length && names.every((name) => shared[name] === before[name]);
  return (isSame ? before : shared) as Value;
}

function shareList(before: readonly unknown[], next: readonly unknown[]): readonly unknown[] {
  const known = new Map(before.map((entry, index) => [idOf(entry) ?? index, entry]));
  const shared = next.map((entry, index) => share(known.get(idOf(entry) ?? index), entry));
  return shared.length === before.length && shared.every((entry, index) => entry === before[index]) ? before : shared;
}

function idOf(entry: unknown): unknown {
  if (!isObject(entry)) return undefined;
  const name = IDS.find((id) => id in entry);
  return name === undefined ? undefined : entry[name];
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
