/** The result of checking a message. Each text names the field and the remedy; none contains a value of the message. */
export interface MessageCheck {
  /** Errors: the message must not be sent. */
  readonly problems: readonly string[];
  /** The message can be sent, but contains values that are not used. */
  readonly warnings: readonly string[];
}
