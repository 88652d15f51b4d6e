/** The outcome of a press, an operation or a trigger. Expected outcomes are returned, never thrown. */
export const VERDICTS = [
  'applied',
  'duplicate',
  'stale',
  'unknown',
  'forbidden',
  'suspended',
  'invalid',
  'failed',
] as const;
/** One of the verdicts; {@link Verdict} says what each means. */
export type VerdictKind = (typeof VERDICTS)[number];

/**
 * - `applied`: the step is committed; `duplicate`: the same press was applied before
 * - `stale`: the task is no longer open; `unknown`: there is no such task
 * - `forbidden`: the account has no right to do it; `suspended`: the instance is suspended; `invalid`: the parameters do
 *   not match the button
 * - `failed`: the process could not go on; nothing has changed, and the same press can be repeated
 */
export interface Verdict {
  /** The kind of outcome. */
  readonly kind: VerdictKind;
  /** Text for the person who pressed. Names no account but theirs and contains no payload. */
  readonly message: string;
  /**
   * Group tasks that were closed without a report, because a report must name a handler: they stay in people's lists until
   * the center asks for their state. Absent: there are none.
   */
  readonly unreported?: readonly string[];
}
