import { BridgeError, ERROR_CODES, InputError } from '../../errors.ts';
import type { MessageRow, Store } from '../../store/port.ts';

/** Waits for messages to be settled. */
export interface MessageWaiters {
  /**
   * Resolves when the message is no longer pending, whichever process sends it.
   * @throws {BridgeError} `ERR_CLOSED`
   */
  settled(sendId: string): Promise<MessageRow>;
  /** Reads a message at once if somebody waits for it. Call it when this process has settled an attempt. */
  check(sendId: string): void;
  /** Ends all waits with `ERR_CLOSED`. */
  close(): void;
}

/** Same interval as the polling loops. */
const POLL_MS = 1_000;

interface Hint {
  readonly sendId: string;
  give(): void;
}

/** @param pollMs interval for reading the message, because another process that settles it sends no notification */
export function createMessageWaiters(store: Pick<Store, 'getMessage'>, pollMs: number = POLL_MS): MessageWaiters {
  const hints = new Set<Hint>();
  let isClosed = false;

  function expectHint(sendId: string): Hint & { readonly given: Promise<void> } {
    let resolve: () => void = () => undefined;
    const given = new Promise<void>((done) => {
      resolve = done;
    });
    const give = () => {
      clearTimeout(timer);
      hints.delete(hint);
      resolve();
    };
    const hint = { sendId, given, give };
    const timer = setTimeout(give, pollMs);
    hints.add(hint);
    return hint;
  }

  /** @returns `unknown` while the database does not answer; the wait continues, because the message is stored */
  async function read(sendId: string): Promise<MessageRow | 'unknown'> {
    try {
      const row = await store.getMessage(sendId);
      if (row) return row;
    } catch (error) {
      if (isClosed || (error instanceof BridgeError && ERROR_CODES[error.code].retry)) return 'unknown';
      throw error;
    }
    throw new InputError('ERR_MESSAGE_UNKNOWN', `The message ${sendId} was deleted.`, { details: { sendId } });
  }

  return {
    async settled(sendId) {
      for (;;) {
        // Registered before reading, so that a settlement in between is not missed.
        const hint = expectHint(sendId);
        try {
          const row = await read(sendId);
          if (row !== 'unknown' && row.state !== 'pending') return row;
          if (isClosed) throw closed(sendId);
          await hint.given;
        } finally {
          hint.give();
        }
      }
    },
    check(sendId) {
      for (const hint of hints) if (hint.sendId === sendId) hint.give();
    },
    close() {
      isClosed = true;
      for (const hint of hints) hint.give();
    },
  };
}

function closed(sendId: string): BridgeError {
  return new BridgeError('ERR_CLOSED', `The bridge is closed: the message ${sendId} is stored and will be sent later.`);
}
