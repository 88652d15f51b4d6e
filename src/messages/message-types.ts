import type { Channel } from '../protocol/constants.ts';

/**
 * What the host knows of a message type of the center: its channels, and the text of its template with every variable
 * as `{{name}}`. Without a template the variables are not looked at.
 */
export type MessageType =
  | { readonly channels: readonly Channel[]; readonly template?: string }
  /** A text for each of the channels. */
  | { readonly channels: readonly Channel[]; readonly templates: Readonly<Partial<Record<Channel, string>>> };

/** By their codes. */
export type MessageTypes = Readonly<Record<string, MessageType>>;
