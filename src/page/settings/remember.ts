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

export function remember(name: string, value: string, lasting: Lasting = 'browser'): void {
  try {
    storageOf(lasting).setItem(PREFIX + name, value);
  } catch {
    // Missing storage must not cause an error.
  }
}
