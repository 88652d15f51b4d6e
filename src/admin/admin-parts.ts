import type { Doubts } from '../bridge/answers/doubts.ts';
import type { Bridge } from '../bridge/bridge.ts';
import type { Lists } from '../bridge/operate/lists.ts';
import type { RunOperation } from '../bridge/operate/operate.ts';
import type { BulkPart, Chosen } from '../bridge/operate/several.ts';
import type { AuthorizeAdmin } from '../host/admin.ts';
import type { ListName } from '../operations/lists.ts';
import type { Operation, OperationName } from '../operations/operations.ts';
import type { ReportExplanation } from '../plugin/explain/report-explanation.ts';
import type { Report } from '../protocol/report.ts';
import type { Store } from '../store/store.ts';

/** How an error of the bridge is answered. */
export interface JudgedError {
  /** HTTP status. */
  readonly status: number;
  readonly code: string;
  readonly message: string;
}

/** An operation by its route. */
export interface FoundOperation extends Pick<Operation, 'right' | 'mayBeAll'> {
  readonly name: OperationName;
  /** The right that each of its options needs. */
  readonly optionRights: Readonly<Record<string, 'mayOperate' | 'mayModify'>>;
}

/**
 * What the page shows and does. All that it uses of the library is passed to it, not imported: the build would otherwise
 * split what everybody loads into more files, for a page that few load.
 */
export interface AdminParts {
  readonly bridge: Pick<Bridge, 'instances' | 'diagram'>;
  readonly lists: Lists;
  readonly doubts: () => Promise<Doubts>;
  readonly run: RunOperation;
  readonly operatePart: (
    name: OperationName,
    chosen: Chosen & { readonly after?: string | number },
  ) => Promise<BulkPart>;
  readonly findOperation: (list: string, verb: string) => FoundOperation | undefined;
  /** The filter of a list from the texts of a query. @throws {InputError} a value is none; names are judged by the list */
  readonly readFilter: (list: ListName, query: Readonly<Record<string, string>>) => Readonly<Record<string, unknown>>;
  /** The id of a row from its text. */
  readonly idFrom: (list: ListName, text: string) => string | number;
  readonly store: Pick<
    Store,
    'countProblems' | 'countTokens' | 'countUnsettled' | 'getDefinition' | 'listDefinitions' | 'listOpenTasks'
  >;
  readonly authorize: AuthorizeAdmin;
  readonly explain: (report: Report) => ReportExplanation;
  /** Undefined: it is not an error of the library; it was logged. */
  readonly judgeError: (error: unknown) => JudgedError | undefined;
  /** The folder of the built files. */
  readonly files: URL;
}
