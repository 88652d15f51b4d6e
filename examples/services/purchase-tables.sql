-- The service's own table. A decision and the step that it belongs to commit together.
create table if not exists purchases (
  purchase_id text primary key,
  item text not null,
  price numeric not null,
  decisions integer not null default 0,
  ordered_at timestamptz
);

-- What createEngineHost loads and saves.
create table if not exists approvals (
  instance_id text primary key,
  revision integer not null,
  state text,
  snapshot text not null,
  wake_at bigint
);
create index if not exists approvals_due on approvals (wake_at) where wake_at is not null;

-- What is to be delivered after the commit.
create table if not exists approval_reports (
  seq bigint generated always as identity primary key,
  report_id text not null unique,
  instance_id text not null,
  report text not null,
  repeat boolean not null default false,
  refused_ids text not null default '[]',
  alone boolean not null default false,
  refusals integer not null default 0,
  -- parked: the center refused it, and later reports wait; unconfirmed: nobody knows whether the center has it
  state text not null default 'pending' check (state in ('pending', 'parked', 'unconfirmed')),
  reason text
);
create index if not exists approval_reports_of on approval_reports (instance_id, seq) where state <> 'unconfirmed';
create table if not exists approval_messages (send_id text primary key, instance_id text not null, message text not null);
create table if not exists approval_jobs (job_id text primary key, instance_id text not null, job text not null);
create table if not exists approval_presses (replay_key text primary key, verdict text not null);
