/** What is wrong with a message. Each text names the field and the remedy; none holds a value of the message. */
export interface MessageCheck {
  /** With any of these it must not be sent. */
  readonly problems: readonly string[];
  /** It can be sent, but something in it goes nowhere. */
  readonly warnings: readonly string[];
}
