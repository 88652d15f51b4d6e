import { findExtensions } from '../moddle/extension.ts';
import { elementOf, type ModdleElement, nameOf, textOf } from '../moddle/moddle-element.ts';
import type { EventRole, EventTrigger } from '../process-model.ts';
import type { FlowNode } from './drawing.ts';
import { eventDefinitionsOf, eventKindOf } from './event-kind.ts';
import type { ExpressionReader } from './expression-reader.ts';
import { sendsToCenter } from './read-message.ts';
import { throwsMessage } from './read-service.ts';
import { readTtc } from './read-ttc.ts';

/** An event with one definition, a receive task, or a send task that throws a message. */
export interface EventDraft {
  readonly node: FlowNode;
  readonly role: EventRole;
  readonly kind: EventTrigger['kind'];
  /** Undefined where the drawing does not say which message, signal or time; a rule refuses it. */
  readonly trigger?: EventTrigger;
}

/** Undefined for what is no event, and for events without a definition, which are passed through. */
export function readEvent(node: FlowNode, expressions: ExpressionReader): EventDraft | undefined {
  const definition = definitionOf(node);
  const kind = definition && triggerKindOf(node, definition);
  if (definition === undefined || kind === undefined) return undefined;
  const role = readRole(node, kind);
  const trigger = role && readTrigger(kind, definition, node, expressions);
  return role && { node, role, kind, ...(trigger === undefined ? {} : { trigger }) };
}

/** What holds the reference to the message, signal, …: the event definition, of a task the task itself. */
function definitionOf(node: FlowNode): ModdleElement | undefined {
  if (node.type === 'bpmn:ReceiveTask' || throwsMessage(node)) return node.element;
  const [only, ...others] = eventDefinitionsOf(node.element);
  return others.length === 0 ? only : undefined;
}

function triggerKindOf(node: FlowNode, definition: ModdleElement): EventTrigger['kind'] | undefined {
  if (definition === node.element) return 'message';
  const kind = eventKindOf(definition);
  switch (kind) {
    case 'timer':
    case 'message':
    case 'signal':
    case 'error':
    case 'escalation':
      return kind;
    default:
      return undefined;
  }
}

function readRole({ type, element, scope }: FlowNode, kind: EventTrigger['kind']): EventRole | undefined {
  switch (type) {
    case 'bpmn:IntermediateCatchEvent':
    case 'bpmn:ReceiveTask':
      return { kind: 'catch' };
    case 'bpmn:IntermediateThrowEvent':
    case 'bpmn:EndEvent':
    case 'bpmn:SendTask':
      return { kind: 'throw' };
    case 'bpmn:BoundaryEvent': {
      const attachedTo = elementOf(element, 'attachedToRef')?.id ?? '';
      return { kind: 'boundary', attachedTo, interrupting: interrupts(element, 'cancelActivity', kind) };
    }
    case 'bpmn:StartEvent':
      return scope.kind === 'process'
        ? { kind: 'process-start' }
        : { kind: 'start', scopeId: scope.id, interrupting: interrupts(element, 'isInterrupting', kind) };
    default:
      return undefined;
  }
}

// BPMN 2.0, 10.5.4: an error always interrupts, whatever is drawn.
function interrupts(element: ModdleElement, property: string, kind: EventTrigger['kind']): boolean {
  return kind === 'error' || element.get(property) !== false;
}

function readTrigger(
  kind: EventTrigger['kind'],
  definition: ModdleElement,
  node: FlowNode,
  expressions: ExpressionReader,
): EventTrigger | undefined {
  switch (kind) {
    case 'timer':
      return readTimer(definition, node, expressions);
    case 'message': {
      const message = elementOf(definition, 'messageRef');
      const name =
        (message && readName(message, node, 'the name of the message', expressions)) ??
        // What only goes to the message center is heard by no process.
        (sendsToCenter(node.element) ? expressions.read('', node.id, 'the name of the message') : undefined);
      if (name === undefined) return undefined;
      const correlationKey = readCorrelationKey(node, message);
      return {
        kind,
        name,
        ...(correlationKey === undefined
          ? {}
          : { correlationKey: expressions.read(correlationKey, node.id, 'the correlation key') }),
      };
    }
    case 'signal': {
      const signal = elementOf(definition, 'signalRef');
      const name = signal && readName(signal, node, 'the name of the signal', expressions);
      return name && { kind, name };
    }
    case 'error':
    case 'escalation': {
      const code = readCode(definition, node, kind);
      return code === undefined ? { kind } : { kind, code };
    }
  }
}

/** Those of `timeDuration`, `timeDate` and `timeCycle` that a timer gives. */
export function timerFormsOf(definition: ModdleElement): readonly ('duration' | 'date' | 'cycle')[] {
  return (['duration', 'date', 'cycle'] as const).filter((form) => timeText(definition, form) !== undefined);
}

function timeText(definition: ModdleElement, form: 'duration' | 'date' | 'cycle'): string | undefined {
  const property = { duration: 'timeDuration', date: 'timeDate', cycle: 'timeCycle' }[form];
  return textOf(elementOf(definition, property), 'body');
}

function readTimer(definition: ModdleElement, node: FlowNode, expressions: ExpressionReader): EventTrigger | undefined {
  const [form, ...others] = timerFormsOf(definition);
  const text = form && timeText(definition, form);
  if (form === undefined || text === undefined || others.length > 0) return undefined;
  return { kind: 'timer', form, value: expressions.read(text, node.id, 'the timer') };
}

function readName(named: ModdleElement, node: FlowNode, from: string, expressions: ExpressionReader) {
  const name = nameOf(named) ?? named.id;
  return name === undefined ? undefined : expressions.read(name, node.id, from);
}

function readCorrelationKey(node: FlowNode, message: ModdleElement | undefined): string | undefined {
  if (message === undefined) return undefined;
  const ofZeebe = findExtensions(message, 'zeebe', 'subscription')[0]?.attributes.correlationKey?.trim();
  return readTtc(node.element, 'correlationKey') ?? readTtc(message, 'correlationKey') ?? (ofZeebe || undefined);
}

/**
 * What an error or escalation is told by. BPMN 2.0.2, 10.5.6, and Camunda 7: a catch without a code catches every one, also
 * where it names an error that has no code. A throw of one without a code is told from others by its id.
 */
function readCode(definition: ModdleElement, { type }: FlowNode, kind: 'error' | 'escalation'): string | undefined {
  const referred = elementOf(definition, kind === 'error' ? 'errorRef' : 'escalationRef');
  const code = textOf(referred, kind === 'error' ? 'errorCode' : 'escalationCode');
  return code ?? (THROWING.has(type) ? referred?.id : undefined);
}

const THROWING: ReadonlySet<string> = new Set(['bpmn:IntermediateThrowEvent', 'bpmn:EndEvent']);
