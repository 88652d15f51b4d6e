import { findExtensions, readExtensions, readVendorAttribute, readZeebe } from '../../moddle/extension.ts';
import { elementOf, type ModdleElement } from '../../moddle/moddle-element.ts';
import type { Vendor } from '../../moddle/vendor.ts';
import type { Mapping } from '../../nodes/mapping.ts';
import { readDataInputs, readDataOutputs } from '../data/read-data-inputs.ts';
import type { FlowNode } from '../diagram.ts';
import type { ExpressionReader } from '../expression-reader.ts';
import { isVariableName } from '../reading.ts';

/** Vendor settings of a service other than mappings, which its own engine would use. */
export interface ServiceFields {
  readonly inputs: readonly Mapping[];
  readonly outputs: readonly Mapping[];
}

/** One value of `job.input`, before its expression is compiled. */
interface Field {
  readonly name: string;
  readonly text: string;
  readonly from: string;
}

/** Attributes with the settings of built-in services; they are passed in `job.input` under their own names. */
const ATTRIBUTES: readonly (readonly [Vendor, string])[] = [
  ['camunda', 'decisionRef'],
  ['flowable', 'caseDefinitionKey'],
  ['flowable', 'caseInstanceName'],
  ['flowable', 'businessKey'],
  ['flowable', 'rules'],
  ['activiti', 'rules'],
  ['drools', 'ruleFlowGroup'],
];

/** Elements of Flowable's event registry whose text is passed in the same way. */
const EVENT_ELEMENTS = ['eventType', 'channelKey', 'triggerEventType', 'triggerChannelKey'] as const;

/** Names of vendor attributes and elements that are read here. */
export const SERVICE_FIELDS: ReadonlySet<string> = new Set([
  ...ATTRIBUTES.map(([, name]) => name),
  ...EVENT_ELEMENTS,
  'eventInParameter',
  'taskHeaders',
  'calledDecision',
  'connector',
]);

/** Task headers, decisions, cases, events, rules, data inputs and injected fields as inputs; data outputs as outputs. */
export function readServiceFields({ element, id }: FlowNode, expressions: ExpressionReader): ServiceFields {
  const fields = [
    ...readAttributes(element),
    ...readHeaders(element),
    ...readDecisionId(element),
    ...readEvent(element),
    ...readDataInputs(element).map(({ name, text }) => ({ name, text, from: `the data input ${name}` })),
    ...readInjected(element),
  ];
  const outputs = readDataOutputs(element).map(({ name, variable }, _, { length }) => ({
    name: variable,
    value: expressions.read(
      length === 1 && isOperation(element) ? partOrAll(name) : partOf(name),
      id,
      `the data output ${name}`,
    ),
  }));
  const inputs = fields.map(({ name, text, from }) => ({
    name,
    value: expressions.read(text, id, from),
    field: true as const,
  }));
  return { inputs, outputs };
}

function readAttributes(element: ModdleElement): readonly Field[] {
  return ATTRIBUTES.flatMap(([vendor, name]) => {
    const text = readVendorAttribute(element, vendor, name);
    return text === undefined ? [] : [{ name, text, from: `${vendor}:${name}` }];
  });
}

function readHeaders(element: ModdleElement): readonly Field[] {
  return findExtensions(element, 'zeebe', 'taskHeaders')
    .flatMap(({ children }) => children)
    .flatMap(({ attributes: { key, value } }) =>
      key === undefined ? [] : [{ name: key, text: literal(value ?? ''), from: 'zeebe:header' }],
    );
}

function readDecisionId(element: ModdleElement): readonly Field[] {
  const text = readZeebe(element, 'calledDecision').decisionId;
  return text === undefined ? [] : [{ name: 'decisionId', text, from: 'zeebe:calledDecision' }];
}

function readEvent(element: ModdleElement): readonly Field[] {
  const extensions = readExtensions(element).filter(({ vendor }) => vendor === 'flowable');
  return [
    ...EVENT_ELEMENTS.flatMap((name) => {
      const text = extensions.find((extension) => extension.name === name)?.text;
      return text === undefined ? [] : [{ name, text, from: `flowable:${name}` }];
    }),
    ...extensions.flatMap(({ name, attributes: { source, target } }) =>
      name === 'eventInParameter' && source !== undefined && target !== undefined
        ? [{ name: target, text: asVariable(source), from: 'flowable:eventInParameter' }]
        : [],
    ),
  ];
}

const INJECTS: ReadonlySet<string | undefined> = new Set(['flowable', 'activiti', 'camunda']);

function isOperation(element: ModdleElement): boolean {
  return (
    elementOf(element, 'operationRef') !== undefined ||
    readVendorAttribute(element, 'drools', 'serviceoperation') !== undefined
  );
}

function partOf(name: string): string {
  return `=get value(result, ${quote(name)})`;
}

/** A method in jBPM and Kogito returns its only output directly (`ServiceTaskHandler.java`); a function may too. */
function partOrAll(name: string): string {
  const value = `get value(result, ${quote(name)})`;
  return `=if ${value} = null then result else ${value}`;
}

/** Injected fields: literal texts or expressions. */
function readInjected(element: ModdleElement): readonly Field[] {
  return readExtensions(element).flatMap(({ vendor, name: tag, attributes, children }) => {
    const name = attributes.name?.trim() ?? '';
    if (tag !== 'field' || name === '' || !INJECTS.has(vendor)) return [];
    const nested = (each: string) => children.find((child) => child.name === each)?.text;
    const expression = attributes.expression ?? nested('expression');
    const text = expression ?? literal(attributes.stringValue ?? nested('string') ?? '');
    return { name, text, from: `${vendor}:field ${name}` };
  });
}

function asVariable(source: string): string {
  return isVariableName(source) ? `\${${source}}` : source;
}

/** Quotes a literal text that looks like an expression. */
function literal(text: string): string {
  return /^\s*=|[$#]\{/.test(text) ? `=${quote(text)}` : text;
}

function quote(text: string): string {
  return JSON.stringify(text);
}
