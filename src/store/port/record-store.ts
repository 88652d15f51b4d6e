import type { HistoryRow } from './history-rows.ts';
import type { IncidentRetry, IncidentRow } from './incident-rows.ts';
import type { Page } from './page.ts';

/** What happened, and what could not. */
export interface RecordStore {
  /**
   * Keeps why a press could not be applied, as long as its task is open: nothing stands of what went through since.
   * After a crash before it nothing is kept, and whoever pressed heard no answer.
   * @returns the incident that stands, see {@link IncidentRow}; undefined where the task is not open
   */
  failPress(incident: IncidentRow): Promise<IncidentRow | undefined>;
  /**
   * Makes the job, wake-up or timer start of an open incident due now, unless somebody is just trying it, or the
   * instance is suspended and wants no wake-up. The incident stands until that goes through. After a crash it is due
   * and the history says who asked for it, or neither; asked twice it is due once.
   */
  retryIncident(incidentId: string, at: number): Promise<IncidentRetry>;
  /** After a crash none is open for what went through: the step that did resolved it in its own commit. */
  listIncidents(filter: { instanceId?: string; open?: boolean } & Page): Promise<IncidentRow[]>;

  /**
   * The durable feed, in order of commit, after a sequence number. Numbers that were given are not given again; those
   * of what {@link deleteExpired} took are missing. After a crash a reader goes on after the last number it kept:
   * nothing is committed behind one that was read, and what was not read is told here alone, since events were lost
   * with the process.
   */
  listHistory(filter: { after?: number; instanceId?: string; limit?: number }): Promise<HistoryRow[]>;
}
