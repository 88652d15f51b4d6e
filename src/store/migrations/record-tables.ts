import type { SchemaModule } from 'kysely';
import { sql } from 'kysely';
import type { ColumnTypes } from './column-types.ts';

/** Tables whose rows may have no instance: messages to people, incidents and history. */
export async function createRecords(schema: SchemaModule, { ascendingKey, text, leased }: ColumnTypes): Promise<void> {
  // Messages of the host have no instance.
  await leased(schema.createTable('messages'))
    .addColumn('seq', ascendingKey.type, ascendingKey.build)
    .addColumn('send_id', text, (column) => column.notNull().unique())
    .addColumn('instance_id', text)
    .addColumn('node_id', text)
    .addColumn('request', text, (column) => column.notNull())
    .addColumn('original', text)
    .addColumn('state', text, (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('refusals', 'integer', (column) => column.notNull())
    .addColumn('due_at', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('sent_at', 'bigint')
    .addColumn('problems', text, (column) => column.notNull())
    .addColumn('reason', text)
    .addColumn('traceparent', text)
    .addColumn('free_at', 'bigint')
    .addColumn('lease_owner', text)
    .execute();
  await schema
    .createIndex('messages_due')
    .on('messages')
    .columns(['free_at', 'seq'])
    .where(sql.ref('free_at'), 'is not', null)
    .execute();
  await schema
    .createIndex('messages_held')
    .on('messages')
    .column('lease_owner')
    .where(sql.ref('lease_owner'), 'is not', null)
    .execute();
  await schema.createIndex('messages_by_state').on('messages').columns(['state', 'seq']).execute();
  await schema.createIndex('messages_of_instance').on('messages').columns(['instance_id', 'seq']).execute();
  // Only settled messages of the host.
  await schema
    .createIndex('messages_of_host')
    .on('messages')
    .columns(['instance_id', 'free_at', 'due_at'])
    .where(sql.ref('instance_id'), 'is', null)
    .where(sql.ref('free_at'), 'is', null)
    .execute();

  await schema
    .createTable('incidents')
    .addColumn('incident_id', text, (column) => column.primaryKey())
    .addColumn('instance_id', text)
    .addColumn('kind', text, (column) => column.notNull())
    .addColumn('subject', text, (column) => column.notNull())
    .addColumn('code', text, (column) => column.notNull())
    .addColumn('reason', text, (column) => column.notNull())
    .addColumn('cause', text)
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('latest_at', 'bigint', (column) => column.notNull())
    .addColumn('count', 'integer', (column) => column.notNull())
    .addColumn('resolved_at', 'bigint')
    .execute();
  await schema.createIndex('incidents_of_instance').on('incidents').columns(['instance_id', 'subject']).execute();
  // Only one open incident per subject and code. coalesce, because a unique index treats nulls as distinct.
  await schema
    .createIndex('incidents_open_once')
    .unique()
    .on('incidents')
    .columns(['subject', 'code'])
    .expression(sql`coalesce(instance_id, '')`)
    .where(sql.ref('resolved_at'), 'is', null)
    .execute();
  await schema.createIndex('incidents_open').on('incidents').columns(['resolved_at', 'at', 'incident_id']).execute();
  await schema
    .createIndex('incidents_of_no_instance')
    .on('incidents')
    .columns(['instance_id', 'resolved_at'])
    .where(sql.ref('instance_id'), 'is', null)
    .execute();

  // Messages of the host have no instance.
  await schema
    .createTable('history')
    .addColumn('seq', ascendingKey.type, ascendingKey.build)
    .addColumn('instance_id', text)
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('type', text, (column) => column.notNull())
    .addColumn('data', text, (column) => column.notNull())
    .execute();
  await schema.createIndex('history_of_instance').on('history').columns(['instance_id', 'seq']).execute();
  await schema
    .createIndex('history_of_no_instance')
    .on('history')
    .columns(['instance_id', 'at'])
    .where(sql.ref('instance_id'), 'is', null)
    .execute();
}
