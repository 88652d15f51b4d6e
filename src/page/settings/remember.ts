/** Stores a person's choices in this browser. Without storage, a choice lasts until the page is closed. */
const PREFIX = 'ttc-inbox.';

/** Until when it is stored: for all pages of this browser, or until the tab is closed. */
type Lasting = 'browser' | 'tab';

const storageOf = (lasting: Lasting): Storage => (lasting === 'tab' ? sessionStorage : localStorage);

export function recall(name: string, lasting: Lasting = 'browser'): string | undefined {
  try {
    return storageOf(lasting).getItem(PREFIX + name) ?? undefined;
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

export function remember(name: string, value: string, lasting: Lasting = 'browser'): void {
  try {
    storageOf(lasting).setItem(PREFIX + name, value);
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
