/** One way to hold up a service: what is done, and what has to come of it. */
export interface Attack {
  /** Unique; the row of the table. */
  readonly name: string;
  /** What has to come of it. */
  readonly expected: readonly Outcome[];
  /**
   * Longest time that the event loop may stand, in milliseconds. It only tells a limit that holds from one that does not,
   * so it is many times as long as on a quiet machine.
   */
  readonly standsAtMostMs: number;
  /** Judged by `npm run test:attacks` only: it takes long, or needs PostgreSQL. */
  readonly long?: boolean;
  /** Prepares everything, in a process of its own. @returns the attack itself, which is measured */
  prepare(): Promise<() => unknown>;
}

/** What came of an attack: `works`, `died`, `did not end`, a code of an error, or what else was thrown. */
export type Outcome = string;

/** What the process of an attack tells. */
export interface AttackResult {
  readonly outcome: Outcome;
  /** How long the event loop stood at a time, at the most, in milliseconds. */
  readonly stoodMs: number;
  /** The same when the attack was made several times in one process, for the last time. */
  readonly stoodLastMs?: number;
  /** Processor time of the attack, in milliseconds, which other work on the machine hardly changes; unknown if it died. */
  readonly processorMs?: number;
}

/** Runs an attack, and names what came of it: the string that it returned, `works`, or its error. */
export async function outcomeOf(attempt: () => unknown): Promise<Outcome> {
  try {
    const result: unknown = await attempt();
    return typeof result === 'string' ? result : 'works';
  } catch (error) {
    const { code, name, message } = error as Error & { readonly code?: unknown };
    return typeof code === 'string' && code.startsWith('ERR_') ? code : `${name}: ${message.slice(0, 60)}`;
  }
}
