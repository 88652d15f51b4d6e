/** What waits to be done, and what stands until somebody looks at it. */
export interface Backlog {
  readonly reports: {
    readonly pending: number;
    readonly parked: number;
    readonly unconfirmed: number;
    /** When the oldest of those that are pending was stored; epoch milliseconds, null: none is. */
    readonly oldestPendingAt: number | null;
  };
  readonly messages: {
    readonly pending: number;
    readonly parked: number;
    readonly oldestPendingAt: number | null;
  };
  /** Open ones. */
  readonly incidents: number;
  /** Jobs, wake-ups and timer starts that are due and on nobody's hands. */
  readonly due: number;
}
