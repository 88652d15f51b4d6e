import type { Kysely, Transaction } from 'kysely';
import { StoreError } from '../errors.ts';
import { commitStep } from './operations/commit-step.ts';
import { countBacklog } from './operations/count-backlog.ts';
import { countSigningKeys } from './operations/count-signing-keys.ts';
import { deferJob } from './operations/defer-job.ts';
import { deleteExpired } from './operations/delete-expired.ts';
import { failJob } from './operations/fail-job.ts';
import { failPress } from './operations/fail-press.ts';
import { findInstanceByStartKey } from './operations/find-instance-by-start-key.ts';
import { findSignalCatchers } from './operations/find-signal-catchers.ts';
import { findSubscribers } from './operations/find-subscribers.ts';
import { getDefinition } from './operations/get-definition.ts';
import { getInstance } from './operations/get-instance.ts';
import { getJob } from './operations/get-job.ts';
import { getMessage } from './operations/get-message.ts';
import { getOutboxEntry } from './operations/get-outbox-entry.ts';
import { getPress } from './operations/get-press.ts';
import { getTask } from './operations/get-task.ts';
import { isOutboxOver } from './operations/is-outbox-over.ts';
import { latestDefinition } from './operations/latest-definition.ts';
import { leaseJobs } from './operations/lease-jobs.ts';
import { leaseMessages } from './operations/lease-messages.ts';
import { leaseOutbox } from './operations/lease-outbox.ts';
import { leaseTimerStarts } from './operations/lease-timer-starts.ts';
import { leaseWakeUps } from './operations/lease-wake-ups.ts';
import { listHistory } from './operations/list-history.ts';
import { listIncidents } from './operations/list-incidents.ts';
import { listInstances } from './operations/list-instances.ts';
import { listLatestDefinitions } from './operations/list-latest-definitions.ts';
import { listMessages } from './operations/list-messages.ts';
import { listOpenTasks } from './operations/list-open-tasks.ts';
import { listOutbox } from './operations/list-outbox.ts';
import { listTasks } from './operations/list-tasks.ts';
import { moveTimerStart } from './operations/move-timer-start.ts';
import { nextDueAt } from './operations/next-due-at.ts';
import { putDefinitions } from './operations/put-definitions.ts';
import { putMessage } from './operations/put-message.ts';
import { putPress } from './operations/put-press.ts';
import { releaseLeases } from './operations/release-leases.ts';
import { retryIncident } from './operations/retry-incident.ts';
import { retryJob } from './operations/retry-job.ts';
import { retryMessage } from './operations/retry-message.ts';
import { retryOutbox } from './operations/retry-outbox.ts';
import { retryTimerStart } from './operations/retry-timer-start.ts';
import { retryWakeUp } from './operations/retry-wake-up.ts';
import { settleMessage } from './operations/settle-message.ts';
import { settleOutbox } from './operations/settle-outbox.ts';
import { skipMessage } from './operations/skip-message.ts';
import { skipOutbox } from './operations/skip-outbox.ts';
import { splitJob } from './operations/split-job.ts';
import { tellTasks } from './operations/tell-tasks.ts';
import type { Store } from './port.ts';
import type { Schema } from './schema.ts';

export interface SqlStoreOptions {
  /** Migrated. The store closes it. */
  readonly db: Kysely<Schema>;
  /** What an error of the driver means. */
  readonly toStoreError: (error: unknown) => StoreError;
  /** Up to which number the history is complete; left out where every number that is seen is. */
  readonly settledHistory?: (db: Kysely<Schema>) => Promise<number>;
  /** Lets one deploy at a time, until its transaction ends; left out where the database has one writer. */
  readonly serializeDeploys?: (transaction: Transaction<Schema>) => Promise<void>;
  /** Called once, before the database is closed. */
  readonly onClosing?: () => Promise<void>;
  /** Called once, after the database is closed. */
  readonly onClosed?: () => void;
}

/**
 * The store over any SQL database that Kysely speaks to: the operations, with the driver's errors made ours.
 * `close` waits for the operations that have begun; those that come later are refused with `ERR_CLOSED`.
 */
