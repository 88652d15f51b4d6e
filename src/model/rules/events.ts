import { isEventSubProcess } from '../../net/graph.ts';
import { expressionNames } from '../expressions/expression-analysis.ts';
import { elementOf, textOf } from '../moddle/moddle-element.ts';
import type { EventTrigger } from '../nodes/event-node.ts';
import type { FlowNode } from '../read/diagram.ts';
import type { Draft } from '../read/draft.ts';
import { type EventKind, eventDefinitionsOf, eventKindOf } from '../read/events/event-kind.ts';
import type { EventDraft } from '../read/events/read-event.ts';
import { isService } from '../read/services/read-service.ts';
import type { Finding, Rule } from './rule.ts';
import { findUnsupported } from './shared/supported-elements.ts';

const boundaryOnWrongHost: Rule = {
  name: 'boundary-on-wrong-host',
  severity: 'error',
  says: 'a boundary event on an event, a gateway, a task that is computed within the step, or nothing; a warning on a task that tokens pass straight through',
  remedy: 'Attach it to a user task, a service, a receive task or a sub-process.',
  check: (draft) =>
    [...draft.diagram.nodes.values()]
      .filter(({ type, element }) => type === 'bpmn:BoundaryEvent' && findUnsupported(element) === undefined)
      .flatMap((node) => judgeBoundary(node, draft)),
};

function judgeBoundary(boundary: FlowNode, draft: Draft): readonly Finding[] {
  const { host } = boundary;
  if (host !== undefined && isPassed(boundary, host)) return warnOfPassedHost(boundary, host);
  const fault = host === undefined ? 'is attached to nothing in the process' : findFaultOfHost(boundary, host, draft);
  if (fault === undefined) return [];
  const isElsewhere = host !== undefined && boundary.scope !== host.scope;
  return [
    {
      elementId: boundary.id,
      reason: `The boundary event "${boundary.name}" ${fault}.`,
      ...(isElsewhere && { remedy: 'Move it there in the XML, or draw it again on the edge of that element.' }),
    },
  ];
}

function findFaultOfHost(boundary: FlowNode, host: FlowNode, { services }: Draft): string | undefined {
  if (findUnsupported(host.element) !== undefined) return undefined;
  if (boundary.scope !== host.scope) return `is not in the same sub-process as "${host.name}", which it is attached to`;
  if (isEventSubProcess(host)) return `is attached to the event sub-process "${host.name}"`;
  if (services.some(({ node, expression }) => node === host && expression !== undefined)) {
    return `is attached to "${host.name}", which is computed at once`;
  }
  const isTask = /Task$/.test(host.type);
  if (host.type === 'bpmn:SubProcess' || WAITING_TASKS.has(host.type) || (isTask && isService(host))) return undefined;
  return `is attached to "${host.name}", which is ${isTask ? 'passed through at once' : 'not an activity'}`;
}

/** Engines accept a boundary event on these, but the task completes at once, so the event never fires. */
const PASSED_THROUGH: ReadonlySet<string> = new Set(['bpmn:Task', 'bpmn:ManualTask']);

/** Excludes conditional events, because their condition could be true at once. */
function isPassed(boundary: FlowNode, host: FlowNode): boolean {
  const waits = eventDefinitionsOf(boundary.element).every((definition) => eventKindOf(definition) !== 'conditional');
  return waits && boundary.scope === host.scope && PASSED_THROUGH.has(host.type);
}

function warnOfPassedHost(boundary: FlowNode, host: FlowNode): readonly Finding[] {
  const reason = `The boundary event "${boundary.name}" is attached to "${host.name}", which is passed through at once, so it never fires.`;
  const remedy = 'Change the element that it is attached to into a user task or a service, or remove the event.';
  return [{ severity: 'warning', elementId: boundary.id, reason, remedy }];
}

const WAITING_TASKS: ReadonlySet<string> = new Set(['bpmn:UserTask', 'bpmn:ReceiveTask']);

/** BPMN 2.0.2, 10.5.1: any one of several definitions fires a catch event; a throw event throws them all. */
const severalEventDefinitions: Rule = {
  name: 'several-event-definitions',
  severity: 'error',
  says: 'an event waits for all of several (`parallelMultiple`), terminates besides something else, or starts a process by several timers',
  remedy: 'Draw an event for each of them.',
  check: ({ diagram }) =>
    [...diagram.nodes.values()].flatMap((node) => {
      const kinds =
        findUnsupported(node.element) === undefined ? eventDefinitionsOf(node.element).map(eventKindOf) : [];
      const fault = kinds.length < 2 ? undefined : findFaultOfSeveral(node, kinds);
      if (fault === undefined) return [];
      return {
        elementId: node.id,
        reason: `The event "${node.name}" has several definitions (${kinds.join(', ')}), ${fault}.`,
      };
    }),
};

