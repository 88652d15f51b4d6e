import type { Kysely, Transaction } from 'kysely';
import { StoreError } from '../errors.ts';
import { readNewerMigrations } from './migrations/migrate.ts';
import { putDefinitions } from './operations/definitions/put-definitions.ts';
import {
  getDefinition,
  latestDefinition,
  listDefinitions,
  listLatestDefinitions,
} from './operations/definitions/read-definitions.ts';
import { undeployDefinition } from './operations/definitions/undeploy-definition.ts';
import { listHistory } from './operations/history/list-history.ts';
import { countIncidents, getIncident, listIncidents, putIncident } from './operations/incidents/incidents.ts';
import { resolveIncident } from './operations/incidents/resolve-incident.ts';
import { retryIncident } from './operations/incidents/retry-incident.ts';
import { commitStep } from './operations/instances/commit-step.ts';
import { countOpen } from './operations/instances/count-open.ts';
import { findSignalCatchers, findSubscribers } from './operations/instances/find-waiting.ts';
import { countInstances, countTokens, listInstances } from './operations/instances/list-instances.ts';
import { findInstanceByStartKey, getInstance, getInstanceOfTask } from './operations/instances/read-instances.ts';
import { beginJob, deferJob, failJob, getJob, retryJob, splitJob } from './operations/jobs/jobs.ts';
import { leaseJobs } from './operations/jobs/lease-jobs.ts';
import { countJobs, listJobs, makeJobDue } from './operations/jobs/operate-jobs.ts';
import { requestTermination } from './operations/jobs/request-termination.ts';
import { leaseMessages } from './operations/messages/lease-messages.ts';
import { putMessage } from './operations/messages/put-message.ts';
import { countMessages, getMessage, listMessages } from './operations/messages/read-messages.ts';
import { retryMessage } from './operations/messages/retry-message.ts';
import { settleMessage } from './operations/messages/settle-message.ts';
import { skipMessage } from './operations/messages/skip-message.ts';
import { acknowledgeOutbox } from './operations/outbox/acknowledge-outbox.ts';
import { type LeaseHeads, leaseOutbox } from './operations/outbox/lease-outbox.ts';
import { makeOutboxDue } from './operations/outbox/make-outbox-due.ts';
import { countOutbox, getOutboxEntry, isOutboxOver, listOutbox } from './operations/outbox/read-outbox.ts';
import { retryOutbox } from './operations/outbox/retry-outbox.ts';
import { type LosableTransaction, settleOutbox } from './operations/outbox/settle-outbox.ts';
import { skipOutbox } from './operations/outbox/skip-outbox.ts';
import { latestRestore, putRestore } from './operations/restores/restores.ts';
import { deleteExpired } from './operations/retention/delete-expired.ts';
import { countBacklog } from './operations/shared/count-backlog.ts';
import { createNextDueAt } from './operations/shared/next-due-at.ts';
import { releaseLeases } from './operations/shared/release-leases.ts';
import { countSigningKeys } from './operations/tasks/count-signing-keys.ts';
import { countTasks, listTasks } from './operations/tasks/list-tasks.ts';
import { markTasksAnswered } from './operations/tasks/mark-tasks-answered.ts';
import { failPress, getPress, putPress } from './operations/tasks/presses.ts';
import { getTask, listOpenTasks } from './operations/tasks/read-tasks.ts';
import { leaseTimerStarts, moveTimerStart, retryTimerStart } from './operations/timers/timer-starts.ts';
import { beginWakeUp, leaseWakeUps, retryWakeUp } from './operations/timers/wake-ups.ts';
import type { Store } from './port.ts';
import type { Schema } from './schema.ts';

export interface SqlStoreOptions {
  /** Must be migrated. The store closes it. */
  readonly db: Kysely<Schema>;
  /** Connections of their own for lists and retention, which may take long. The store closes them. Default: `db`. */
  readonly bulk?: Kysely<Schema>;
  /** Connections of their own for `countBacklog`, by which a busy bridge shows that it is alive. The store closes them. Default: `db`. */
  readonly health?: Kysely<Schema>;
  /** Converts an error of the driver. */
  readonly toStoreError: (error: unknown) => StoreError;
  /** Returns the `seq` up to which the history is complete. Default: all visible entries. */
  readonly settledHistory?: (db: Kysely<Schema>) => Promise<number>;
  /** Takes a lock for deployments until the end of the transaction. Not needed if the database has only one writer. */
  readonly serializeDeploys?: (transaction: Transaction<Schema>) => Promise<void>;
  /** Used for what is harmless to lose. Default: everything is on disk before its call returns. */
  readonly runLosable?: LosableTransaction;
  /** How reports are leased. Default: in one statement. */
  readonly leaseHeads?: LeaseHeads;
  /** Called once, before the database is closed. */
  readonly onClosing?: () => Promise<void>;
  /** Called once, after the database is closed. */
  readonly onClosed?: () => void;
}

/**
 * Creates the store for a Kysely database, and converts the errors of its driver. `close` waits for running operations;
 * later ones are refused with `ERR_CLOSED`.
 */
