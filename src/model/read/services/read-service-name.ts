import {
  ATTRIBUTE_VENDORS,
  findExtensions,
  readFirstAttribute,
  readVendorAttribute,
  readZeebe,
} from '../../moddle/extension.ts';
import { elementOf, type ModdleElement, nameOf, textOf } from '../../moddle/moddle-element.ts';
import type { FlowNode } from '../diagram.ts';
import { eventDefinitionsOf, eventKindOf } from '../events/event-kind.ts';
import { readTtc } from '../read-ttc.ts';

/** The service that a task calls. */
export interface NamedService {
  /** The name under which the host registers the function, or an expression for it (`isComputed`). */
  readonly name: string;
  /** The name is an expression that is evaluated when the job is created. */
  readonly isComputed?: true;
  /** The vendor's built-in task that the function replaces, e.g. `flowable:type="mail"`. */
  readonly replaces?: string;
}

type Source = (element: ModdleElement) => NamedService | undefined;

/** In order of precedence. */
const NAMED_BY_VENDORS: readonly Source[] = [
  (element) => named(readTtc(element, 'service')),
  (element) => computable(readFirstAttribute(element, 'topic', ['camunda', 'flowable'])),
  (element) => computable(readZeebe(element, 'taskDefinition').type, /^=/),
  readBuiltInType,
  readConnector,
  (element) => named(beanOf(readFirstAttribute(element, 'delegateExpression'))),
  (element) => named(beanOf(readFirstAttribute(element, 'expression'))),
  (element) => named(readFirstAttribute(element, 'class')),
];

const OF_TASKS: readonly Source[] = [
  ...NAMED_BY_VENDORS,
  readDecision,
  readRules,
  readWorkItem,
  readOperation,
  (element) => named(readImplementation(element)),
];

/** The service that a task or a throwing message event calls; undefined if the diagram names none. */
export function readServiceName({ element }: Pick<FlowNode, 'element'>): NamedService | undefined {
  const definition = messageThrownBy(element);
  // Camunda 7 names it on the definition, Camunda 8 on the event.
  return definition === undefined
    ? firstOf(OF_TASKS, element)
    : (firstOf(NAMED_BY_VENDORS, element) ?? firstOf(NAMED_BY_VENDORS, definition));
}

