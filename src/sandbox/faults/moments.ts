/** Waits for changes in the center, in real time. */
export interface Moments {
  /** Resolves when the condition holds, which is checked at every change; at the latest after `ms`, or at the end. */
  until(condition: () => boolean, ms: number): Promise<void>;
  /** Announces a change. */
  look(): void;
  /** Resolves everything that waits, and everything that waits later. */
  end(): void;
}

interface Waiter {
  readonly condition: () => boolean;
  go(): void;
}

export function createMoments(): Moments {
  const waiters = new Set<Waiter>();
  let isOver = false;
  return {
    until(condition, ms) {
      if (isOver || condition()) return Promise.resolve();
      return new Promise((resolve) => {
        const waiter: Waiter = {
          condition,
          go() {
            clearTimeout(timer);
            waiters.delete(waiter);
            resolve();
          },
        };
        const timer = setTimeout(waiter.go, ms);
        waiters.add(waiter);
      });
    },
    look() {
      for (const waiter of [...waiters]) if (waiter.condition()) waiter.go();
    },
    end() {
      isOver = true;
      for (const waiter of [...waiters]) waiter.go();
    },
  };
}
