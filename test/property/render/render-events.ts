import { conditional, element, escapeXml, root, terminate } from '../../support/bpmn-xml.ts';
import type { ConditionTrigger, EndTrigger, EventTrigger, Graph, GraphNode, TimeRead } from '../draw/graph.ts';
import { writeCondition } from './render-conditions.ts';

type Trigger = EventTrigger | EndTrigger;

/** What the event is called, in reports too. */
export const eventName = ({ id, event }: Pick<GraphNode, 'id' | 'event'>): string =>
  `${event?.kind ?? 'event'} at ${id}`;

/** XML of the messages, signals, errors and escalations of a diagram. Their ids are never their names. */
export function writeRoots({ nodes }: Pick<Graph, 'nodes'>): string {
  const written = nodes.flatMap(({ event }) => (event ? writeRoot(event) : []));
  return [...new Set(written)].join('');
}

function writeRoot(event: Trigger): string[] {
  const id = idOf(event);
  if (id === undefined) return [];
  switch (event.kind) {
    case 'message':
    case 'signal': {
      const name = event.reads === undefined ? event.name : `${event.name}-\${${event.reads}}`;
      const key = event.key === undefined ? undefined : `\${${event.key}}`;
      return [root(event.kind, id, { name, 'ttc:correlationKey': key })];
    }
    case 'error':
      return [root('error', id, { name: 'error', errorCode: event.code })];
    case 'escalation':
      return [root('escalation', id, { escalationCode: event.code })];
    default:
      return [];
  }
}

function idOf(event: Trigger): string | undefined {
  if ('name' in event) return `${event.kind}-${event.name}`;
  return 'code' in event && event.code !== undefined ? `${event.kind}-${event.code}` : undefined;
}

/** XML of what an event waits for, or throws. */
export function writeDefinition({ event }: GraphNode): string {
  if (!event) return '';
  if (event.kind === 'terminate') return terminate();
  if (event.kind === 'timer') return writeTimer(event);
  if (event.kind === 'condition') return writeConditional(event);
  return element(`${event.kind}EventDefinition`, { [`${event.kind}Ref`]: idOf(event) });
}

function writeConditional({ variable, listensToOwn, language, reads }: ConditionTrigger): string {
  const text = writeCondition(reads ?? { test: 'is', variable, value: true, language });
  return conditional(text, { attributes: listensToOwn ? { 'camunda:variableName': variable } : {} });
}

const FORMS = { duration: 'timeDuration', date: 'timeDate', cycle: 'timeCycle' } as const;

function writeRead({ variable, as, language }: TimeRead, before: string): string {
  if (as === 'text') return language === 'feel' ? `=${variable}` : `\${${variable}}`;
  return language === 'feel' ? `="${before}PT" + string(${variable}) + "M"` : `${before}PT\${${variable}}M`;
}

function writeTimer(event: Extract<EventTrigger, { kind: 'timer' }>): string {
  const expression = (form: string, text: string) =>
    element('timerEventDefinition', {}, element(form, { 'xsi:type': 'tFormalExpression' }, escapeXml(text)));
  const { reads } = event;
  if (reads) return expression(FORMS[event.form], writeRead(reads, event.form === 'cycle' ? `R${event.rounds}/` : ''));
  const duration = event.ms % 60_000 === 0 ? `PT${event.ms / 60_000}M` : `PT${event.ms / 1000}S`;
  switch (event.form) {
    case 'duration':
      return expression('timeDuration', duration);
    case 'date':
      return expression('timeDate', new Date(event.ms).toISOString());
    case 'cycle':
      return expression('timeCycle', `R${event.rounds}/${duration}`);
  }
}
