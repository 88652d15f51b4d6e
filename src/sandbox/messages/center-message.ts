import type { Channel } from '../../protocol/constants.ts';
import type { MessageProblem } from '../../protocol/message-send.ts';
import type { RawObject } from '../tasks/check-fields.ts';

/** Where a message is read: both sides have one read state (spec, What the service does, WEBSITE). */
export type MessageSide = 'pc' | 'mobile';

/** That an account has read a message. */
export interface Reading {
  /** `yyyy-MM-dd HH:mm:ss` */
  readonly at: string;
  readonly side: MessageSide;
}

/** One message on one channel to one receiver. */
export interface Delivery {
  /** The channel it went out on. */
  readonly channel: Channel;
  /** The phone number of an SMS, the address of a MAIL, else an account. */
  readonly receiver: string;
  /** Whom it is for; absent where only a phone number or an address was named. */
  readonly account?: string;
  /** The template of the channel with its values. */
  readonly text: string;
}

/** A message task that the center has accepted. */
export interface CenterMessage {
  readonly sendId: string;
  /** As it came, without nulls. */
  readonly request: RawObject;
  readonly appId: string;
  readonly messageTypeCode: string;
  readonly channels: readonly Channel[];
  /** Those that go out, or went out, when it is sent. */
  readonly deliveries: readonly Delivery[];
  readonly errorList: readonly MessageProblem[];
  /** Set when it was not to be sent at once. */
  readonly dueTime?: string;
  /** `yyyy-MM-dd HH:mm:ss`: when it is sent, or was. */
  readonly sentAt: string;
  /** The first reading of each account. */
  readonly readings: ReadonlyMap<string, Reading>;
}
