import type { DefinitionRow, DeployedDefinition, TimerStart, TimerStartRow } from './definition-rows.ts';
import type { IncidentRow } from './incident-rows.ts';
import type { Lease } from './lease.ts';

export interface DefinitionStore {
  /**
   * Stores each definition once and makes it the latest of its process, all of them or none; the same XML again only
   * makes it the latest. Each is of another process. After a crash they are the latest together with their timer starts,
   * or the former still are with their own: deploy them again.
   */
  putDefinitions(deployed: readonly DeployedDefinition[]): Promise<void>;
  /** After a crash it is there for every instance that runs it: no step is committed on one that was not stored. */
  getDefinition(definitionId: string): Promise<DefinitionRow | undefined>;
  /** After a crash that of the last deployment that was stored, though nobody may have heard that it was. */
  latestDefinition(processId: string): Promise<DefinitionRow | undefined>;
  /**
   * Which definition is the latest of every process, by process id. After a crash all that were deployed together are, or
   * none of them.
   */
  listLatestDefinitions(): Promise<Pick<DefinitionRow, 'processId' | 'definitionId'>[]>;

  /**
   * Leases timer starts that are due, most overdue first, and counts the attempt. When the holder dies, the lease runs
   * out and another starts the occurrence, under the start key of the first: what that had started is found, not
   * started twice.
   */
  leaseTimerStarts(lease: Lease): Promise<TimerStartRow[]>;
  /**
   * Ends an occurrence, and the incident of its attempts: the next is due then. After a crash before it, the occurrence
   * that was started comes again when the lease runs out, and ends here without a second instance; no round is lost.
   * @returns false when somebody else ended it, or another definition is the latest
   */
  moveTimerStart(held: TimerStartRow, next: Pick<TimerStart, 'dueAt' | 'left'>, at: number): Promise<boolean>;
  /**
   * Gives a leased timer start back, to be tried again at `freeAt`, and keeps why: both or neither. Only its latest
   * holder is heard, so that no incident opens of an occurrence that is over. After a crash before it, the occurrence is
   * tried again when the lease runs out, and fails anew.
   * @returns the incident that stands, see {@link IncidentRow}; undefined for whoever is not heard
   */
  retryTimerStart(held: TimerStartRow, freeAt: number, incident: IncidentRow): Promise<IncidentRow | undefined>;
}
