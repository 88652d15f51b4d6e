import { BridgeError, ERROR_CODES, InputError } from '../../errors.ts';
import type { MessageRow, Store } from '../../store/port.ts';

/** Those who wait for what becomes of a message. */
export interface MessageWaiters {
  /**
   * Resolves when the message is not pending any more, whichever process sends it.
   * @throws {BridgeError} `ERR_CLOSED`
   */
  settled(sendId: string): Promise<MessageRow>;
  /** Called when an attempt is settled here: whoever waits for the message looks at once. */
  look(sendId: string): void;
  /** Nobody waits any longer. */
  close(): void;
}

/** As often as the loops look for what other processes have committed. */
const POLL_MS = 1_000;

interface Hint {
  readonly sendId: string;
  give(): void;
}

/** @param pollMs how often the record is read: another process that settles the message tells nobody here */
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

  /** @returns `unknown` while the database does not answer: the message is stored, so it is waited on */
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
        // Before the record is read: what is settled meanwhile must not wait for the next look.
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
    look(sendId) {
      for (const hint of hints) if (hint.sendId === sendId) hint.give();
    },
    close() {
      isClosed = true;
      for (const hint of hints) hint.give();
    },
  };
}

function closed(sendId: string): BridgeError {
  return new BridgeError('ERR_CLOSED', `The bridge is closed: the message ${sendId} is stored and goes out later.`);
}
