/** The state of the bridge. Times are in milliseconds. */
export interface Health {
  /** Whether this bridge can take calls; if false, take it out of the load balancer. It does not depend on the center. */
  readonly ok: boolean;
  /** What an operator should check, each entry with what to do and the command of the program for it; empty if there is nothing. */
  readonly problems: readonly string[];
  /**
   * Whether a newer version of the library has migrated the database, so that this bridge has stopped working: replace its
   * process by one of that version.
   */
  readonly storeNewer: boolean;
  /** Whether the database answered. */
  readonly storeReachable: boolean;
  /** Migrations of a newer version of the library that has opened the database since this bridge did. */
  readonly newerMigrations: readonly string[];
  /** Whether the center refuses the calls of this node (HTTP 4xx, or no token), instead of not answering. */
  readonly centerRefuses: boolean;
  /**
   * Functions of the option `identity` that threw or gave no answer in time at their last call, or have calls that are late
   * and still without an answer, such as `identity.isMember`.
   */
  readonly failingFunctions: readonly string[];
  /** Definitions that could not be read or compiled when this bridge last needed them, and still cannot. */
  readonly unreadableDefinitions: readonly string[];
  /** Time until which nothing is sent, because the center does not answer or refuses the calls, in epoch milliseconds. Null: the center answers, or nothing was sent. */
  readonly centerTriedAgainAt: { readonly reports: number | null; readonly messages: number | null };
  /** Null: the database did not answer. */
  readonly reports: {
    readonly pending: number;
    readonly parked: number;
    readonly unconfirmed: number;
    /** How long the oldest report has been waiting for delivery; null: none is waiting. */
    readonly oldestUndeliveredMs: number | null;
  } | null;
  /** Messages to people. Null: the database did not answer. */
  readonly messages: {
    readonly pending: number;
    readonly parked: number;
    readonly oldestUndeliveredMs: number | null;
  } | null;
  /** Open incidents. Null: the database did not answer. */
  readonly incidents: number | null;
  /** Instances whose timer is not tried again until its incident is retried. Null: the database did not answer. */
  readonly setAside: number | null;
}
