/** The request of `messageSend` (spec, Resources and Endpoint 1); schemas/message-send.ts reads it, and the answer. */
import type { Channel } from './constants.ts';
import type { JsonValue } from './json-object.ts';

/** The content of a message. */
export interface MessageData {
  /** Title of the message. */
  title: string;
  /** The variables of the template by name, or one such object per channel; empty if it has none. */
  paramValueJson: Record<string, JsonValue>;
  /** A preset key or an address that the recipient processes. */
  handleKey?: string | undefined;
  /** Address of an image. */
  coverImageUrl?: string | undefined;
  /** Separated by commas. */
  filesUrl?: string | undefined;
  /** Link target on a phone. */
  mobileUrl?: string | undefined;
  /** Link target on a PC. */
  url?: string | undefined;
  /** Closing signature; one sample of the spec has it here. */
  signOff?: string | undefined;
}

/** One message to its recipients. The names of a list are separated by commas. */
export interface MessageSendRequest {
  /** Application id of the sender. */
  appId: string;
  /** The message type, which defines template and channels. */
  messageTypeCode: string;
  /** Default, also if empty: the center generates one; then a repeat is another message. */
  sendId?: string | undefined;
  /** Default: at once. */
  sendTime?: string | undefined;
  /** Default, also if empty: the channels of the message type. */
  sendType?: Channel[] | undefined;
  /** True: the center validates more strictly. Default: false. */
  promise?: boolean | undefined;
  /** Marks it as important. Default: false. */
  importantIdentity?: boolean | undefined;
  /** Accounts. */
  toPersons?: string | undefined;
  /** Ids of departments. */
  toDepts?: string | undefined;
  /** Ids of user groups. */
  toGroups?: string | undefined;
  /** Only for SMS. */
  toPhones?: string | undefined;
  /** Only for MAIL. */
  toEmails?: string | undefined;
  /** Accounts that do not get the message. */
  excludeUser?: string | undefined;
  /** Closing signature. */
  signOff?: string | undefined;
  /** Content of the message. */
  data: MessageData;
}

/** A recipient that the message did not reach (spec, errorList entry). */
export interface MessageProblem {
  /** An account, a phone number or an e-mail address. */
  receiverKey: string;
  /** The reason. */
  exceptionMessage: string;
}
