import type {
  DefinitionRow,
  DefinitionSummary,
  DeployedDefinition,
  TimerStart,
  TimerStartRow,
  UndeployOutcome,
} from './definition-rows.ts';
import type { ByOperator } from './history-rows.ts';
import type { IncidentRow } from './incident-rows.ts';
import type { Lease } from './lease.ts';
import type { Page } from './page.ts';

export interface DefinitionStore {
  /**
   * Stores definitions and makes each the latest of its process, all or none; a definition that is already stored only
   * becomes the latest. Each must be of a different process. After a crash, all are the latest with their timer starts, or
   * the previous ones still are: deploy again.
   */
  putDefinitions(deployed: readonly DeployedDefinition[]): Promise<void>;
  /** The definition of every stored instance exists, also after a crash. */
  getDefinition(definitionId: string): Promise<DefinitionRow | undefined>;
  /** After a crash, a deployment may be stored although its caller got no answer. */
  latestDefinition(processId: string): Promise<DefinitionRow | undefined>;
  /**
   * The latest definition of every process, ordered by process id. After a crash, either all definitions that were deployed
   * together are the latest, or none.
   */
  listLatestDefinitions(): Promise<Pick<DefinitionRow, 'processId' | 'definitionId'>[]>;
  /**
   * Every deployed definition, by process and then the newest first, until an undeployed one is deleted. Instances of a
   * definition that extends one are counted with that one. The counts are of the moment.
   * @param filter.after only those that come after this one
   */
  listDefinitions(
    filter: {
      processId?: string;
      definitionId?: string;
      after?: Pick<DefinitionRow, 'processId' | 'deployedAt' | 'definitionId'>;
    } & Page,
  ): Promise<DefinitionSummary[]>;
  /**
   * Undeploys a definition if no instance of it, or of one that extends it, is open: it cannot be started any more, is not
   * the latest of its process, and its timer starts are gone. Its row stays for ended instances until retention deletes it.
   * Of this and a start that runs at the same time, exactly one succeeds; the start is `lost`. After a crash, it is deployed
   * with its timer starts, or undeployed. The history says so in an entry without an instance.
   */
  undeployDefinition(definitionId: string, at: number, operator?: ByOperator): Promise<UndeployOutcome>;

  /**
   * Leases timer starts that are due, most overdue first, and counts the attempt. If the holder dies, the lease expires and
   * another bridge starts the occurrence with the same start key, so that no second instance is started.
   */
  leaseTimerStarts(lease: Lease): Promise<TimerStartRow[]>;
  /**
   * Ends an occurrence, resolves its incident, and sets the next due time. After a crash before this, the occurrence is
   * leased again when its lease expires, and ends without a second instance; no round is lost.
   * @returns false if another bridge ended it, or another definition is the latest
   */
  moveTimerStart(held: TimerStartRow, next: Pick<TimerStart, 'dueAt' | 'left'>, at: number): Promise<boolean>;
  /**
   * Releases a timer start, to be retried at `freeAt`, and stores the incident, both or neither. Has no effect unless
   * called by the latest holder, so that no incident is opened for an occurrence that has ended. After a crash before this,
   * the occurrence is retried when its lease expires.
   * @returns the open incident, see {@link IncidentRow}; undefined if the caller is not the latest holder
   */
  retryTimerStart(held: TimerStartRow, freeAt: number, incident: IncidentRow): Promise<IncidentRow | undefined>;
}