function findFaultOfSeveral({ type, element, scope }: FlowNode, kinds: readonly EventKind[]): string | undefined {
  if (element.get('parallelMultiple') === true) return 'and waits for all of them (parallelMultiple), which is not run';
  if (kinds.includes('terminate')) return 'but nothing is thrown any more once it terminates';
  const timers = kinds.filter((kind) => kind === 'timer').length;
  if (type === 'bpmn:StartEvent' && scope.kind === 'process' && timers > 1)
    return 'but a start event of a process can have only one timer';
  return undefined;
}

const eventWithoutName: Rule = {
  name: 'event-without-name',
  severity: 'error',
  says: 'a message or signal event does not say which; a warning for a thrown message, which is then not sent',
  remedy: 'Choose or create one with a name.',
  check: ({ events, messages }) =>
    events.flatMap((event) => {
      const { node, role, trigger } = event;
      if ((event.event.kind === 'message' || event.event.kind === 'signal') && trigger === undefined)
        return refuseUnnamed(event);
      const hasTemplate = messages.some(({ elementId, message }) => elementId === node.id && message !== undefined);
      const throwsNothing = role.kind === 'throw' && trigger?.kind === 'message' && trigger.name.text === '';
      return throwsNothing && !hasTemplate ? warnOfUnnamed(event) : [];
    }),
};

function refuseUnnamed({ node, event: { kind }, role }: EventDraft): readonly Finding[] {
  const reason = `"${node.name}" ${role.kind === 'throw' ? 'throws' : 'waits for'} a ${kind}, but does not say which one.`;
  const remedy = `Choose or create a ${kind} with a name in the modeler${
    role.kind === 'catch' && kind === 'message' ? ', or use a receive task, which needs none' : ''
  }.`;
  return [{ elementId: node.id, reason, remedy }];
}

/** A warning only: Camunda 7 sends nothing for such an event either, and the token goes on. */
function warnOfUnnamed({ node }: EventDraft): readonly Finding[] {
  return [
    {
      severity: 'warning',
      elementId: node.id,
      reason: `"${node.name}" throws a message, but does not say which one: nothing is sent, and the token goes on.`,
      remedy: 'Choose or create a message with a name, or name a service that sends it, such as a topic.',
      guess: true,
    },
  ];
}

const eventConditionInvalid: Rule = {
  name: 'event-condition-invalid',
  severity: 'error',
  says: 'a conditional event has no condition, or plain text',
  remedy: 'Give it a condition such as ${amount > 1000}, or =amount > 1000 in FEEL.',
  check: ({ events }) =>
    events.flatMap((event) => {
      const fault = findFaultOfCondition(event);
      if (fault === undefined) return [];
      return { elementId: event.node.id, reason: `The conditional event "${event.node.name}" ${fault}.` };
    }),
};

function findFaultOfCondition({ event: { kind }, trigger, definition }: EventDraft): string | undefined {
  if (kind !== 'condition') return undefined;
  const text = textOf(elementOf(definition, 'condition'), 'body');
  if (text === undefined || trigger?.kind !== 'condition') return 'has no condition';
  if (trigger.script !== undefined || !trigger.condition.constant) return undefined;
  return `has "${text}" as its condition, which is plain text`;
}

const startTriggerReadsVariables: Rule = {
  name: 'start-trigger-reads-variables',
  severity: 'error',
  says: 'the timer, message or signal that starts a process reads variables',
  remedy: 'Write a text, or an expression without variables.',
  check: ({ events }) =>
    events.flatMap(({ node, role, trigger }) => {
      const expression = role.kind === 'process-start' && trigger !== undefined ? expressionOf(trigger) : undefined;
      const names = expression === undefined ? [] : [...expressionNames(expression)];
      if (expression === undefined || names.length === 0) return [];
      return {
        elementId: node.id,
        reason: `The start event "${node.name}" reads ${names.join(', ')} in ${expression.text}, but there are no variables before the process starts.`,
      };
    }),
};

function expressionOf(trigger: EventTrigger) {
  if (trigger.kind === 'timer') return trigger.value;
  return trigger.kind === 'message' || trigger.kind === 'signal' ? trigger.name : undefined;
}

export const EVENT_RULES: readonly Rule[] = [
  boundaryOnWrongHost,
  severalEventDefinitions,
  eventWithoutName,
  eventConditionInvalid,
  startTriggerReadsVariables,
];
