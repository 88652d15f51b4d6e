/**
 * The tables, with one schema for both drivers; their rows are in `rows/`. Times are epoch milliseconds, flags are 0 or 1, and
 * JSON is text, so that nothing depends on the types of a database.
 */
import type { DefinitionRecord, LatestDefinitionRecord } from './rows/definition.ts';
import type { HistoryRecord } from './rows/history.ts';
import type { IncidentRow } from './rows/incident.ts';
import type { InstanceRecord, SubscriptionRecord } from './rows/instance.ts';
import type { JobRecord } from './rows/job.ts';
import type { MessageRecord } from './rows/message.ts';
import type { OutboxRecord } from './rows/outbox-entry.ts';
import type { PressRecord } from './rows/press.ts';
import type { RestoreRecord } from './rows/restore.ts';
import type { TaskHandlerRecord, TaskRecord } from './rows/task.ts';
import type { TimerStartRecord } from './rows/timer-start.ts';

export interface Schema {
  readonly definitions: DefinitionRecord;
  readonly latestDefinitions: LatestDefinitionRecord;
  readonly timerStarts: TimerStartRecord;
  readonly instances: InstanceRecord;
  readonly tasks: TaskRecord;
  readonly taskHandlers: TaskHandlerRecord;
  readonly jobs: JobRecord;
  readonly subscriptions: SubscriptionRecord;
  readonly presses: PressRecord;
  readonly outbox: OutboxRecord;
  readonly messages: MessageRecord;
  readonly incidents: IncidentRow;
  readonly history: HistoryRecord;
  readonly restores: RestoreRecord;
}
