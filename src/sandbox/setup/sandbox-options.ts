import type { FaultPlan } from '../faults/fault-rule.ts';
import type { TrafficEntry } from '../http/traffic.ts';
import type { SandboxSetup } from './sandbox-setup.ts';

/** The setup of a sandbox, and how it runs. */
export interface SandboxOptions extends SandboxSetup {
  /** Port to listen on; 0, the default, takes a free one. */
  readonly port?: number;
  /** Address to listen on. Default `127.0.0.1`; with any other, everybody who can reach it has full access. */
  readonly host?: string;
  /**
   * A JSON file that stores the state of the center beyond the process: everything that was answered is in it. Created
   * if missing. One sandbox at a time may use it. Omitted: the state is lost with the process. Holds no access tokens.
   */
  readonly data?: string;
  /** Faults to inject from the start; `sandbox.faults` changes them. Default: none. */
  readonly faults?: FaultPlan;
  /**
   * A file to which every call is appended when it ends, as one line of JSON: a `TrafficEntry` with `run`, which is
   * different after each start. It contains what the calls contain, but no token and no client secret. If it cannot be
   * written, the process emits a warning with the code `SANDBOX_RECORD_ENDED`, and recording ends. Default: none.
   */
  readonly record?: string;
  /** Number of calls to keep in `traffic`; the file of `record` has all of them. Default: no limit. */
  readonly trafficLimit?: number;
  /**
   * Whether the control API is served at `controlUrl`: lists, presses, messages, faults and clock over HTTP. It has no
   * password; pages of other origins cannot use it. Default true.
   */
  readonly controlApi?: boolean;
  /** Called with every call, in and out, when it ends. */
  readonly onCall?: (entry: TrafficEntry) => void;
  /** Returns epoch milliseconds. */
  readonly clock?: () => number;
  /** Makes ids of transactions, and of tasks that have none. */
  readonly newId?: () => string;
}
