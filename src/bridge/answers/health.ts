/** How the bridge is. Times are milliseconds. */
export interface Health {
  /** Whether this node can take calls: false takes it out of a load balancer. What the center does, does not count. */
  readonly ok: boolean;
  /** What an operator should look at, each with what to do; empty: nothing. */
  readonly problems: readonly string[];
  /** Whether the database answered. */
  readonly storeReachable: boolean;
  /** Until when nothing is sent since the center does not answer; epoch milliseconds, null: it does, or nothing was sent. */
  readonly centerTriedAgainAt: { readonly reports: number | null; readonly messages: number | null };
  /** Null: the database did not say. */
  readonly reports: {
    readonly pending: number;
    readonly parked: number;
    readonly unconfirmed: number;
    /** How long the oldest has been waiting for its delivery; null: none is. */
    readonly oldestUndeliveredMs: number | null;
  } | null;
  /** To people. Null: the database did not say. */
  readonly messages: {
    readonly pending: number;
    readonly parked: number;
    readonly oldestUndeliveredMs: number | null;
  } | null;
  /** Open ones. Null: the database did not say. */
  readonly incidents: number | null;
}
