import { type Extension, findExtensions } from '../moddle/extension.ts';
import type { Mapping } from '../process-model.ts';
import type { FlowNode } from './drawing.ts';
import type { ExpressionReader } from './expression-reader.ts';

/** Input and output mappings of a service, and what of them cannot be run. */
export interface MappingReading {
  readonly inputs: readonly Mapping[];
  readonly outputs: readonly Mapping[];
  /** Each says which mapping it is and why it is not run. */
  readonly faults: readonly string[];
}

interface WrittenMapping {
  readonly name: string;
  readonly text: string;
  readonly from: string;
  readonly fault?: string;
}

/** Reads camunda:inputOutput and zeebe:ioMapping, in the order of the file. */
export function readMappings(node: FlowNode, expressions: ExpressionReader): MappingReading {
  const inputs = readWritten(node, 'input');
  const outputs = readWritten(node, 'output');
  const compile = (written: readonly WrittenMapping[]): readonly Mapping[] =>
    written
      .filter(({ fault }) => fault === undefined)
      .map(({ name, text, from }) => ({ name, value: expressions.read(text, node.id, from) }));
  const faults = [...inputs, ...outputs].flatMap(({ fault }) => (fault === undefined ? [] : [fault]));
  return { inputs: compile(inputs), outputs: compile(outputs), faults };
}

function readWritten({ element }: FlowNode, way: 'input' | 'output'): readonly WrittenMapping[] {
  const camunda = [...findExtensions(element, 'camunda', 'inputOutput'), ...ofConnector(element)].flatMap(
    ({ children }) => children.filter(({ name }) => name === `${way}Parameter`).map(readParameter),
  );
  const zeebe = findExtensions(element, 'zeebe', 'ioMapping').flatMap(({ children }) =>
    children.filter(({ name }) => name === way).map(({ attributes }) => readZeebe(attributes, way)),
  );
  return [...camunda, ...zeebe];
}

/** What a connector is given, and what is kept of its answer. */
function ofConnector(element: FlowNode['element']): readonly Extension[] {
  return findExtensions(element, 'camunda', 'connector').flatMap(({ children }) =>
    children.filter(({ name }) => name === 'inputOutput'),
  );
}

function readParameter({ name: tag, attributes, children, text = '' }: Extension): WrittenMapping {
  const name = attributes.name?.trim() ?? '';
  const from = `camunda:${tag}`;
  const [nested] = children;
  if (nested !== undefined) return { name, text, from, fault: `${from} "${name}" is a ${nested.name}` };
  return { name, text, from, ...faultOfName(name, from) };
}

function readZeebe(attributes: Readonly<Record<string, string>>, way: string): WrittenMapping {
  const name = attributes.target?.trim() ?? '';
  const from = `zeebe:${way}`;
  return { name, text: attributes.source ?? '', from, ...faultOfName(name, from) };
}

function faultOfName(name: string, from: string): { readonly fault?: string } {
  if (name === '') return { fault: `${from} has no name to put its value under` };
  return /^[\w$]+$/.test(name) ? {} : { fault: `${from} "${name}" is not the name of a variable` };
}
