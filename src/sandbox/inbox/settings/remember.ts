/** What this browser remembers of a person's choices. Where it keeps nothing, the choice holds until the page is closed. */
const PREFIX = 'ttc-inbox.';

export function recall(name: string): string | undefined {
  try {
    return localStorage.getItem(PREFIX + name) ?? undefined;
  } catch {
    return undefined;
  }
}

export function remember(name: string, value: string): void {
  try {
    localStorage.setItem(PREFIX + name, value);
  } catch {
    // A browser that keeps nothing is no reason to fail.
  }
}
