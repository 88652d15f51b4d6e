import type { Bridge } from '../bridge/bridge.ts';
import type { AuthorizeAdmin } from '../host/admin.ts';
import type { ReportExplanation } from '../plugin/explain/report-explanation.ts';
import type { Report } from '../protocol/report.ts';
import type { Store } from '../store/port.ts';

/** How an error of the bridge is answered. */
export interface JudgedError {
  /** HTTP status. */
  readonly status: number;
  readonly code: string;
  readonly message: string;
  /** Whether it concerns one of many rows, so that the others go on. */
  readonly isOfRow: boolean;
}

/**
 * What the page shows and does. All that it uses of the library is passed to it, not imported: the build would otherwise
 * split what everybody loads into more files, for a page that few load.
 */
export interface AdminParts {
  readonly bridge: Pick<
    Bridge,
    | 'instances'
    | 'incidents'
    | 'outbox'
    | 'messages'
    | 'jobs'
    | 'diagram'
    | 'suspend'
    | 'activate'
    | 'terminate'
    | 'history'
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
  >;
  readonly authorize: AuthorizeAdmin;
  readonly explain: (report: Report) => ReportExplanation;
  readonly clock: () => number;
  /** Undefined: it is not an error of the library; it was logged. */
  readonly judgeError: (error: unknown) => JudgedError | undefined;
  /** The folder of the built files. */
  readonly files: URL;
}
