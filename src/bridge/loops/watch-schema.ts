import { StoreError } from '../../errors.ts';
import type { Store } from '../../store/store.ts';

/** Time between two checks, in milliseconds: so long may a bridge go on after a migration that it cannot live with. */
const CHECK_MS = 5_000;

export interface SchemaWatch {
  /** Set once a newer version of the library has migrated the database so that this one cannot work with it. */
  readonly newer: StoreError | undefined;
  stop(): void;
}

/**
 * Notices while a bridge runs that a newer version of the library has migrated its database. A statement on what is gone
 * fails by itself; this is for changes of meaning, which no statement would notice.
 * @param onNewer called once
 */
export function watchSchema(store: Pick<Store, 'checkSchema'>, onNewer: (error: StoreError) => void): SchemaWatch {
  let newer: StoreError | undefined;
  let isChecking = false;
  const timer = setInterval(() => void check(), CHECK_MS);
  timer.unref();

  async function check(): Promise<void> {
    if (isChecking) return;
    isChecking = true;
    try {
      await store.checkSchema?.();
    } catch (error) {
      // A database that does not answer is noticed by everything else.
      if (!(error instanceof StoreError && error.code === 'ERR_STORE_NEWER')) return;
      clearInterval(timer);
      newer = error;
      onNewer(error);
    } finally {
      isChecking = false;
    }
  }

  return {
    get newer() {
      return newer;
    },
    stop: () => clearInterval(timer),
  };
}
