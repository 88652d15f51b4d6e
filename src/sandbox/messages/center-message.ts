import type { Channel } from '../../protocol/constants.ts';
import type { MessageProblem } from '../../protocol/message-send.ts';
import type { RawObject } from '../tasks/check-fields.ts';

/** Where a message is read: both sides share one read state (spec, What the service does, WEBSITE). */
export type MessageSide = 'pc' | 'mobile';

/** The first time that an account read a message. */
export interface Reading {
  /** `yyyy-MM-dd HH:mm:ss` */
  readonly at: string;
  readonly side: MessageSide;
}

/** One message to one receiver on one channel. */
export interface Delivery {
  /** The channel of the delivery. */
  readonly channel: Channel;
  /** The phone number for SMS, the e-mail address for MAIL, otherwise an account. */
  readonly receiver: string;
  /** The recipient's account; absent when only a phone number or an address was named. */
  readonly account?: string;
  /** The template of the channel, filled in. */
  readonly text: string;
}

/** A message task that the center has accepted. */
export interface CenterMessage {
  readonly sendId: string;
  /** The request without fields that are null. */
  readonly request: RawObject;
  readonly appId: string;
  readonly messageTypeCode: string;
  readonly channels: readonly Channel[];
  /** The deliveries, made when it is sent. */
  readonly deliveries: readonly Delivery[];
  readonly errorList: readonly MessageProblem[];
  /** Set when it is not sent at once. */
  readonly dueTime?: string;
  /** `yyyy-MM-dd HH:mm:ss`: when it is or was sent. */
  readonly sentAt: string;
  /** By account. */
  readonly readings: ReadonlyMap<string, Reading>;
}
