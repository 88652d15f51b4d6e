/** What became of a press, an operation or a trigger; expected outcomes are returned, never thrown. */
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
 * - `applied`: the step is committed; `duplicate`: it was before, by the same press
 * - `stale`: the task is no longer open; `unknown`: there is no such task
 * - `forbidden`: the account may not; `suspended`: the instance is; `invalid`: the parameters are not what the button sends
 * - `failed`: the process could not go on; everything is as it was and the same press may be made again
 */
export interface Verdict {
  /** What became of it. */
  readonly kind: VerdictKind;
  /** For the person who pressed; names no account but their own and holds no payload. */
  readonly message: string;
  /**
   * Tasks that it took from groups and that the center was not told of, since a report names somebody: they stay in
   * people's lists until the center asks for their state. Absent: there is none.
   */
  readonly untold?: readonly string[];
}
