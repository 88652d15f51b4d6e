import type { Expression } from '../../expressions/expression.ts';
import { findExtensions, readMetaData, readVendorAttribute } from '../../moddle/extension.ts';
import { elementOf, type ModdleElement, nameOf, textOf } from '../../moddle/moddle-element.ts';
import type { Vendor } from '../../moddle/vendor.ts';
import type { EventTrigger } from '../../nodes/event-node.ts';
import type { FlowNode } from '../diagram.ts';
import type { ExpressionReader } from '../expression-reader.ts';
import { readTtc } from '../ttc/read-ttc.ts';
import { readConditionTrigger } from './read-condition-trigger.ts';
import { sendsToCenter } from './read-message.ts';
import { readTimer } from './read-timer.ts';

/** What an event waits for or throws; undefined if the message, signal or time is missing. */
export function readTrigger(
  kind: EventTrigger['kind'],
  definition: ModdleElement,
  node: FlowNode,
  expressions: ExpressionReader,
): EventTrigger | undefined {
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
      const code = readCode(definition, node, kind);
      const codeVariable = readCodeVariable(definition, kind);
      return { kind, ...(code === undefined ? {} : { code }), ...(codeVariable === undefined ? {} : { codeVariable }) };
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

const EXPRESSION_VENDORS: readonly Vendor[] = ['flowable', 'activiti'];

/** Whether only the throwing instance receives a signal. jBPM writes this on the throw event, others on the signal. */
function staysInside({ element }: FlowNode, signal: ModdleElement | undefined): boolean {
  const scopes = [
    readMetaData(element, 'customScope'),
    ...EXPRESSION_VENDORS.map((vendor) => signal && readVendorAttribute(signal, vendor, 'scope')),
  ];
  return scopes.includes('processInstance');
}

const EXPRESSION_OF = { message: 'messageExpression', signal: 'signalExpression' } as const;

/** The name of the message or signal that the event refers to, else the name expression of Flowable and Activiti. */
function readName(
  definition: ModdleElement,
  kind: 'message' | 'signal',
  node: FlowNode,
  expressions: ExpressionReader,
): Expression | undefined {
  const named = elementOf(definition, `${kind}Ref`);
  const computed = EXPRESSION_VENDORS.map((vendor) => readVendorAttribute(definition, vendor, EXPRESSION_OF[kind]));
  const name = named === undefined ? computed.find((text) => text !== undefined) : (nameOf(named) ?? named.id);
  return name === undefined ? undefined : expressions.read(name, node.id, `the name of the ${kind}`);
}

function readCorrelationKey(node: FlowNode, message: ModdleElement | undefined): string | undefined {
  const own = readTtc(node.element, 'correlationKey');
  if (message === undefined) return own;
  const ofZeebe = findExtensions(message, 'zeebe', 'subscription')[0]?.attributes.correlationKey?.trim();
  return own ?? readTtc(message, 'correlationKey') ?? (ofZeebe || undefined);
}

/**
 * The code of an error or escalation. BPMN 2.0.2, 10.5.6, and Camunda 7: a catch event without a code catches everything,
 * even if it refers to an error without a code. A throw event uses the id of such an error as its code.
 */
function readCode(definition: ModdleElement, node: FlowNode, kind: 'error' | 'escalation'): string | undefined {
  const referred = elementOf(definition, kind === 'error' ? 'errorRef' : 'escalationRef');
  const code = textOf(referred, kind === 'error' ? 'errorCode' : 'escalationCode');
  return code ?? (throws(node) ? referred?.id : undefined);
}

function throws({ type }: FlowNode): boolean {
  return type === 'bpmn:IntermediateThrowEvent' || type === 'bpmn:EndEvent';
}

/** The variable for the code of the caught error or escalation. */
function readCodeVariable(definition: ModdleElement, kind: 'error' | 'escalation'): string | undefined {
  if (kind === 'escalation') return readVendorAttribute(definition, 'camunda', 'escalationCodeVariable');
  return (
    readVendorAttribute(definition, 'camunda', 'errorCodeVariable') ??
    readVendorAttribute(definition, 'flowable', 'errorVariableName') ??
    readVendorAttribute(definition, 'activiti', 'errorVariableName')
  );
}
