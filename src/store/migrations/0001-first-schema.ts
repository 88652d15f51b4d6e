import { type SchemaModule, sql } from 'kysely';
import type { ColumnTypes } from './column-types.ts';
import { createRecords } from './record-tables.ts';

/**
 * The schema of the first version. Each index is created after its table, and its name says which query uses it. Indexes of
 * what is due or leased have only those rows, which are few.
 */
export async function createFirstSchema(schema: SchemaModule, columnTypes: ColumnTypes): Promise<void> {
  const { ascendingKey, text, updatedInPlace, leased } = columnTypes;
  await schema
    .createTable('definitions')
    .addColumn('definition_id', text, (column) => column.primaryKey())
    .addColumn('process_id', text, (column) => column.notNull())
    .addColumn('xml', text, (column) => column.notNull())
    .addColumn('drawing', text)
    .addColumn('deployed_at', 'bigint', (column) => column.notNull())
    .addColumn('superseded_at', 'bigint')
    .execute();
  await schema
    .createIndex('definitions_superseded')
    .on('definitions')
    .columns(['superseded_at', 'definition_id'])
    .execute();
  await schema
    .createTable('latest_definitions')
    .addColumn('process_id', text, (column) => column.primaryKey())
    .addColumn('definition_id', text, (column) => column.notNull().references('definitions.definition_id'))
    .execute();
  await schema
    .createIndex('latest_definitions_of_definition')
    .on('latest_definitions')
    .column('definition_id')
    .execute();

  // Only for the latest definitions.
  await schema
    .createTable('timer_starts')
    .addColumn('seq', ascendingKey.type, ascendingKey.build)
    .addColumn('process_id', text, (column) => column.notNull())
    .addColumn('definition_id', text, (column) => column.notNull().references('definitions.definition_id'))
    .addColumn('start_node_id', text, (column) => column.notNull())
    .addColumn('due_at', 'bigint')
    .addColumn('left', 'integer')
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('free_at', 'bigint')
    .addColumn('lease_owner', text)
    .execute();
  await schema
    .createIndex('timer_starts_due')
    .on('timer_starts')
    .columns(['free_at', 'seq'])
    .where(sql.ref('free_at'), 'is not', null)
    .execute();
  await schema
    .createIndex('timer_starts_held')
    .on('timer_starts')
    .column('lease_owner')
    .where(sql.ref('lease_owner'), 'is not', null)
    .execute();
  await schema.createIndex('timer_starts_of_process').on('timer_starts').column('process_id').execute();
  await schema.createIndex('timer_starts_of_definition').on('timer_starts').column('definition_id').execute();

  await updatedInPlace(schema.createTable('instances'))
    .addColumn('instance_id', text, (column) => column.primaryKey())
    .addColumn('definition_id', text, (column) => column.notNull().references('definitions.definition_id'))
    .addColumn('process_id', text, (column) => column.notNull())
    .addColumn('status', text, (column) => column.notNull())
    .addColumn('initiator', text, (column) => column.notNull())
    .addColumn('initiator_name', text)
    .addColumn('business_key', text)
    .addColumn('start_key', text, (column) => column.unique())
    // Before the snapshot: SQLite would read its pages to reach what comes after it.
    .addColumn('current_nodes', text, (column) => column.notNull())
    .addColumn('title', text)
    .addColumn('summary', text, (column) => column.notNull())
    .addColumn('search_text', text, (column) => column.notNull())
    .addColumn('snapshot', text)
    .addColumn('path', text, (column) => column.notNull())
    .addColumn('chain', 'integer', (column) => column.notNull())
    .addColumn('revision', 'bigint', (column) => column.notNull())
    .addColumn('wake_at', 'bigint')
    .addColumn('started_at', 'bigint', (column) => column.notNull())
    .addColumn('ended_at', 'bigint')
    .addColumn('wake_free_at', 'bigint')
    .addColumn('wake_owner', text)
    .addColumn('wake_attempts', 'integer', (column) => column.notNull())
    .addColumn('wake_begun', 'integer', (column) => column.notNull())
    .addColumn('cleared', 'integer', (column) => column.notNull())
    .execute();
  await schema
    .createIndex('instances_due')
    .on('instances')
    .columns(['wake_free_at', 'instance_id'])
    .where(sql.ref('wake_free_at'), 'is not', null)
    .execute();
  await schema
    .createIndex('instances_held')
    .on('instances')
    .column('wake_owner')
    .where(sql.ref('wake_owner'), 'is not', null)
    .execute();
  await schema.createIndex('instances_started').on('instances').columns(['started_at', 'instance_id']).execute();
  await schema
    .createIndex('instances_open')
    .on('instances')
    .columns(['started_at', 'instance_id'])
    .where(sql.ref('ended_at'), 'is', null)
    .execute();
  await schema
    .createIndex('instances_of_process')
    .on('instances')
    .columns(['process_id', 'started_at', 'instance_id'])
    .execute();
  await schema
    .createIndex('instances_of_initiator')
    .on('instances')
    .columns(['initiator', 'started_at', 'instance_id'])
    .execute();
  await schema
    .createIndex('instances_by_business_key')
    .on('instances')
    .column('business_key')
    .where(sql.ref('business_key'), 'is not', null)
    .execute();
  await schema.createIndex('instances_of_definition').on('instances').column('definition_id').execute();
  await schema
    .createIndex('instances_over')
    .on('instances')
    .columns(['cleared', 'ended_at', 'instance_id'])
    .where(sql.ref('ended_at'), 'is not', null)
    .execute();

  // Tasks, presses, incidents and history are kept longer than their instance, so they have no foreign key to it.
  await updatedInPlace(schema.createTable('tasks'))
    .addColumn('seq', ascendingKey.type, ascendingKey.build)
    .addColumn('task_id', text, (column) => column.notNull().unique())
    .addColumn('instance_id', text, (column) => column.notNull())
    .addColumn('node_id', text, (column) => column.notNull())
    .addColumn('node_name', text, (column) => column.notNull())
    .addColumn('execution_id', text, (column) => column.notNull())
    .addColumn('state', text, (column) => column.notNull())
    .addColumn('handlers', text, (column) => column.notNull())
    .addColumn('handling_groups', text, (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('closed_at', 'bigint')
    .addColumn('applied_at', 'bigint')
    .addColumn('handler', text)
    .addColumn('opinions', text)
    .addColumn('handle_status', text)
    .addColumn('handler_name', text)
    .addColumn('turn_handler', text)
    .addColumn('suspended_at', 'bigint')
    .addColumn('signed_by', text, (column) => column.notNull())
    .addColumn('report', text)
    .addColumn('signing_key_id', text, (column) => column.notNull())
    .addColumn('action_uses', text, (column) => column.notNull())
    .addColumn('title', text)
    .addColumn('summary', text, (column) => column.notNull())
    .addColumn('search_text', text, (column) => column.notNull())
    .execute();
  await schema.createIndex('tasks_of_instance').on('tasks').columns(['instance_id', 'created_at', 'seq']).execute();
  await schema.createIndex('tasks_created').on('tasks').columns(['created_at', 'seq']).execute();
  await schema
    .createIndex('tasks_open')
    .on('tasks')
    .columns(['created_at', 'seq'])
    .where(sql.ref('closed_at'), 'is', null)
    .execute();
  await schema
    .createTable('task_handlers')
    .addColumn('kind', text, (column) => column.notNull())
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('task_id', text, (column) => column.notNull().references('tasks.task_id').onDelete('cascade'))
    .addPrimaryKeyConstraint('task_handlers_key', ['kind', 'name', 'task_id'])
    .execute();
  await schema.createIndex('task_handlers_of_task').on('task_handlers').column('task_id').execute();

  await leased(schema.createTable('jobs'))
    .addColumn('job_id', text, (column) => column.primaryKey())
    .addColumn('kind', text, (column) => column.notNull())
    .addColumn('instance_id', text, (column) => column.notNull().references('instances.instance_id'))
    .addColumn('node_id', text, (column) => column.notNull())
    .addColumn('execution_id', text, (column) => column.notNull())
    .addColumn('service', text, (column) => column.notNull())
    .addColumn('variables', text, (column) => column.notNull())
    .addColumn('input', text, (column) => column.notNull())
    .addColumn('idempotency_key', text, (column) => column.notNull())
    .addColumn('state', text, (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('leases', 'integer', (column) => column.notNull())
    .addColumn('due_at', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('traceparent', text)
    .addColumn('free_at', 'bigint')
    .addColumn('lease_owner', text)
    .addColumn('begun', 'integer', (column) => column.notNull())
    .execute();
  await schema
    .createIndex('jobs_due')
    .on('jobs')
    .columns(['free_at', 'job_id'])
    .where(sql.ref('free_at'), 'is not', null)
    .execute();
  await schema
    .createIndex('jobs_held')
    .on('jobs')
    .column('lease_owner')
    .where(sql.ref('lease_owner'), 'is not', null)
    .execute();
  await schema.createIndex('jobs_of_instance').on('jobs').column('instance_id').execute();

  await schema
    .createTable('subscriptions')
    .addColumn('instance_id', text, (column) => column.notNull().references('instances.instance_id'))
    .addColumn('execution_id', text, (column) => column.notNull())
    .addColumn('kind', text, (column) => column.notNull())
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('correlation_key', text)
    .addPrimaryKeyConstraint('subscriptions_key', ['instance_id', 'execution_id'])
    .execute();
  await schema
    .createIndex('subscriptions_by_name')
    .on('subscriptions')
    .columns(['kind', 'name', 'correlation_key'])
    .execute();

  await schema
    .createTable('presses')
    .addColumn('uuid', text, (column) => column.notNull())
    .addColumn('task_id', text, (column) => column.notNull())
    .addColumn('action_key', text, (column) => column.notNull())
    .addColumn('fingerprint', text, (column) => column.notNull())
    .addColumn('verdict', text, (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('presses_key', ['uuid', 'task_id', 'action_key'])
    .execute();
  await schema.createIndex('presses_of_task').on('presses').column('task_id').execute();

  await leased(schema.createTable('outbox'))
    .addColumn('seq', ascendingKey.type, ascendingKey.build)
    .addColumn('instance_id', text, (column) => column.notNull().references('instances.instance_id'))
    .addColumn('report', text, (column) => column.notNull())
    .addColumn('state', text, (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('repeat', 'integer', (column) => column.notNull())
    .addColumn('due_at', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('delivered_at', 'bigint')
    .addColumn('reason', text)
    .addColumn('refusals', 'integer', (column) => column.notNull())
    .addColumn('refused_ids', text, (column) => column.notNull())
    .addColumn('alone', 'integer', (column) => column.notNull())
    .addColumn('traceparent', text)
    .addColumn('free_at', 'bigint')
    .addColumn('lease_owner', text)
    .execute();
  await schema
    .createIndex('outbox_due')
    .on('outbox')
    .columns(['free_at', 'seq'])
    .where(sql.ref('free_at'), 'is not', null)
    .execute();
  await schema
    .createIndex('outbox_held')
    .on('outbox')
    .column('lease_owner')
    .where(sql.ref('lease_owner'), 'is not', null)
    .execute();
  await schema.createIndex('outbox_of_instance').on('outbox').columns(['instance_id', 'state', 'seq']).execute();
  await schema.createIndex('outbox_by_state').on('outbox').columns(['state', 'seq']).execute();

  await createRecords(schema, columnTypes);
}
