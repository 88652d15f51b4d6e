import type { FaultPlan } from '../faults/fault-rule.ts';
import type { TrafficEntry } from '../http/traffic.ts';
import type { SandboxSetup } from './sandbox-setup.ts';

/** How a sandbox is set up, and where and how it runs. */
export interface SandboxOptions extends SandboxSetup {
  /** 0, the default, takes a free one. */
  readonly port?: number;
  /** The address it listens on. Default `127.0.0.1`; on any other, whoever reaches it may do everything. */
  readonly host?: string;
  /**
   * A file that keeps what the center remembers beyond the process: what was answered is in it. Made when there is none,
   * and held by one sandbox at a time. Left out, everything is gone with the process. Access tokens are not in it.
   */
  readonly data?: string;
  /** How it misbehaves from the beginning; `sandbox.faults` changes it. Default: not at all. */
  readonly faults?: FaultPlan;
  /**
   * A file that every call is appended to as it ends, as one line of JSON, for `readRecord` and `replayRecord`. It holds
   * what the calls held, but no token and no client secret. While the disk is full, calls go on and their lines wait in
   * memory; the process is warned with the code `SANDBOX_RECORD_BEHIND`. Default: none.
   */
  readonly record?: string;
  /** So many calls are kept in `traffic`, the latest; the file of `record` has them all. Default: no limit. */
  readonly trafficLimit?: number;
  /**
   * Whether people's side of the center can be reached over HTTP too, at `controlUrl`: lists, presses, messages, faults,
   * clock. It asks for no password; pages of other origins cannot use it. Default true.
   */
  readonly controlApi?: boolean;
  /** Called with every call in and out as it ends. */
  readonly onCall?: (entry: TrafficEntry) => void;
  /** Epoch milliseconds. */
  readonly clock?: () => number;
  /** Ids of transactions, and of tasks that come without one. */
  readonly newId?: () => string;
}
