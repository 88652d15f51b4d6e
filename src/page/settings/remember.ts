/** Stores a person's choices in this browser. Without storage, a choice lasts until the page is closed. */
const PREFIX = 'ttc-inbox.';

export function recall(name: string): string | undefined {
  try {
    return localStorage.getItem(PREFIX + name) ?? undefined;
  } catch {
    return undefined;
  }
}

export function forget(name: string): void {
  try {
    localStorage.removeItem(PREFIX + name);
  } catch {
    // Missing storage must not cause an error.
  }
}

export function remember(name: string, value: string): void {
  try {
    localStorage.setItem(PREFIX + name, value);
  } catch {
    // Missing storage must not cause an error.
  }
}

/** The names with this beginning under which something is stored. */
export function listNames(beginning: string): readonly string[] {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX + beginning));
    return keys.map((key) => key.slice(PREFIX.length));
  } catch {
    return [];
  }
}

/** Listens to what other pages of this browser store and forget; undefined stands for nothing. */
export function listenElsewhere(
  listener: (name: string, change: { readonly before: string | undefined; readonly after: string | undefined }) => void,
): void {
  addEventListener('storage', ({ key, oldValue, newValue }) => {
    if (key?.startsWith(PREFIX) === true)
      listener(key.slice(PREFIX.length), { before: oldValue ?? undefined, after: newValue ?? undefined });
  });
}