export function createSqlStore({
  db,
  toStoreError,
  settledHistory,
  serializeDeploys,
  onClosing,
  onClosed,
}: SqlStoreOptions): Store {
  const running = new Set<Promise<unknown>>();
  let closing: Promise<void> | undefined;

  async function run<Result>(operation: () => Promise<Result>): Promise<Result> {
    if (closing !== undefined) throw new StoreError('ERR_CLOSED', 'the store is closed: open it again');
    const result = operation();
    running.add(result);
    try {
      return await result;
    } catch (error) {
      throw toStoreError(error);
    } finally {
      running.delete(result);
    }
  }

  const bind =
    <Args extends unknown[], Result>(operation: (db: Kysely<Schema>, ...args: Args) => Promise<Result>) =>
    (...args: Args): Promise<Result> =>
      run(() => operation(db, ...args));

  async function closeOnce(): Promise<void> {
    await Promise.allSettled(running);
    await onClosing?.();
    await db.destroy();
    onClosed?.();
  }

  return {
    putDefinitions: bind((database, deployed) => putDefinitions(database, deployed, serializeDeploys)),
    getDefinition: bind(getDefinition),
    latestDefinition: bind(latestDefinition),
    listLatestDefinitions: bind(listLatestDefinitions),
    getInstance: bind(getInstance),
    findInstanceByStartKey: bind(findInstanceByStartKey),
    listInstances: bind(listInstances),
    findSubscribers: bind(findSubscribers),
    commitStep: bind(commitStep),
    getTask: bind(getTask),
    listOpenTasks: bind(listOpenTasks),
    listTasks: bind(listTasks),
    tellTasks: bind(tellTasks),
    countSigningKeys: bind(countSigningKeys),
    getPress: bind(getPress),
    putPress: bind(inTransaction(putPress)),
    getJob: bind(getJob),
    leaseJobs: bind(leaseJobs),
    retryJob: bind(inTransaction(retryJob)),
    deferJob: bind(inTransaction(deferJob)),
    failJob: bind(failJob),
    findSignalCatchers: bind(findSignalCatchers),
    splitJob: bind(splitJob),
    leaseTimerStarts: bind(inTransaction(leaseTimerStarts)),
    moveTimerStart: bind(moveTimerStart),
    retryTimerStart: bind(inTransaction(retryTimerStart)),
    leaseWakeUps: bind(inTransaction(leaseWakeUps)),
    retryWakeUp: bind(inTransaction(retryWakeUp)),
    leaseOutbox: bind(leaseOutbox),
    settleOutbox: bind(settleOutbox),
    listOutbox: bind(listOutbox),
    getOutboxEntry: bind(getOutboxEntry),
    retryOutbox: bind(retryOutbox),
    skipOutbox: bind(skipOutbox),
    putMessage: bind(putMessage),
    getMessage: bind(getMessage),
    listMessages: bind(listMessages),
    leaseMessages: bind(leaseMessages),
    settleMessage: bind(settleMessage),
    retryMessage: bind(retryMessage),
    skipMessage: bind(skipMessage),
    failPress: bind(inTransaction(failPress)),
    retryIncident: bind(retryIncident),
    listIncidents: bind(listIncidents),
    listHistory: bind(async (_db, filter) => listHistory(db, filter, await settledHistory?.(db))),
    deleteExpired: bind(deleteExpired),
    countBacklog: bind(countBacklog),
    isOutboxOver: bind(isOutboxOver),
    nextDueAt: bind(nextDueAt),
    releaseLeases: bind(releaseLeases),
    close: () => {
      closing ??= closeOnce();
      return closing;
    },
  };
}

/** For what is one statement: the driver bounds how long those of a transaction take and wait, and not others. */
function inTransaction<Args extends unknown[], Result>(
  operation: (db: Transaction<Schema>, ...args: Args) => Promise<Result>,
): (db: Kysely<Schema>, ...args: Args) => Promise<Result> {
  return (db, ...args) => db.transaction().execute((transaction) => operation(transaction, ...args));
}
