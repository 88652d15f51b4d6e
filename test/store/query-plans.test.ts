import { DatabaseSync } from '@photostructure/sqlite';
import { CamelCasePlugin, Kysely, type LogEvent } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { countUnsettled } from '../../src/store/backlog.ts';
import { putDefinitions } from '../../src/store/definitions.ts';
import { listHistory } from '../../src/store/history.ts';
import { listIncidents } from '../../src/store/incidents.ts';
import { countProblems, findSignalCatchers, listInstances } from '../../src/store/instances.ts';
import { leaseJobs } from '../../src/store/jobs.ts';
import { nextDueAt, releaseLeases, releaseLost } from '../../src/store/leases.ts';
import { leaseMessages, listMessages } from '../../src/store/messages.ts';
import { migrate } from '../../src/store/migrations/migrate.ts';
import { listOutbox } from '../../src/store/outbox.ts';
import { leaseOutbox } from '../../src/store/outbox-delivery.ts';
import { deleteExpired } from '../../src/store/retention.ts';
import type { Schema } from '../../src/store/schema.ts';
import { EmbeddedSqliteDialect } from '../../src/store/sqlite/dialect.ts';
import { selectHolders } from '../../src/store/statements/leasing.ts';
import { commitStep } from '../../src/store/steps.ts';
import type { ExpiringKind, StepCommit } from '../../src/store/store.ts';
import { countSigningKeys, listTasks, markTasksAnswered } from '../../src/store/tasks.ts';
import { leaseTimerStarts } from '../../src/store/timer-starts.ts';
import { leaseWakeUps } from '../../src/store/wake-ups.ts';
import { anInstance, aReport, aStep, aTask, DEFINITION, NOON } from './rows.ts';

let database: InstanceType<typeof DatabaseSync>;
let db: Kysely<Schema>;
let queries: LogEvent[];

beforeEach(async () => {
  queries = [];
  database = new DatabaseSync(':memory:');
  db = new Kysely<Schema>({
    dialect: new EmbeddedSqliteDialect(database),
    plugins: [new CamelCasePlugin()],
    log: (event) => {
      queries.push(event);
    },
  });
  await migrate(db, 'the database');
  queries = [];
});
afterEach(async () => {
  await db.destroy();
});

async function stepThatResolves(incidentsResolved: StepCommit['incidentsResolved']): Promise<void> {
  await putDefinitions(db, [DEFINITION]);
  await commitStep(db, aStep({ incidentsResolved }));
}

/** A task that is closed, whose report waits for the center. */
async function tellOfClosedTask(): Promise<void> {
  await putDefinitions(db, [DEFINITION]);
  await commitStep(db, aStep({ tasksCreated: [aTask('t-1', { closedAt: NOON })], reports: [aReport('t-1')] }));
  queries = [];
  await markTasksAnswered(db, ['t-1', 't-2']);
}

/** Sweeps what has been over for long: an instance, and a definition that was superseded. */
async function deleteOld(kind: ExpiringKind): Promise<void> {
  await putDefinitions(db, [DEFINITION]);
  await commitStep(db, aStep({ instance: anInstance('i-1', { status: 'ended', endedAt: NOON }) }));
  await putDefinitions(db, [{ ...DEFINITION, definitionId: 'hash-2' }]);
  await putDefinitions(db, [{ ...DEFINITION, definitionId: 'hash-3' }]);
  if (kind === 'ended') await deleteExpired(db, { kind: 'rows-of-ended', before: NOON, limit: 500 });
  queries = [];
  await deleteExpired(db, { kind, before: NOON, limit: 500 });
}

const lease = { now: NOON, limit: 50, leaseMs: 1000, owner: 'me' };

const LAST = { instanceId: 'i-1', startedAt: NOON };

interface Search {
  readonly run: () => Promise<unknown>;
  /** The indexes that answer it; none where the key of the table does. */
  readonly indexes: readonly string[];
}

