import type { NodeEvent } from '../../../net/graph.ts';
import type { Expression } from '../../expressions/expression.ts';
import { expressionNames } from '../../expressions/expression-analysis.ts';
import {
  FLOWABLE_AND_ACTIVITI,
  readFirstAttribute,
  readMetaData,
  readVendorAttribute,
  readZeebe,
} from '../../moddle/extension.ts';
import { isDrawnFor } from '../../moddle/file-settings.ts';
import { elementOf, type ModdleElement, nameOf, textOf } from '../../moddle/moddle-element.ts';
import { readMark } from '../../moddle/prepared-mark.ts';
import type { ConditionTrigger, EventTrigger, TimerTrigger, VariableChange } from '../../nodes/event-node.ts';
import type { FlowNode } from '../diagram.ts';
import type { ExpressionReader } from '../expression-reader.ts';
import { isForeignLanguage, scriptFormatOf } from '../read-condition.ts';
import { readTtc } from '../read-ttc.ts';
import { sendsToCenter } from './read-message.ts';

/** An event definition that waits for or throws something; a link only leads on. */
export type TriggeredEvent = Extract<NodeEvent, { readonly kind: EventTrigger['kind'] }>;

/** What an event waits for or throws; undefined if the message, signal or time is missing. */
export function readTrigger(
  event: TriggeredEvent,
  definition: ModdleElement,
  node: FlowNode,
  expressions: ExpressionReader,
): EventTrigger | undefined {
  const { kind } = event;
  switch (kind) {
    case 'timer':
      return readTimer(definition, node, expressions);
    case 'message':
      return readMessage(definition, node, expressions);
    case 'signal': {
      const signal = elementOf(definition, 'signalRef');
      const name = readName(definition, 'signal', node, expressions);
      return name && { kind, name, ...(staysInside(node, signal) ? { staysInside: true as const } : {}) };
    }
    case 'receive':
      return { kind };
    case 'condition':
      return readConditionTrigger(definition, node, expressions);
    case 'error':
    case 'escalation': {
      const codeVariable = readCodeVariable(definition, kind);
      return { ...event, ...(codeVariable === undefined ? {} : { codeVariable }) };
    }
  }
}

function readMessage(definition: ModdleElement, node: FlowNode, expressions: ExpressionReader) {
  const message = elementOf(definition, 'messageRef');
  const name =
    readName(definition, 'message', node, expressions) ??
    // A throw without a message, or one to the message center only, reaches no process: its name is empty.
    (throws(node) || sendsToCenter(node.element)
      ? expressions.read('', node.id, 'the name of the message')
      : undefined);
  if (name === undefined) return undefined;
  const key = readCorrelationKey(node, message);
  return {
    kind: 'message' as const,
    name,
    ...(key === undefined ? {} : { correlationKey: expressions.read(key, node.id, 'the correlation key') }),
  };
}

/** Whether only the throwing instance receives a signal. jBPM writes this on the throw event, others on the signal. */
function staysInside({ element }: FlowNode, signal: ModdleElement | undefined): boolean {
  const scopes = [
    readMetaData(element, 'customScope'),
    ...FLOWABLE_AND_ACTIVITI.map((vendor) => signal && readVendorAttribute(signal, vendor, 'scope')),
  ];
  return scopes.includes('processInstance');
}

/** The name of the message or signal that the event refers to, else the name expression of Flowable and Activiti. */
function readName(
  definition: ModdleElement,
  kind: 'message' | 'signal',
  node: FlowNode,
  expressions: ExpressionReader,
): Expression | undefined {
  const named = elementOf(definition, `${kind}Ref`);
  const attribute = kind === 'message' ? 'messageExpression' : 'signalExpression';
  const computed = readFirstAttribute(definition, attribute, FLOWABLE_AND_ACTIVITI);
  const name = named === undefined ? computed : (nameOf(named) ?? named.id);
  return name === undefined ? undefined : expressions.read(name, node.id, `the name of the ${kind}`);
}

function readCorrelationKey(node: FlowNode, message: ModdleElement | undefined): string | undefined {
  const own = readTtc(node.element, 'correlationKey');
  if (message === undefined) return own;
  const ofZeebe = readZeebe(message, 'subscription').correlationKey?.trim();
  return own ?? readTtc(message, 'correlationKey') ?? (ofZeebe || undefined);
}

function throws({ type }: FlowNode): boolean {
  return type === 'bpmn:IntermediateThrowEvent' || type === 'bpmn:EndEvent';
}

/** The variable for the code of the caught error or escalation. */
function readCodeVariable(definition: ModdleElement, kind: 'error' | 'escalation'): string | undefined {
  if (kind === 'escalation') return readVendorAttribute(definition, 'camunda', 'escalationCodeVariable');
  return (
    readVendorAttribute(definition, 'camunda', 'errorCodeVariable') ??
    readFirstAttribute(definition, 'errorVariableName', FLOWABLE_AND_ACTIVITI)
  );
}

