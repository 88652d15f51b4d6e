import type { Bridge } from '../bridge/bridge.ts';
import type { AuthorizeAdmin } from '../host/admin.ts';
import type { Log } from '../logger.ts';
import type { Store } from '../store/port.ts';

/** What the page of operators shows and does. */
export interface AdminParts {
  readonly bridge: Pick<
    Bridge,
    'instances' | 'incidents' | 'outbox' | 'messages' | 'diagram' | 'suspend' | 'activate' | 'terminate' | 'history'
  >;
  readonly store: Pick<
    Store,
    | 'countBacklog'
    | 'countIncidents'
    | 'countOutbox'
    | 'countTokens'
    | 'getDefinition'
    | 'listDefinitions'
    | 'listJobs'
    | 'listOpenTasks'
    | 'makeJobDue'
  >;
  readonly authorize: AuthorizeAdmin;
  readonly clock: () => number;
  /** Looks for work that an operation made due. */
  readonly wake: () => void;
  readonly log: Log;
}
