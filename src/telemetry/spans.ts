import type { AttributeName, AttributesOf } from './attributes.ts';

interface SpanEntry {
  /** `server`: internal where another span is active, such as that of an HTTP instrumentation. */
  readonly kind: 'server' | 'client' | 'consumer' | 'internal';
  readonly meaning: string;
  readonly attributes: readonly AttributeName[];
}

/** Every span of the library. What an outbox entry, a job or a message leads to begins a trace, with a link to the step. */
export const SPANS = {
  'bpmn_bridge.callback': {
    kind: 'server',
    meaning:
      'A call of the center, from the first check to the answer. It continues the trace of the caller, if that sends one.',
    attributes: ['bpmn_bridge.callback.kind', 'http.request.method', 'http.response.status_code', 'error.type'],
  },
  'bpmn_bridge.press': {
    kind: 'internal',
    meaning: 'A press, from a callback or from `bridge.press`.',
    attributes: [
      'bpmn_bridge.process.id',
      'bpmn_bridge.instance.id',
      'bpmn_bridge.node.id',
      'bpmn_bridge.task.id',
      'bpmn_bridge.action.key',
      'bpmn_bridge.press.verdict',
      'error.type',
    ],
  },
  'bpmn_bridge.step': {
    kind: 'internal',
    meaning: 'One computation of a step, with its commit. A step that lost a race is a span of its own.',
    attributes: [
      'bpmn_bridge.process.id',
      'bpmn_bridge.definition.id',
      'bpmn_bridge.instance.id',
      'bpmn_bridge.trigger',
      'bpmn_bridge.step.outcome',
      'error.type',
    ],
  },
  'bpmn_bridge.commit': {
    kind: 'internal',
    meaning: 'The transaction that stores a step.',
    attributes: [
      'bpmn_bridge.instance.id',
      'bpmn_bridge.commit.reports',
      'bpmn_bridge.commit.jobs',
      'bpmn_bridge.commit.messages',
      'error.type',
    ],
  },
  'bpmn_bridge.report': {
    kind: 'client',
    meaning:
      'One call that brings reports to the center, and what became of them. It has one link per report, to the step that queued it; the link has the instance and the `seq`.',
    attributes: ['bpmn_bridge.delivery.items', 'bpmn_bridge.delivery.settled', 'error.type'],
  },
  'bpmn_bridge.message': {
    kind: 'client',
    meaning:
      'One attempt to send a message to people. Linked to the step, or to the span in which `bridge.messages.send` was called.',
    attributes: [
      'bpmn_bridge.message.send_id',
      'bpmn_bridge.instance.id',
      'bpmn_bridge.node.id',
      'bpmn_bridge.attempt',
      'bpmn_bridge.delivery.outcome',
      'error.type',
    ],
  },
  'bpmn_bridge.job': {
    kind: 'consumer',
    meaning: 'One attempt of a job, with the step that applies its result. Linked to the step that queued the job.',
    attributes: [
      'bpmn_bridge.instance.id',
      'bpmn_bridge.node.id',
      'bpmn_bridge.job.id',
      'bpmn_bridge.job.kind',
      'bpmn_bridge.job.name',
      'bpmn_bridge.job.outcome',
      'bpmn_bridge.attempt',
      'error.type',
    ],
  },
  'bpmn_bridge.service': {
    kind: 'internal',
    meaning:
      'The call of a function of the host, within its job: a service, or the one for scripts. What it calls appears below it.',
    attributes: ['bpmn_bridge.instance.id', 'bpmn_bridge.node.id', 'bpmn_bridge.job.name', 'error.type'],
  },
  'bpmn_bridge.timer': {
    kind: 'internal',
    meaning: 'A timer that is due: in an instance, or one that starts an instance.',
    attributes: [
      'bpmn_bridge.timer.kind',
      'bpmn_bridge.process.id',
      'bpmn_bridge.instance.id',
      'bpmn_bridge.attempt',
      'error.type',
    ],
  },
} as const satisfies Readonly<Record<string, SpanEntry>>;

export type SpanName = keyof typeof SPANS;
export type SpanAttributes<Name extends SpanName> = AttributesOf<(typeof SPANS)[Name]>;

/** Attributes of the links of `bpmn_bridge.report`. */
export const LINK_ATTRIBUTES = [
  'bpmn_bridge.instance.id',
  'bpmn_bridge.report.seq',
] as const satisfies readonly AttributeName[];
