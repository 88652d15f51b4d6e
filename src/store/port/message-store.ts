import type { Lease } from './lease.ts';
import type { HeldMessage, MessageRetry, MessageRow, MessageSettlement, MessageState } from './message-rows.ts';
import type { Page } from './page.ts';

export interface MessageStore {
  /**
   * Keeps a message, unless there is one of that `sendId`. After a crash before it resolved it may be on its way: the
   * same `sendId` again gives that one, another id is another message.
   * @returns the one that stands
   */
  putMessage(message: MessageRow): Promise<MessageRow>;
  /** After a crash `pending` says that no answer was stored, not that it was not sent. */
  getMessage(sendId: string): Promise<MessageRow | undefined>;
  /** In order of commit. After a crash holds those that a step sent just when the step is there. */
  listMessages(filter: { instanceId?: string; state?: MessageState } & Page): Promise<MessageRow[]>;
  /**
   * Leases due messages, most overdue first, and counts the attempt. No message is leased twice at a time. One that
   * cannot be read is parked instead, and comes back so. When the holder dies the lease runs out and somebody else
   * sends it under the `sendId` that the center may have seen.
   */
  leaseMessages(lease: Lease): Promise<MessageRow[]>;
  /**
   * Says what became of a leased message, and ends its lease. Only its latest holder is heard. After a crash before it,
   * the message is sent once more when the lease runs out, under the `sendId` by which the center can tell a repeat.
   * @returns false when it is settled, or somebody else's
   */
  settleMessage(held: HeldMessage, settlement: MessageSettlement): Promise<boolean>;
  /**
   * Makes a parked message due again. After a crash it is due, corrected and on record, though nobody was woken to send
   * it; or parked as before.
   * @returns false when it is not parked, or was sent again since it was read
   */
  retryMessage(read: HeldMessage, retry: MessageRetry): Promise<boolean>;
  /**
   * Gives up a message that is parked, or pending and on nobody's hands. After a crash it is given up, with the reason
   * on record, or it is as before, and a pending one may still be sent.
   * @returns false when it is neither, or was sent again since it was read
   */
  skipMessage(read: HeldMessage, skip: { readonly at: number; readonly reason: string }): Promise<boolean>;
}