/** The forms that a timer uses: `timeDuration`, `timeDate`, `timeCycle`. */
export function timerFormsOf(definition: ModdleElement): readonly TimerTrigger['form'][] {
  return (['duration', 'date', 'cycle'] as const).filter((form) => textOf(timeOf(definition, form), 'body'));
}

function timeOf(definition: ModdleElement, form: TimerTrigger['form']): ModdleElement | undefined {
  return elementOf(definition, { duration: 'timeDuration', date: 'timeDate', cycle: 'timeCycle' }[form]);
}

/** @returns undefined if the timer has no time, or several */
function readTimer(definition: ModdleElement, node: FlowNode, expressions: ExpressionReader): TimerTrigger | undefined {
  const [form, ...others] = timerFormsOf(definition);
  const time = form && timeOf(definition, form);
  const text = textOf(time, 'body');
  if (form === undefined || time === undefined || text === undefined || others.length > 0) return undefined;
  const until = form === 'cycle' ? readFirstAttribute(time, 'endDate', FLOWABLE_AND_ACTIVITI) : undefined;
  const engine = readEngine(definition);
  const writtenFor = form === 'cycle' || engine === 'jbpm' ? engine : undefined;
  return {
    kind: 'timer',
    form,
    value: expressions.read(text, node.id, 'the timer'),
    ...(until === undefined ? {} : { until: expressions.read(until, node.id, 'the end of the timer') }),
    ...(writtenFor === undefined ? {} : { writtenFor }),
  };
}

/** The engine, by the namespaces that the file declares; undefined if they are of several engines. */
function readEngine(definition: ModdleElement): TimerTrigger['writtenFor'] {
  if (isDrawnFor(definition, 'drools')) return 'jbpm';
  if (isDrawnFor(definition, 'camunda')) return undefined;
  const [flowable, zeebe] = [isDrawnFor(definition, 'flowable', 'activiti'), isDrawnFor(definition, 'zeebe')];
  if (flowable === zeebe) return undefined;
  return flowable ? 'flowable' : 'zeebe';
}

/** @returns undefined if the event has no condition */
function readConditionTrigger(
  definition: ModdleElement,
  node: FlowNode,
  expressions: ExpressionReader,
): ConditionTrigger | undefined {
  const condition = elementOf(definition, 'condition');
  const text = textOf(condition, 'body');
  if (condition === undefined || text === undefined) return undefined;
  const language = textOf(condition, 'language');
  const format = isForeignLanguage(language) ? language : scriptFormatOf(condition);
  if (format !== undefined) {
    const empty = expressions.read('', node.id, 'the condition');
    return { kind: 'condition', condition: empty, script: { format, text }, ...readFilter(definition) };
  }
  const read = expressions.read(text, node.id, 'the condition');
  return { kind: 'condition', condition: read, ...readByCondition(definition, read), ...readFilter(definition) };
}

/** In Camunda 8 a condition listens only to the variables that it reads (`conditionals.md`). */
function readByCondition(definition: ModdleElement, condition: Expression): Pick<ConditionTrigger, 'variables'> {
  const isItsOwn = condition.text.trimStart().startsWith('=') && isDrawnFor(definition, 'zeebe');
  return isItsOwn ? { variables: [...expressionNames(condition)] } : {};
}

/** `camunda:variableName` and `camunda:variableEvents`, `zeebe:conditionalFilter`, or a variable listener of Flowable. */
function readFilter(definition: ModdleElement): Pick<ConditionTrigger, 'variables' | 'changes' | 'onlyChanges'> {
  const listens = readMark(definition, 'listens');
  if (listens !== undefined) {
    const changes = readMark(definition, 'changes') ?? 'all';
    const every = changes === 'all' || changes === 'update-create';
    return { variables: [listens], onlyChanges: true, ...(every ? {} : { changes: [changes].filter(isChange) }) };
  }
  const zeebe = readZeebe(definition, 'conditionalFilter');
  const variables = words(readVendorAttribute(definition, 'camunda', 'variableName') ?? zeebe.variableNames);
  const events = words(readVendorAttribute(definition, 'camunda', 'variableEvents') ?? zeebe.variableEvents);
  return {
    ...(variables.length === 0 ? {} : { variables }),
    // `delete` is left out: variables are never deleted.
    ...(events.length === 0 ? {} : { changes: events.filter(isChange) }),
  };
}

function words(text = ''): readonly string[] {
  return text.split(',').flatMap((word) => word.trim() || []);
}

function isChange(word: string): word is VariableChange {
  return word === 'create' || word === 'update';
}
