import type { AttributeName, AttributesOf } from './attributes.ts';

interface MetricEntry {
  /** `gauge`: of the database, the same in every bridge that shares it; `up-down`: of this process. */
  readonly type: 'counter' | 'histogram' | 'gauge' | 'up-down';
  /** UCUM, as in the semantic conventions: `s`, or `{thing}`. */
  readonly unit: string;
  readonly meaning: string;
  readonly attributes: readonly AttributeName[];
  /** Upper bounds of the buckets of a histogram, in its unit. */
  readonly buckets?: readonly number[];
}

/** From a millisecond to the time limits of steps and services. */
const WORK_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
/** Timers are looked for once a second. */
const LATE_SECONDS = [0.1, 0.5, 1, 2, 5, 15, 60, 300, 900, 3_600, 21_600, 86_400];

/** Every metric of the library. */
export const METRICS = {
  'bpmn_bridge.press.duration': {
    type: 'histogram',
    unit: 's',
    meaning: 'Presses by verdict, and how long the person waited for it.',
    attributes: ['bpmn_bridge.process.id', 'bpmn_bridge.press.verdict'],
    buckets: WORK_SECONDS,
  },
  'bpmn_bridge.step.duration': {
    type: 'histogram',
    unit: 's',
    meaning: 'Steps, with their commit.',
    attributes: ['bpmn_bridge.process.id', 'bpmn_bridge.trigger', 'bpmn_bridge.step.outcome', 'error.type'],
    buckets: WORK_SECONDS,
  },
  'bpmn_bridge.instance.open': {
    type: 'gauge',
    unit: '{instance}',
    meaning: 'Instances that have not ended.',
    attributes: ['bpmn_bridge.process.id', 'bpmn_bridge.instance.status'],
  },
  'bpmn_bridge.task.open': {
    type: 'gauge',
    unit: '{task}',
    meaning: 'Open tasks of these instances.',
    attributes: ['bpmn_bridge.process.id'],
  },
  'bpmn_bridge.delivery.waiting': {
    type: 'gauge',
    unit: '{item}',
    meaning: 'Reports and messages that are not delivered: the depth of the outbox.',
    attributes: ['bpmn_bridge.delivery.kind', 'bpmn_bridge.delivery.state'],
  },
  'bpmn_bridge.delivery.oldest_age': {
    type: 'gauge',
    unit: 's',
    meaning: 'How long the oldest pending report or message has waited; 0 if none is pending.',
    attributes: ['bpmn_bridge.delivery.kind'],
  },
  'bpmn_bridge.delivery.attempts': {
    type: 'counter',
    unit: '{attempt}',
    meaning: 'Settled attempts to deliver a report or a message, by outcome.',
    attributes: ['bpmn_bridge.delivery.kind', 'bpmn_bridge.delivery.outcome'],
  },
  'bpmn_bridge.delivery.call.duration': {
    type: 'histogram',
    unit: 's',
    meaning: 'Calls of the center, with their token if a new one was needed.',
    attributes: ['bpmn_bridge.delivery.kind', 'error.type'],
    buckets: WORK_SECONDS,
  },
  'bpmn_bridge.delivery.paused': {
    type: 'up-down',
    unit: '{circuit}',
    meaning:
      '1 while this bridge sends nothing, or one item at a time, because the center does not answer or refuses; else 0.',
    attributes: ['bpmn_bridge.delivery.kind'],
  },
  'bpmn_bridge.job.duration': {
    type: 'histogram',
    unit: 's',
    meaning: 'Attempts of jobs, with the step that applies the result.',
    attributes: ['bpmn_bridge.job.kind', 'bpmn_bridge.job.name', 'bpmn_bridge.job.outcome'],
    buckets: WORK_SECONDS,
  },
  'bpmn_bridge.job.failed': {
    type: 'gauge',
    unit: '{job}',
    meaning: 'Jobs whose last attempt has failed; each has an open incident.',
    attributes: [],
  },
  'bpmn_bridge.work.due': {
    type: 'gauge',
    unit: '{item}',
    meaning: 'Jobs, timers and starts by timers that are due and that no bridge works on.',
    attributes: [],
  },
  'bpmn_bridge.work.overdue': {
    type: 'gauge',
    unit: 's',
    meaning: 'For how long the oldest of them has been due; 0 if none is.',
    attributes: ['bpmn_bridge.work.kind'],
  },
  'bpmn_bridge.timer.lateness': {
    type: 'histogram',
    unit: 's',
    meaning: 'How long after its time a timer fired. A service that was stopped fires its timers late.',
    attributes: ['bpmn_bridge.timer.kind'],
    buckets: LATE_SECONDS,
  },
  'bpmn_bridge.incident.raised': {
    type: 'counter',
    unit: '{incident}',
    meaning: 'Incidents that were opened. A failure that repeats is the same incident.',
    attributes: ['bpmn_bridge.incident.kind', 'error.type'],
  },
  'bpmn_bridge.incident.open': {
    type: 'gauge',
    unit: '{incident}',
    meaning: 'Incidents that wait for an operator.',
    attributes: [],
  },
  'bpmn_bridge.lease.lost': {
    type: 'counter',
    unit: '{lease}',
    meaning:
      'Work whose lease was lost before it was called or settled, so that another bridge did it or may have repeated it: the process stood still or was taken for dead, or longer leases are needed.',
    attributes: ['bpmn_bridge.lease.kind'],
  },
  'db.client.connection.count': {
    type: 'up-down',
    unit: '{connection}',
    meaning: 'Connections of this bridge to PostgreSQL.',
    attributes: ['db.client.connection.pool.name', 'db.client.connection.state'],
  },
  'db.client.connection.max': {
    type: 'up-down',
    unit: '{connection}',
    meaning: 'The most that it opens.',
    attributes: ['db.client.connection.pool.name'],
  },
  'db.client.connection.pending_requests': {
    type: 'up-down',
    unit: '{request}',
    meaning: 'Callers that wait for a connection.',
    attributes: ['db.client.connection.pool.name'],
  },
} as const satisfies Readonly<Record<string, MetricEntry>>;

export type MetricName = keyof typeof METRICS;

type NamesOf<Type extends MetricEntry['type']> = {
  [Name in MetricName]: (typeof METRICS)[Name]['type'] extends Type ? Name : never;
}[MetricName];

export type CounterName = NamesOf<'counter'>;
export type HistogramName = NamesOf<'histogram'>;
/** Those that are read when they are collected. */
export type ObservedName = NamesOf<'gauge' | 'up-down'>;
export type MetricAttributes<Name extends MetricName> = AttributesOf<(typeof METRICS)[Name]>;
