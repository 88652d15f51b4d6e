import type { Expression } from '../../expressions/expression.ts';
import { UNSAFE_NAMES } from '../../expressions/plain-data.ts';
import type { MappedPath } from '../../mapped-values.ts';
import { type Extension, findExtensions } from '../../moddle/extension.ts';
import type { Mapping, ScriptMapping } from '../../nodes/mapping.ts';
import type { FlowNode } from '../diagram.ts';
import { createExpressionReader, type ExpressionReader } from '../expression-reader.ts';

/** Input and output mappings of a service, and those that are not supported. */
export interface MappingReading {
  readonly inputs: readonly Mapping[];
  /** Inputs that the host's function for scripts evaluates. */
  readonly inputScripts: readonly ScriptMapping[];
  readonly outputs: readonly Mapping[];
  /** Outputs that the same function evaluates after the service has returned its result. */
  readonly outputScripts: readonly ScriptMapping[];
  /** Each names a mapping and why it is not supported. */
  readonly faults: readonly string[];
}

/** `${x}` or `=x` for x. */
export function mapsItself({ name, value }: Pick<Mapping, 'name' | 'value'>): boolean {
  return (
    value.text
      .trim()
      .replace(/^[$#]\{|\}$|^=/g, '')
      .trim() === name
  );
}

/** Input and output mappings of a user task. */
export interface TaskMappingReading extends Omit<MappingReading, 'faults'> {
  /** Ignored mappings: scripts without a function that runs them, and expressions that only the original engine supports. */
  readonly ignored: readonly string[];
}

interface Place {
  readonly name: string;
  readonly path: MappedPath;
  /** E.g. `camunda:inputParameter`, for messages. */
  readonly from: string;
}

type Written = Place &
  (
    | { readonly kind: 'text'; readonly text: string }
    | { readonly kind: 'script'; readonly format: string; readonly text: string; readonly resource?: string }
    | { readonly kind: 'fault'; readonly fault: string }
  );

/** Reads camunda:inputOutput and zeebe:ioMapping, in the order of the file. */
export function readMappings(node: FlowNode, expressions: ExpressionReader): MappingReading {
  const inputs = readWritten(node, 'input');
  const outputs = readWritten(node, 'output');
  const compile = (written: readonly Written[]): readonly Mapping[] =>
    written.flatMap((each) =>
      each.kind === 'text' ? { ...targetOf(each), value: expressions.read(each.text, node.id, each.from) } : [],
    );
  return {
    inputs: compile(inputs),
    inputScripts: scriptsOf(inputs),
    outputs: compile(outputs),
    outputScripts: scriptsOf(outputs),
    faults: [...inputs, ...outputs].flatMap((each) => (each.kind === 'fault' ? [each.fault] : [])),
  };
}

/**
 * Reads camunda:inputOutput and zeebe:ioMapping of a user task.
 * @param canRead whether an expression can be evaluated here
 * @param runsScripts whether scripts are run here
 */
export function readTaskMappings(
  node: FlowNode,
  expressions: ExpressionReader,
  canRead: (expression: Expression) => boolean,
  runsScripts: boolean,
): TaskMappingReading {
  const ignored: string[] = [];
  const compile = (written: readonly Written[]): readonly Mapping[] =>
    written.flatMap((each) => {
      if (each.kind === 'script' && runsScripts) return [];
      const found = each.kind === 'text' ? createExpressionReader().find(each.text, node.id, each.from) : undefined;
      if (each.kind === 'text' && found !== undefined && canRead(found)) {
        return { ...targetOf(each), value: expressions.read(each.text, node.id, each.from) };
      }
      ignored.push(`${each.from} "${each.name}"`);
      return [];
    });
  const scripts = (written: readonly Written[]) => (runsScripts ? scriptsOf(written) : []);
  const [ins, outs] = [readWritten(node, 'input'), readWritten(node, 'output')];
  const [inputs, inputScripts] = [compile(ins), scripts(ins)];
  return { inputs, inputScripts, outputs: compile(outs), outputScripts: scripts(outs), ignored };
}

function targetOf({ name, path }: Place): Pick<Mapping, 'name' | 'path'> {
  return path.length === 0 ? { name } : { name, path };
}

function scriptsOf(written: readonly Written[]): readonly ScriptMapping[] {
  return written.flatMap((each) => (each.kind === 'script' ? { ...targetOf(each), script: scriptOf(each) } : []));
}

function scriptOf({ format, text, resource }: Written & { kind: 'script' }): ScriptMapping['script'] {
  return { format, text, ...(resource === undefined ? {} : { resource }) };
}

function readWritten({ element }: FlowNode, way: 'input' | 'output'): readonly Written[] {
  const ofTask = findExtensions(element, 'camunda', 'inputOutput');
  // The inputs of a connector are evaluated after the inputs of its task, its outputs before.
  const inOrder = way === 'input' ? [...ofTask, ...ofConnector(element)] : [...ofConnector(element), ...ofTask];
  const camunda = inOrder.flatMap(({ children }) =>
    children.filter(({ name }) => name === `${way}Parameter`).flatMap(readParameter),
  );
  const zeebe = findExtensions(element, 'zeebe', 'ioMapping').flatMap(({ children }) =>
    children.filter(({ name }) => name === way).map(({ attributes }) => readZeebe(attributes, way)),
  );
  return [...camunda, ...zeebe];
}

/** The `inputOutput` elements of a connector. */
function ofConnector(element: FlowNode['element']): readonly Extension[] {
  return findExtensions(element, 'camunda', 'connector').flatMap(({ children }) =>
    children.filter(({ name }) => name === 'inputOutput'),
  );
}

function readParameter({ name: tag, attributes, children, text }: Extension): readonly Written[] {
  const name = attributes.name?.trim() ?? '';
  const place = { name, path: [], from: `camunda:${tag}` };
  const fault = faultOfName(name, place.from);
  return fault === undefined ? readContent({ children, ...(text === undefined ? {} : { text }) }, place) : [fault];
}

/** The value of an empty mapping, as in Camunda 7 and 8. */
const NOTHING = '=null';

/** Reads a text, script, list or map; a list or map is first created empty, then filled entry by entry. */
function readContent({ children, text = '' }: Pick<Extension, 'children' | 'text'>, place: Place): readonly Written[] {
  const [nested] = children;
  switch (nested?.name) {
    case undefined:
      return [{ ...place, kind: 'text', text: text === '' ? NOTHING : text }];
    case 'list':
      return [
        { ...place, kind: 'text', text: '=[]' },
        ...nested.children.flatMap((entry, index) => readEntry(entry, { ...place, path: [...place.path, index] })),
      ];
    case 'map':
      return [
        { ...place, kind: 'text', text: '={}' },
        ...nested.children.flatMap((entry) => {
          const key = entry.attributes.key?.trim() ?? '';
          const fault = faultOfKey(key, `an entry of ${place.from} "${place.name}"`);
          return fault === undefined ? readContent(entry, { ...place, path: [...place.path, key] }) : [fault];
        }),
      ];
    case 'script':
      return [readScript(nested, place)];
    default:
      return [{ ...place, kind: 'fault', fault: `${place.from} "${place.name}" is a ${nested?.name}` }];
  }
}

/** An entry of a list: `camunda:value` with a text, or a nested list, map or script. */
function readEntry(entry: Extension, place: Place): readonly Written[] {
  return entry.name === 'value' ? readContent(entry, place) : readContent({ children: [entry] }, place);
}

function readScript({ attributes, text = '' }: Extension, place: Place): Written {
  const resource = attributes.resource?.trim();
  const format = attributes.scriptFormat?.trim() ?? '';
  return { ...place, kind: 'script', format, text, ...(resource ? { resource } : {}) };
}

/** The target `order.customer.name` sets a nested member, as in Camunda 8. */
function readZeebe(attributes: Readonly<Record<string, string>>, way: string): Written {
  const target = attributes.target?.trim() ?? '';
  const from = `zeebe:${way}`;
  const [name = '', ...path] = target.split('.').map((part) => part.trim());
  const fault = [name, ...path].map((part) => faultOfName(part, from, undefined, target)).find((each) => each);
  return fault ?? { name, path, from, kind: 'text', text: attributes.source?.trim() ? attributes.source : NOTHING };
}

/** Camunda 7 evaluates expressions in keys (`BpmnParseUtil.java`); here keys must be literal. */
function faultOfKey(key: string, from: string): Written | undefined {
  if (!/[$#]\{/.test(key)) return faultOfName(key, from, /./);
  return {
    name: key,
    path: [],
    from,
    kind: 'fault',
    fault: `${from} has the key "${key}", which must not be an expression`,
  };
}

const VARIABLE_NAME = /^[\p{L}\p{N}_$]+$/u;

function faultOfName(name: string, from: string, form = VARIABLE_NAME, shown = name): Written | undefined {
  const place = { name, path: [], from, kind: 'fault' } as const;
  if (name === '' && shown === '') return { ...place, fault: `${from} has no name for its value` };
  if (form.test(name) && !UNSAFE_NAMES.has(name)) return undefined;
  return { ...place, fault: `${from} "${shown}" is not the name of a variable` };
}
