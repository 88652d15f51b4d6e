import type { ByOperator, HistoryFilter, HistoryRow } from './history-rows.ts';
import type { IncidentFilter, IncidentResolution, IncidentRetry, IncidentRow, ResolvedBy } from './incident-rows.ts';
import type { Page } from './page.ts';

/** Incidents and the history. */
export interface RecordStore {
  /**
   * Stores why a press could not be applied, if its task is still open.
   * @returns the open incident, see {@link IncidentRow}; undefined if the task is closed
   */
  failPress(incident: IncidentRow): Promise<IncidentRow | undefined>;
  /** Stores an incident that no step or job leads to. @returns the open incident, see {@link IncidentRow} */
  openIncident(incident: IncidentRow): Promise<IncidentRow>;
  /**
   * Makes the job, wake-up or timer start of an open incident due now, unless it is leased or the instance is suspended. The
   * incident stays open until an attempt succeeds; one of the kind `restore` is resolved at once. After a crash, the due time and its history entry are both stored or
   * neither.
   */
  retryIncident(incidentId: string, at: number, operator?: ByOperator): Promise<IncidentRetry>;
  /**
   * Closes an open incident that nothing else would close: of a press that nobody repeats, or of a restore. After a crash,
   * this and its history entry are both stored or neither.
   */
  resolveIncident(incidentId: string, at: number, operator: ResolvedBy): Promise<IncidentResolution>;
  /** Undefined: no incident has this id. */
  getIncident(incidentId: string): Promise<IncidentRow | undefined>;
  /**
   * Oldest first; `after`: those that come after this one. An incident is resolved in the commit of the step that succeeds.
   */
  listIncidents(
    filter: IncidentFilter & { after?: Pick<IncidentRow, 'at' | 'incidentId'> } & Page,
  ): Promise<IncidentRow[]>;
  countIncidents(filter: IncidentFilter): Promise<number>;

  /**
   * The durable feed, in the order of commits, after a sequence number. Numbers are never reused; numbers of entries that
   * {@link deleteExpired} has deleted are missing. A reader can continue after the last number that it stored: no entry with
   * a lower number is committed later. Events that were lost in a crash are in the feed.
   */
  listHistory(filter: HistoryFilter & { after?: number } & Page): Promise<HistoryRow[]>;
}
