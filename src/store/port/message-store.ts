import type { Lease } from './lease.ts';
import type { HeldMessage, MessageFilter, MessageRetry, MessageRow, MessageSettlement } from './message-rows.ts';
import type { Decision } from './outbox-rows.ts';
import type { Page } from './page.ts';

export interface MessageStore {
  /**
   * Stores a message, unless one with the same `sendId` exists. After a crash it may be stored: repeat with the same
   * `sendId`, because another id is another message.
   * @returns the stored message
   */
  putMessage(message: MessageRow): Promise<MessageRow>;
  /** After a crash, `pending` means that no answer was stored; the message may have been sent. */
  getMessage(sendId: string): Promise<MessageRow | undefined>;
  /** In the order of commits; `after`: those that come after the one with this `sendId`, none if there is none. */
  listMessages(filter: MessageFilter & { after?: string } & Page): Promise<MessageRow[]>;
  countMessages(filter: MessageFilter): Promise<number>;
  /**
   * Leases due messages, most overdue first, and counts the attempt. No message is leased twice at a time. A message that
   * cannot be read is parked and returned as parked. If the holder dies, the lease expires and another bridge sends it again
   * with the same `sendId`.
   */
  leaseMessages(lease: Lease): Promise<MessageRow[]>;
  /**
   * Stores the outcome of an attempt and releases the lease. After a crash before this, the message is sent again when its
   * lease expires, with the same `sendId`.
   * @returns false if it is settled or the caller is not its latest holder
   */
  settleMessage(held: HeldMessage, settlement: MessageSettlement): Promise<boolean>;
  /**
   * Makes a parked message due again, with its corrections and a history entry. After a crash, all of this is stored or
   * nothing.
   * @returns false if it is not parked, or was sent again since it was read
   */
  retryMessage(read: HeldMessage, retry: MessageRetry): Promise<boolean>;
  /**
   * Skips a message that is parked, or pending and not leased. The reason is stored in the history. After a crash before
   * this, a pending message may still be sent.
   * @returns false if it is neither, or was sent again since it was read
   */
  skipMessage(read: HeldMessage, skip: Decision): Promise<boolean>;
}
