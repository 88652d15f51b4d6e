/** What may stand in a callback url as it is. */
const URL_SAFE = /^[A-Za-z0-9_.-]+$/;

export function isUrlSafe(key: string): boolean {
  // Dots alone would be a step in the path.
  return URL_SAFE.test(key) && !/^\.+$/.test(key);
}

/** Makes keys for the buttons of one node: url-safe, and each given out once. */
export function createKeyMaker(): (wish: string) => string {
  const taken = new Set<string>();
  return (wish) => {
    const base = isUrlSafe(wish) ? wish : wish.replace(/[^A-Za-z0-9_-]+/g, '-').replace(/^-+|-+$/g, '') || 'button';
    let key = base;
    for (let count = 2; taken.has(key); count += 1) key = `${base}-${count}`;
    taken.add(key);
    return key;
  };
}
