import type { BridgeConfig } from '../../config.ts';
import type { Log } from '../../logger.ts';
import type { Restore, Store } from '../../store/store.ts';
import type { Telemetry } from '../../telemetry/telemetry.ts';
import type { EmitEvent } from './events.ts';
import type { Outages } from './outages.ts';

/** What the parts of a bridge have in common. */
export interface BridgeContext {
  readonly config: BridgeConfig;
  readonly store: Store;
  /** Epoch milliseconds; bridges that share a database use its clock. */
  readonly clock: () => number;
  readonly log: Log;
  readonly emit: EmitEvent;
  readonly telemetry: Telemetry;
  readonly outages: Outages;
  /** The latest restore of the database from a backup. */
  readonly restore: Restore | undefined;
}
