import { findExtensions, readVendorAttribute } from '../moddle/extension.ts';
import { elementOf, type ModdleElement, nameOf, textOf } from '../moddle/moddle-element.ts';
import type { Vendor } from '../moddle/vendor.ts';
import type { FlowNode } from './diagram.ts';
import { eventDefinitionsOf, eventKindOf } from './event-kind.ts';
import { readTtc } from './read-ttc.ts';

/** What a task calls, as its diagram says it. */
export interface NamedService {
  /** The name under which the host registers the function; where it is computed, an expression that gives it. */
  readonly name: string;
  /** It is only known once the job is made. */
  readonly isComputed?: true;
  /** The thing of its vendor that the function stands in for, e.g. `flowable:type="mail"`. */
  readonly standsFor?: string;
}

const VENDORS: readonly Vendor[] = ['camunda', 'flowable', 'activiti'];

type Source = (element: ModdleElement) => NamedService | undefined;

/** In the order in which they count. */
const NAMED_BY_VENDORS: readonly Source[] = [
  (element) => named(readTtc(element, 'service')),
  (element) =>
    computable(readVendorAttribute(element, 'camunda', 'topic') ?? readVendorAttribute(element, 'flowable', 'topic')),
  (element) => computable(findExtensions(element, 'zeebe', 'taskDefinition')[0]?.attributes.type, /^=/),
  readBuiltInType,
  readConnector,
  (element) => named(beanOf(ofVendors(element, 'delegateExpression'))),
  (element) => named(beanOf(ofVendors(element, 'expression'))),
  (element) => named(ofVendors(element, 'class')),
];

const OF_TASKS: readonly Source[] = [
  ...NAMED_BY_VENDORS,
  readDecision,
  readRules,
  readWorkItem,
  readOperation,
  (element) => named(readImplementation(element)),
];

/** The function of the host that a task calls, or an event that throws a message; undefined where the diagram names none. */
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

/** The definition of an event that throws a message and nothing else. */
export function messageThrownBy(element: ModdleElement): ModdleElement | undefined {
  if (element.$type !== 'bpmn:IntermediateThrowEvent' && element.$type !== 'bpmn:EndEvent') return undefined;
  const [only, ...others] = eventDefinitionsOf(element);
  return only !== undefined && others.length === 0 && eventKindOf(only) === 'message' ? only : undefined;
}

/** An `expression` that names no bean: its own engine computes it, and calls nothing. */
export function readOwnExpression({ element }: Pick<FlowNode, 'element'>): string | undefined {
  return readServiceName({ element }) === undefined ? ofVendors(element, 'expression') : undefined;
}

/** A plain task of jBPM that is not passed through: a deployment makes a service task or a user task of it. */
export function isWorkItem(element: ModdleElement): boolean {
  return element.$type === 'bpmn:Task' && readVendorAttribute(element, 'drools', 'taskName') !== undefined;
}

function named(name: string | undefined, standsFor?: string): NamedService | undefined {
  const text = name?.trim() ?? '';
  return text === '' ? undefined : { name: text, ...(standsFor === undefined ? {} : { standsFor }) };
}

/** A topic of Camunda 7 or Flowable, or a type of Camunda 8, each with the expressions of its engine. */
function computable(name: string | undefined, expression = /[$#]\{/): NamedService | undefined {
  const found = named(name);
  return found !== undefined && expression.test(found.name) ? { ...found, isComputed: true } : found;
}

function ofVendors(element: ModdleElement, name: string): string | undefined {
  return VENDORS.map((vendor) => readVendorAttribute(element, vendor, name)).find((text) => text !== undefined);
}

/** Their topic says more; without one, they have no name. */
const EXTERNAL: ReadonlySet<string> = new Set(['external', 'external-worker']);

/** `flowable:type="mail"` and the like: what the engine has built in goes by the name of the type. */
function readBuiltInType(element: ModdleElement): NamedService | undefined {
  for (const vendor of VENDORS) {
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
  const zeebe = findExtensions(element, 'zeebe', 'calledDecision')[0]?.attributes.decisionId;
  if (zeebe !== undefined) return named(DECISIONS, `zeebe:calledDecision decisionId="${zeebe}"`);
  const implementation = textOf(element, 'implementation') ?? '';
  return /\/dmn$/.test(implementation) ? named(DECISIONS, `implementation="${implementation}"`) : undefined;
}

/** Rules of Drools: of jBPM the group, of Activiti and Flowable their names. */
function readRules(element: ModdleElement): NamedService | undefined {
  if (element.$type !== 'bpmn:BusinessRuleTask') return undefined;
  const group = readVendorAttribute(element, 'drools', 'ruleFlowGroup');
  if (group !== undefined) return named('rules', `drools:ruleFlowGroup="${group}"`);
  const rules = ofVendors(element, 'rules');
  return rules === undefined ? undefined : named('rules', `the rules ${rules}`);
}

/** A custom task of jBPM: the host's function is its work item handler. */
function readWorkItem(element: ModdleElement): NamedService | undefined {
  return named(readVendorAttribute(element, 'drools', 'taskName'));
}

/** jBPM calls a method of a Java class, which is the interface; elsewhere the operation says what is called. */
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

/** What is no bean where an expression begins with it. */
const NO_BEANS: ReadonlySet<string> = new Set(['true', 'false', 'null', 'empty', 'not', 'execution', 'task']);

/** `${bean}` and `${bean.method(…)}` name the bean; bpmn-engine's `${environment.services.name}` the service. */
function beanOf(text: string | undefined): string | undefined {
  const inner = /^[$#]\{([\s\S]*)\}$/.exec(text?.trim() ?? '')?.[1]?.trim();
  if (inner === undefined) return undefined;
  const service = /^environment\.services\.([\p{L}_$][\p{L}\p{N}_$]*)/u.exec(inner)?.[1];
  const bean = service ?? /^([\p{L}_$][\p{L}\p{N}_$]*) ?($|\.|\()/u.exec(inner.replace(/\s+/g, ' '))?.[1];
  return bean === undefined || NO_BEANS.has(bean) ? undefined : bean;
}

/** What BPMN and several modelers write where nobody chose anything. */
const NO_IMPLEMENTATION = /^(##.*|webService|unspecified|other)$/i;

function readImplementation(element: ModdleElement): string | undefined {
  const text = textOf(element, 'implementation');
  if (text === undefined || NO_IMPLEMENTATION.test(text)) return undefined;
  return beanOf(text) ?? text;
}
