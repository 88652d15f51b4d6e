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