const SEARCHES: Record<string, Search> = {
  'outbox heads': { run: () => leaseOutbox(db, lease), indexes: ['outbox_due', 'outbox_of_instance'] },
  'due jobs': { run: () => leaseJobs(db, lease), indexes: ['jobs_due'] },
  'due wake-ups': { run: () => leaseWakeUps(db, lease), indexes: ['instances_due'] },
  'due timer starts': { run: () => leaseTimerStarts(db, lease), indexes: ['timer_starts_due'] },
  'who waits for a signal': { run: () => findSignalCatchers(db, 'alarm'), indexes: ['subscriptions_by_name'] },
  'due messages': { run: () => leaseMessages(db, lease), indexes: ['messages_due'] },
  'parked messages': { run: () => listMessages(db, { state: 'parked' }), indexes: ['messages_by_state'] },
  'messages of an instance': { run: () => listMessages(db, { instanceId: 'i-1' }), indexes: ['messages_of_instance'] },
  'the next due time': {
    run: () => nextDueAt(db),
    indexes: ['jobs_due', 'instances_due', 'timer_starts_due', 'outbox_due', 'outbox_of_instance', 'messages_due'],
  },
  'tasks of an instance': { run: () => listTasks(db, { instanceId: 'i-1' }), indexes: ['tasks_of_instance'] },
  'open instances': { run: () => listInstances(db, { open: true, after: LAST }), indexes: ['instances_open'] },
  'suspended instances': { run: () => listInstances(db, { status: 'suspended' }), indexes: ['instances_open'] },
  'instances of a process': {
    run: () => listInstances(db, { processId: 'leave', after: LAST }),
    indexes: ['instances_of_process'],
  },
  'instances of a person': {
    run: () => listInstances(db, { initiator: 'ann', after: LAST }),
    indexes: ['instances_of_initiator'],
  },
  'instances of a day': {
    run: () => listInstances(db, { startedFrom: NOON, startedBefore: NOON + 1 }),
    indexes: ['instances_started'],
  },
  'instances with a problem': {
    run: () => listInstances(db, { open: true, problem: true }),
    indexes: ['incidents_open', 'outbox_by_state'],
  },
  'the problems of instances': {
    run: () => countProblems(db, ['i-1', 'i-2']),
    indexes: ['incidents_of_instance', 'outbox_of_instance'],
  },
  'what is not settled': { run: () => countUnsettled(db, 'outbox'), indexes: ['outbox_by_state'] },
  'open tasks': {
    run: () => listTasks(db, { open: true, after: { taskId: 't-1', createdAt: NOON } }),
    indexes: ['tasks_open', 'sqlite_autoindex_tasks_1'],
  },
  'tasks in progress': { run: () => listTasks(db, { state: 'IN_PROGRESS' }), indexes: ['tasks_open'] },
  'open tasks of a group': {
    run: () => listTasks(db, { open: true, group: 'finance' }),
    indexes: ['sqlite_autoindex_task_handlers_1'],
  },
  'tasks of a handler': { run: () => listTasks(db, { handler: 'ann' }), indexes: ['sqlite_autoindex_task_handlers_1'] },
  'tasks that are asked for': {
    run: tellOfClosedTask,
    indexes: ['sqlite_autoindex_tasks_1', 'outbox_of_instance'],
  },
  'keys of open instances': { run: () => countSigningKeys(db), indexes: ['instances_open', 'tasks_of_instance'] },
  'parked outbox entries': { run: () => listOutbox(db, { state: 'parked' }), indexes: ['outbox_by_state'] },
  'open incidents': { run: () => listIncidents(db, { open: true }), indexes: ['incidents_open'] },
  'incidents of a subject': {
    run: () => stepThatResolves(['j-1']),
    indexes: ['incidents_open_once'],
  },
  'incidents of an instance': {
    run: () => stepThatResolves('all'),
    indexes: ['incidents_of_instance'],
  },
  'history of an instance': {
    run: () => listHistory(db, { instanceId: 'i-1', after: 7 }),
    indexes: ['history_of_instance'],
  },
  'history after a number': { run: () => listHistory(db, { after: 7 }), indexes: [] },
  'rows of what ended': {
    run: () => deleteOld('rows-of-ended'),
    indexes: [
      ...['instances_over', 'outbox_of_instance', 'messages_of_instance', 'jobs_of_instance', 'incidents_of_instance'],
      ...['history_of_instance', 'tasks_of_instance', 'presses_of_task', 'sqlite_autoindex_subscriptions_1'],
    ],
  },
  'instances that ended': {
    run: () => deleteOld('ended'),
    indexes: ['instances_over', 'presses_of_task', 'incidents_of_instance', 'tasks_of_instance', 'history_of_instance'],
  },
  'what belongs to no instance and is over': {
    run: () => deleteOld('without-instance'),
    indexes: ['messages_of_host', 'incidents_of_no_instance', 'history_of_no_instance'],
  },
  'definitions that nothing uses': {
    run: () => deleteOld('definitions'),
    indexes: ['definitions_superseded', 'instances_of_definition'],
  },
  'definitions to supersede': {
    run: () => putDefinitions(db, [DEFINITION]),
    indexes: ['definitions_superseded'],
  },
  'leases of an owner': {
    run: () => releaseLeases(db, 'me'),
    indexes: ['jobs_held', 'instances_held', 'timer_starts_held', 'outbox_held', 'messages_held'],
  },
  'holders of leases': {
    run: () => selectHolders(db).execute(),
    indexes: ['jobs_held', 'instances_held', 'timer_starts_held', 'outbox_held', 'messages_held'],
  },
  'leases of the dead': {
    run: () => releaseLost(db),
    indexes: ['jobs_held', 'instances_held', 'timer_starts_held', 'outbox_held', 'messages_held'],
  },
};

