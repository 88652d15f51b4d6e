import type { ColumnTypes } from '../statements/database.ts';

/**
 * The schema of the first version. Each index comes after its table, and its name says which query uses it. Indexes of what
 * is due or leased have only those rows, which are few.
 */
export function firstSchema({ ascendingKey, text, updatedInPlace, leased }: ColumnTypes): readonly string[] {
  return [
    `create table definitions (
      definition_id ${text} primary key,
      process_id ${text} not null,
      xml ${text} not null,
      drawing ${text},
      deployed_at bigint not null,
      superseded_at bigint,
      undeployed_at bigint,
      extends_id ${text}
    )`,
    'create index definitions_superseded on definitions (superseded_at, definition_id)',
    'create index definitions_extending on definitions (extends_id) where extends_id is not null',
    `create table latest_definitions (
      process_id ${text} primary key,
      definition_id ${text} not null references definitions (definition_id)
    )`,
    'create index latest_definitions_of_definition on latest_definitions (definition_id)',
    // Only for the latest definitions.
    `create table timer_starts (
      seq ${ascendingKey},
      process_id ${text} not null,
      definition_id ${text} not null references definitions (definition_id),
      start_node_id ${text} not null,
      due_at bigint,
      "left" integer,
      attempts integer not null,
      free_at bigint,
      lease_owner ${text}
    )`,
    'create index timer_starts_due on timer_starts (free_at, seq) where free_at is not null',
    'create index timer_starts_held on timer_starts (lease_owner) where lease_owner is not null',
    'create index timer_starts_of_process on timer_starts (process_id)',
    'create index timer_starts_of_definition on timer_starts (definition_id)',

    // What lists show is before the snapshot: SQLite would read its pages to reach what comes after it.
    `create table instances (
      instance_id ${text} primary key,
      definition_id ${text} not null references definitions (definition_id),
      process_id ${text} not null,
      status ${text} not null,
      initiator ${text} not null,
      initiator_name ${text},
      business_key ${text},
      start_key ${text} unique,
      current_nodes ${text} not null,
      title ${text},
      summary ${text} not null,
      search_text ${text} not null,
      refused_task_id ${text},
      snapshot ${text},
      path ${text} not null,
      chain integer not null,
      revision bigint not null,
      wake_at bigint,
      started_at bigint not null,
      ended_at bigint,
      wake_free_at bigint,
      wake_owner ${text},
      wake_attempts integer not null,
      wake_begun integer not null,
      cleared integer not null
    ) ${updatedInPlace}`,
    'create index instances_due on instances (wake_free_at, instance_id) where wake_free_at is not null',
    'create index instances_held on instances (wake_owner) where wake_owner is not null',
    'create index instances_started on instances (started_at, instance_id)',
    'create index instances_open on instances (started_at, instance_id) where ended_at is null',
    'create index instances_of_process on instances (process_id, started_at, instance_id)',
    'create index instances_of_initiator on instances (initiator, started_at, instance_id)',
    'create index instances_by_business_key on instances (business_key) where business_key is not null',
    'create index instances_of_definition on instances (definition_id, ended_at)',
    'create index instances_over on instances (cleared, ended_at, instance_id) where ended_at is not null',

    // Tasks, presses, incidents and history are kept longer than their instance, so they have no foreign key to it.
    `create table tasks (
      seq ${ascendingKey},
      task_id ${text} not null unique,
      instance_id ${text} not null,
      node_id ${text} not null,
      node_name ${text} not null,
      execution_id ${text} not null,
      state ${text} not null,
      handlers ${text} not null,
      handling_groups ${text} not null,
      created_at bigint not null,
      closed_at bigint,
      applied_at bigint,
      handler ${text},
      opinions ${text},
      handle_status ${text},
      handler_name ${text},
      turn_handler ${text},
      suspended_at bigint,
      is_system integer not null,
      panel ${text},
      signed_by ${text} not null,
      report ${text},
      report_wait ${text},
      unconfirmed_seq bigint,
      signing_key_id ${text} not null,
      action_uses ${text} not null,
      title ${text},
      summary ${text} not null,
      search_text ${text} not null
    ) ${updatedInPlace}`,
    'create index tasks_of_instance on tasks (instance_id, created_at, seq)',
    'create index tasks_created on tasks (created_at, seq)',
    'create index tasks_open on tasks (created_at, seq) where closed_at is null',
    `create table task_handlers (
      kind ${text} not null,
      name ${text} not null,
      task_id ${text} not null references tasks (task_id) on delete cascade,
      constraint task_handlers_key primary key (kind, name, task_id)
    )`,
    'create index task_handlers_of_task on task_handlers (task_id)',

    `create table jobs (
      job_id ${text} primary key,
      kind ${text} not null,
      instance_id ${text} not null references instances (instance_id),
      node_id ${text} not null,
      execution_id ${text} not null,
      service ${text} not null,
      variables ${text} not null,
      input ${text} not null,
      idempotency_key ${text} not null,
      state ${text} not null,
      attempts integer not null,
      leases integer not null,
      begun integer not null,
      due_at bigint not null,
      created_at bigint not null,
      reason ${text},
      cause ${text},
      traceparent ${text},
      free_at bigint,
      lease_owner ${text}
    ) ${leased}`,
    'create index jobs_due on jobs (free_at, job_id) where free_at is not null',
    'create index jobs_held on jobs (lease_owner) where lease_owner is not null',
    'create index jobs_of_instance on jobs (instance_id)',

    `create table subscriptions (
      instance_id ${text} not null references instances (instance_id),
      execution_id ${text} not null,
      kind ${text} not null,
      name ${text} not null,
      correlation_key ${text},
      constraint subscriptions_key primary key (instance_id, execution_id)
    )`,
    'create index subscriptions_by_name on subscriptions (kind, name, correlation_key)',

    `create table presses (
      uuid ${text} not null,
      task_id ${text} not null,
      action_key ${text} not null,
      fingerprint ${text} not null,
      verdict ${text} not null,
      at bigint not null,
      constraint presses_key primary key (uuid, task_id, action_key)
    )`,
    'create index presses_of_task on presses (task_id)',

    `create table outbox (
      seq ${ascendingKey},
      instance_id ${text} not null references instances (instance_id),
      report ${text} not null,
      state ${text} not null,
      attempts integer not null,
      repeat integer not null,
      due_at bigint not null,
      created_at bigint not null,
      delivered_at bigint,
      reason ${text},
      refusals integer not null,
      refused_ids ${text} not null,
      alone integer not null,
      traceparent ${text},
      free_at bigint,
      lease_owner ${text}
    ) ${leased}`,
    'create index outbox_due on outbox (free_at, seq) where free_at is not null',
    'create index outbox_held on outbox (lease_owner) where lease_owner is not null',
    'create index outbox_of_instance on outbox (instance_id, state, seq)',
    'create index outbox_by_state on outbox (state, seq)',

    // Messages of the host have no instance, as their entries of the history.
    `create table messages (
      seq ${ascendingKey},
      send_id ${text} not null unique,
      instance_id ${text},
      node_id ${text},
      request ${text} not null,
      original ${text},
      state ${text} not null,
      attempts integer not null,
      refusals integer not null,
      due_at bigint not null,
      created_at bigint not null,
      sent_at bigint,
      problems ${text} not null,
      reason ${text},
      traceparent ${text},
      free_at bigint,
      lease_owner ${text}
    ) ${leased}`,
    'create index messages_due on messages (free_at, seq) where free_at is not null',
    'create index messages_held on messages (lease_owner) where lease_owner is not null',
    'create index messages_by_state on messages (state, seq)',
    'create index messages_of_instance on messages (instance_id, seq)',
    // Only settled messages of the host.
    `create index messages_of_host on messages (instance_id, free_at, due_at)
      where instance_id is null and free_at is null`,

    `create table incidents (
      incident_id ${text} primary key,
      instance_id ${text},
      kind ${text} not null,
      subject ${text} not null,
      code ${text} not null,
      reason ${text} not null,
      cause ${text},
      at bigint not null,
      latest_at bigint not null,
      count integer not null,
      resolved_at bigint
    )`,
    'create index incidents_of_instance on incidents (instance_id, subject)',
    // Only one open incident per subject and code. coalesce, because a unique index treats nulls as distinct.
    `create unique index incidents_open_once on incidents (subject, code, (coalesce(instance_id, '')))
      where resolved_at is null`,
    'create index incidents_open on incidents (resolved_at, at, incident_id)',
    'create index incidents_of_no_instance on incidents (instance_id, resolved_at) where instance_id is null',

    `create table history (
      seq ${ascendingKey},
      instance_id ${text},
      at bigint not null,
      type ${text} not null,
      data ${text} not null
    )`,
    'create index history_of_instance on history (instance_id, seq)',
    'create index history_of_no_instance on history (instance_id, at) where instance_id is null',

    `create table restores (
      seq ${ascendingKey},
      mark ${text} not null unique,
      at bigint not null
    )`,
  ];
}