function firstOf(sources: readonly Source[], element: ModdleElement): NamedService | undefined {
  for (const source of sources) {
    const found = source(element);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The event definition of an event that throws only a message. */
export function messageThrownBy(element: ModdleElement): ModdleElement | undefined {
  if (element.$type !== 'bpmn:IntermediateThrowEvent' && element.$type !== 'bpmn:EndEvent') return undefined;
  const [only, ...others] = eventDefinitionsOf(element);
  return only !== undefined && others.length === 0 && eventKindOf(only) === 'message' ? only : undefined;
}

/** An `expression` that names no bean, so the engine only evaluates it. */
export function readOwnExpression({ element }: Pick<FlowNode, 'element'>): string | undefined {
  return readServiceName({ element }) === undefined ? readFirstAttribute(element, 'expression') : undefined;
}

/** A jBPM work item, which is a plain task in the file; a deployment turns it into a service task or a user task. */
export function isWorkItem(element: ModdleElement): boolean {
  return element.$type === 'bpmn:Task' && readVendorAttribute(element, 'drools', 'taskName') !== undefined;
}

function named(name: string | undefined, replaces?: string): NamedService | undefined {
  const text = name?.trim() ?? '';
  return text === '' ? undefined : { name: text, ...(replaces === undefined ? {} : { replaces }) };
}

/** A topic of Camunda 7 or Flowable, or a type of Camunda 8; each may be an expression of its engine. */
function computable(name: string | undefined, expression = /[$#]\{/): NamedService | undefined {
  const found = named(name);
  return found !== undefined && expression.test(found.name) ? { ...found, isComputed: true } : found;
}

/** External tasks are named by their topic, not by these types. */
const EXTERNAL: ReadonlySet<string> = new Set(['external', 'external-worker']);

/** Built-in tasks such as `flowable:type="mail"` call the service with the name of the type. */
function readBuiltInType(element: ModdleElement): NamedService | undefined {
  for (const vendor of ATTRIBUTE_VENDORS) {
    const type = readVendorAttribute(element, vendor, 'type');
    if (type !== undefined && !EXTERNAL.has(type)) return named(type, `${vendor}:type="${type}"`);
  }
  return undefined;
}

function readConnector(element: ModdleElement): NamedService | undefined {
  const [connector] = findExtensions(element, 'camunda', 'connector');
  const id = connector?.children.find(({ name }) => name === 'connectorId')?.text;
  return named(id, `the connector ${id}`);
}

const DECISIONS = 'dmn';

function readDecision(element: ModdleElement): NamedService | undefined {
  const camunda = readVendorAttribute(element, 'camunda', 'decisionRef');
  if (camunda !== undefined) return named(DECISIONS, `camunda:decisionRef="${camunda}"`);
  const zeebe = readZeebe(element, 'calledDecision').decisionId;
  if (zeebe !== undefined) return named(DECISIONS, `zeebe:calledDecision decisionId="${zeebe}"`);
  const implementation = textOf(element, 'implementation') ?? '';
  return /\/dmn$/.test(implementation) ? named(DECISIONS, `implementation="${implementation}"`) : undefined;
}

/** Drools rules: a rule flow group in jBPM, names of rules in Activiti and Flowable. */
function readRules(element: ModdleElement): NamedService | undefined {
  if (element.$type !== 'bpmn:BusinessRuleTask') return undefined;
  const group = readVendorAttribute(element, 'drools', 'ruleFlowGroup');
  if (group !== undefined) return named('rules', `drools:ruleFlowGroup="${group}"`);
  const rules = readFirstAttribute(element, 'rules');
  return rules === undefined ? undefined : named('rules', `the rules ${rules}`);
}

/** A custom task of jBPM: the function of the host acts as its work item handler. */
function readWorkItem(element: ModdleElement): NamedService | undefined {
  return named(readVendorAttribute(element, 'drools', 'taskName'));
}

/** In jBPM the interface is a Java class and the operation its method; elsewhere the operation alone is the name. */
function readOperation(element: ModdleElement): NamedService | undefined {
  const operation = elementOf(element, 'operationRef');
  const name = operation && (nameOf(operation) ?? operation.id);
  if (/^java$/i.test(textOf(element, 'implementation') ?? '')) {
    const owner = operation?.$parent;
    const ofInterface = owner && (textOf(owner, 'implementationRef') ?? nameOf(owner));
    return joined(
      readVendorAttribute(element, 'drools', 'serviceinterface') ?? ofInterface,
      readVendorAttribute(element, 'drools', 'serviceoperation') ?? name,
    );
  }
  return named(name);
}

function joined(owner: string | undefined, method: string | undefined): NamedService | undefined {
  return owner === undefined || method === undefined ? named(method) : named(`${owner}.${method}`);
}

/** Words at the start of an expression that are not beans. */
const NO_BEANS: ReadonlySet<string> = new Set(['true', 'false', 'null', 'empty', 'not', 'execution', 'task']);

/** `${bean}` and `${bean.method(…)}` name a bean; `${environment.services.name}` of bpmn-engine names a service. */
function beanOf(text: string | undefined): string | undefined {
  const inner = /^[$#]\{([\s\S]*)\}$/.exec(text?.trim() ?? '')?.[1]?.trim();
  if (inner === undefined) return undefined;
  const service = /^environment\.services\.([\p{L}_$][\p{L}\p{N}_$]*)/u.exec(inner)?.[1];
  const bean = service ?? /^([\p{L}_$][\p{L}\p{N}_$]*) ?($|\.|\()/u.exec(inner.replace(/\s+/g, ' '))?.[1];
  return bean === undefined || NO_BEANS.has(bean) ? undefined : bean;
}

/** Default values of BPMN and several modelers, which name no implementation. */
const NO_IMPLEMENTATION = /^(##.*|webService|unspecified|other)$/i;

function readImplementation(element: ModdleElement): string | undefined {
  const text = textOf(element, 'implementation');
  if (text === undefined || NO_IMPLEMENTATION.test(text)) return undefined;
  return beanOf(text) ?? text;
}