const SHORT = [
  'instances with a problem',
  'open tasks of a group',
  'tasks of a handler',
  'keys of open instances',
  'who waits for a signal',
  'leases of an owner',
  'leases of the dead',
  'holders of leases',
];

it.each(Object.keys(SEARCHES))('finds %s by an index, whatever the size of the tables', async (name) => {
  await SEARCHES[name]?.run();
  const plans = queries
    .map((event) => event.query)
    .filter((query) => !/^(begin|commit)/.test(query.sql))
    .flatMap(({ sql, parameters }) =>
      database.prepare(`explain query plan ${sql}`).all(...(parameters as (string | number)[])),
    )
    .map((row) => String(row.detail));
  expect(plans.length).toBeGreaterThan(0);
  expect(
    plans.filter((detail) => /^SCAN (?!CONSTANT ROW|\w+ USING (?:COVERING )?INDEX \w+_open$)/.test(detail)),
  ).toEqual([]);
  for (const index of SEARCHES[name]?.indexes ?? []) expect(plans.join('\n')).toMatch(new RegExp(`\\b${index}\\b`));
  // What is open, all of it, is an index of its own. The tasks of one person are few enough to be sorted, and so are keys, who waits for one signal, and what is leased.
  const isShort = SHORT.includes(name);
  if (!isShort) expect(plans.filter((detail) => detail.includes('TEMP B-TREE'))).toEqual([]);
});

it('reads the 10,000 tasks of a nightly question by one query, and by one more what reports of closed ones wait', async () => {
  const ids = Array.from({ length: 10_000 }, (_, index) => `t-${index}`);
  const closed = ids.slice(0, 5000);
  await putDefinitions(db, [DEFINITION]);
  await commitStep(
    db,
    aStep({
      tasksCreated: ids.map((taskId, index) => aTask(taskId, index < closed.length ? { closedAt: NOON } : {})),
      reports: closed.map((taskId) => aReport(taskId)),
    }),
  );
  await db.updateTable('outbox').set({ state: 'delivered' }).execute();
  queries = [];
  expect(await markTasksAnswered(db, ids)).toHaveLength(ids.length);
  const asked = queries.map(({ query }) => query.sql).filter((sql) => !/^(begin|commit)/.test(sql));
  expect(asked.map((sql) => /(?:from|update) "(\w+)"/.exec(sql)?.[1])).toEqual(['tasks', 'outbox']);
});

it('asks by one statement what is due next, for all loops that ask at once', async () => {
  const loops = ['job', 'wake-up', 'timer-start', 'outbox', 'message'] as const;
  expect(await Promise.all(loops.map((kind) => nextDueAt(db, kind)))).toEqual([null, null, null, null, null]);
  expect(queries).toHaveLength(1);
  await Promise.all([nextDueAt(db, 'job'), nextDueAt(db)]);
  expect(queries).toHaveLength(2);
});
