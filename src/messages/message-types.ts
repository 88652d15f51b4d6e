import type { Channel } from '../protocol/constants.ts';

/**
 * A message type of the center: its channels, and the text of its template with every variable as `{{name}}`. Without a
 * template the variables are not checked.
 */
export type MessageType =
  | { readonly channels: readonly Channel[]; readonly template?: string }
  /** A separate text for each channel. */
  | { readonly channels: readonly Channel[]; readonly templates: Readonly<Partial<Record<Channel, string>>> };

/** Message types by code. */
export type MessageTypes = Readonly<Record<string, MessageType>>;