export function createSqlStore({
  db,
  bulk = db,
  health = db,
  toStoreError,
  settledHistory,
  serializeDeploys,
  runLosable,
  leaseHeads,
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

  const bindTo =
    (database: Kysely<Schema>) =>
    <Args extends unknown[], Result>(operation: (db: Kysely<Schema>, ...args: Args) => Promise<Result>) =>
    (...args: Args): Promise<Result> =>
      run(() => operation(database, ...args));
  const bind = bindTo(db);
  const bindBulk = bindTo(bulk);

  async function closeOnce(): Promise<void> {
    await Promise.allSettled(running);
    await onClosing?.();
    await Promise.all([...new Set([db, bulk, health])].map((each) => each.destroy()));
    onClosed?.();
  }

  const nextDueAt = createNextDueAt(db);

  return {
    putDefinitions: bind((database, deployed) => putDefinitions(database, deployed, serializeDeploys)),
    undeployDefinition: bind((database, definitionId, at, operator) =>
      undeployDefinition(database, { definitionId, at, ...operator }, serializeDeploys),
    ),
    getDefinition: bind(getDefinition),
    latestDefinition: bind(latestDefinition),
    listLatestDefinitions: bind(listLatestDefinitions),
    listDefinitions: bindBulk(listDefinitions),
    getInstance: bind(getInstance),
    getInstanceOfTask: bind(getInstanceOfTask),
    findInstanceByStartKey: bind(findInstanceByStartKey),
    listInstances: bindBulk(listInstances),
    countInstances: bindBulk(countInstances),
    countTokens: bindBulk(countTokens),
    findSubscribers: bind(findSubscribers),
    commitStep: bind(commitStep),
    getTask: bind(getTask),
    listOpenTasks: bind(listOpenTasks),
    listTasks: bindBulk(listTasks),
    countTasks: bindBulk(countTasks),
    markTasksAnswered: bind(markTasksAnswered),
    countSigningKeys: bind(countSigningKeys),
    getPress: bind(getPress),
    putPress: bind(inTransaction(putPress)),
    getJob: bind(getJob),
    listJobs: bindBulk(listJobs),
    countJobs: bindBulk(countJobs),
    makeJobDue: bind(makeJobDue),
    requestTermination: bind(requestTermination),
    leaseJobs: bind(leaseJobs),
    beginJob: bind(inTransaction(beginJob)),
    retryJob: bind(retryJob),
    deferJob: bind(inTransaction(deferJob)),
    failJob: bind(failJob),
    findSignalCatchers: bind(findSignalCatchers),
    splitJob: bind(splitJob),
    leaseTimerStarts: bind(inTransaction(leaseTimerStarts)),
    moveTimerStart: bind(moveTimerStart),
    retryTimerStart: bind(inTransaction(retryTimerStart)),
    leaseWakeUps: bind(inTransaction(leaseWakeUps)),
    beginWakeUp: bind(inTransaction(beginWakeUp)),
    retryWakeUp: bind(inTransaction(retryWakeUp)),
    leaseOutbox: bind((database, lease) => leaseOutbox(database, lease, leaseHeads)),
    settleOutbox: bind((database, owner, settlements) => settleOutbox(database, owner, settlements, runLosable)),
    listOutbox: bindBulk(listOutbox),
    countOutbox: bindBulk(countOutbox),
    getOutboxEntry: bind(getOutboxEntry),
    retryOutbox: bind(retryOutbox),
    skipOutbox: bind(skipOutbox),
    acknowledgeOutbox: bind(acknowledgeOutbox),
    makeOutboxDue: bind(makeOutboxDue),
    putRestore: bind(inTransaction(putRestore)),
    latestRestore: bind(latestRestore),
    putMessage: bind(putMessage),
    getMessage: bind(getMessage),
    listMessages: bindBulk(listMessages),
    countMessages: bindBulk(countMessages),
    leaseMessages: bind(leaseMessages),
    settleMessage: bind(settleMessage),
    retryMessage: bind(retryMessage),
    skipMessage: bind(skipMessage),
    failPress: bind(inTransaction(failPress)),
    retryIncident: bind(retryIncident),
    resolveIncident: bind(resolveIncident),
    openIncident: bind(inTransaction(putIncident)),
    getIncident: bind(getIncident),
    listIncidents: bind(listIncidents),
    countIncidents: bindBulk(countIncidents),
    listHistory: bindBulk(async (database, filter) => listHistory(database, filter, await settledHistory?.(database))),
    deleteExpired: bindBulk(deleteExpired),
    countBacklog: bindTo(health)(countBacklog),
    newerMigrations: bindTo(health)(readNewerMigrations),
    countOpen: bindBulk(countOpen),
    isOutboxOver: bind(isOutboxOver),
    nextDueAt: (kind) => run(() => nextDueAt(kind)),
    releaseLeases: bind(releaseLeases),
    close: () => {
      closing ??= closeOnce();
      return closing;
    },
  };
}

/** Wraps a single statement in a transaction, because the driver sets its time limits only in transactions. */
function inTransaction<Args extends unknown[], Result>(
  operation: (db: Transaction<Schema>, ...args: Args) => Promise<Result>,
): (db: Kysely<Schema>, ...args: Args) => Promise<Result> {
  return (db, ...args) => db.transaction().execute((transaction) => operation(transaction, ...args));
}
