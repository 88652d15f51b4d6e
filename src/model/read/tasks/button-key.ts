/** Keys that need no escaping in a callback url. */
const URL_SAFE = /^[A-Za-z0-9_.-]+$/;

export function isUrlSafe(key: string): boolean {
  // `.` and `..` are path segments with a special meaning.
  return URL_SAFE.test(key) && !/^\.+$/.test(key);
}

/** Makes url-safe keys for the buttons of one node, all different. */
export function createKeyMaker(): (wish: string) => string {
  const taken = new Set<string>();
  return (wish) => {
    const base = isUrlSafe(wish)
      ? wish
      : wish
          .replace(/[^A-Za-z0-9_-]+/g, '-')
          .replace(/^-+/, '')
          .replace(/(?<!-)-+$/, '') || 'button';
    let key = base;
    for (let count = 2; taken.has(key); count += 1) key = `${base}-${count}`;
    taken.add(key);
    return key;
  };
}
