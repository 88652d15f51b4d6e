/** Unfinished work, and work that needs an operator. */
export interface Backlog {
  readonly reports: {
    readonly pending: number;
    readonly parked: number;
    readonly unconfirmed: number;
    /** When the oldest pending one was stored, in epoch milliseconds; null: none is pending. */
    readonly oldestPendingAt: number | null;
  };
  readonly messages: {
    readonly pending: number;
    readonly parked: number;
    readonly oldestPendingAt: number | null;
  };
  /** Open incidents. */
  readonly incidents: number;
  /** Jobs whose last attempt has failed; each has an open incident. */
  readonly failedJobs: number;
  /** Instances whose timer is not tried again until an operator acts; each has an open incident. */
  readonly setAside: number;
  /** Jobs, wake-ups and timer starts that are due and not leased. */
  readonly due: number;
}
