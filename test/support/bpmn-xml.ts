/**
 * Writes BPMN XML for tests, as short as a diagram in words:
 *
 * ```ts
 * bpmn(process('leave', [start(), userTask('apply', { assignee: '${initiator}' }), end()], 'start > apply > end'));
 * ```
 * A path is `a > b > c`; several are separated by `;` or line breaks. What stands in brackets or quotes behind an arrow belongs to the
 * flow it draws: `decide >"yes" pay`, `decide >[${ok}] pay`, `decide >"no"* refuse` (`*` is the default flow).
 * Flows get the id `<source>-<target>`, with `-2`, `-3` for further ones between the same two.
 */

/** Attributes of an element; one without a prefix is BPMN's own. Undefined ones are left out. */
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

export interface BpmnNode {
  readonly tag: string;
  readonly id: string;
  readonly attributes: Attributes;
  /** XML inside `extensionElements`. */
  readonly extensions: string;
  /** XML inside the element, behind the extensions. */
  readonly content: string;
}

export interface NodeOptions {
  readonly name?: string;
  /** Any attributes as they stand in the file, e.g. `{ 'ttc:handlers': 'anna' }`. */
  readonly attributes?: Attributes;
  readonly extensions?: string;
  readonly content?: string;
}

export interface UserTaskOptions extends NodeOptions {
  /** `camunda:assignee` */
  readonly assignee?: string;
  /** `camunda:candidateUsers` */
  readonly users?: string;
  /** `camunda:candidateGroups` */
  readonly groups?: string;
  readonly multiInstance?: MultiInstanceOptions;
}

export interface ServiceOptions extends NodeOptions {
  /** `ttc:service` */
  readonly service?: string;
  readonly multiInstance?: MultiInstanceOptions;
}

export interface MultiInstanceOptions {
  /** `camunda:collection` */
  readonly collection?: string;
  /** `camunda:elementVariable` */
  readonly elementVariable?: string;
  readonly cardinality?: string | number;
  readonly condition?: string;
  readonly sequential?: boolean;
  readonly attributes?: Attributes;
  readonly content?: string;
}

const NAMESPACES: Attributes = {
  xmlns: 'http://www.omg.org/spec/BPMN/20100524/MODEL',
  'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
  'xmlns:ttc': 'http://bpmn-transaction-bridge/schema/ttc/1.0',
  'xmlns:camunda': 'http://camunda.org/schema/1.0/bpmn',
  'xmlns:zeebe': 'http://camunda.org/schema/zeebe/1.0',
  'xmlns:flowable': 'http://flowable.org/bpmn',
  'xmlns:activiti': 'http://activiti.org/bpmn',
};

/** A whole file. What stands before the processes, e.g. a collaboration, comes as strings of XML too. */
export function bpmn(...rootElements: readonly string[]): string {
  const attributes = { id: 'definitions', targetNamespace: 'http://test', ...NAMESPACES };
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element('definitions', attributes, rootElements.join('\n'))}`;
}

export interface ProcessOptions extends NodeOptions {
  /** True by default; null leaves the attribute out. */
  readonly isExecutable?: boolean | null;
  /** XML of lanes and other things that carry no token: see `lanes`. */
  readonly before?: string;
}

/** An executable process of these nodes, joined by these paths. */
export function process(
  id: string,
  nodes: readonly BpmnNode[],
  paths: string | readonly string[],
  options: ProcessOptions = {},
): string {
  const isExecutable = options.isExecutable === undefined ? true : (options.isExecutable ?? undefined);
  const attributes = { id, name: options.name, isExecutable, ...options.attributes };
  return element(
    'process',
    attributes,
    extensionElements(options.extensions ?? '') + drawContent(nodes, paths, options),
  );
}

function drawContent(
  nodes: readonly BpmnNode[],
  paths: string | readonly string[],
  { before = '', content = '' }: { readonly before?: string; readonly content?: string },
): string {
  const flows = (typeof paths === 'string' ? [paths] : paths).flatMap((text) => text.split(/[;\n]/)).flatMap(parsePath);
  const drawn = numberFlows(flows);
  const defaults = new Map(drawn.filter((flow) => flow.isDefault).map((flow) => [flow.source, flow.id]));
  const written = [...nodes.map((node) => writeNode(node, defaults.get(node.id))), ...drawn.map(writeFlow)];
  return [before, ...written, content].join('\n');
}

export interface ProcessFileOptions extends ProcessOptions {
  /** `process` by default. */
  readonly id?: string;
  /** XML of messages, signals, errors and escalations: see `root`. */
  readonly roots?: string;
}

/** The usual whole: a file with one process. */
export function processFile(
  nodes: readonly BpmnNode[],
  paths: string | readonly string[],
  options: ProcessFileOptions = {},
): string {
  return bpmn(options.roots ?? '', process(options.id ?? 'process', nodes, paths, options));
}

/** `start > task > end` around one node: the smallest file that can hold it. */
export function fileWith(node: BpmnNode, options: ProcessFileOptions = {}): string {
  return processFile([start(), node, end()], `start > ${node.id} > end`, options);
}

export const start = (id = 'start', options: NodeOptions = {}): BpmnNode => node('startEvent', id, options);
export const end = (id = 'end', options: NodeOptions = {}): BpmnNode => node('endEvent', id, options);
export const exclusive = (id: string, options: NodeOptions = {}): BpmnNode => node('exclusiveGateway', id, options);
export const parallel = (id: string, options: NodeOptions = {}): BpmnNode => node('parallelGateway', id, options);
export const inclusive = (id: string, options: NodeOptions = {}): BpmnNode => node('inclusiveGateway', id, options);
export const manualTask = (id: string, options: NodeOptions = {}): BpmnNode => node('manualTask', id, options);
export const plainTask = (id: string, options: NodeOptions = {}): BpmnNode => node('task', id, options);

/** A user task; without any word on who handles it, `camunda:assignee` is its id. */
export function userTask(id: string, options: UserTaskOptions = {}): BpmnNode {
  const { assignee, users, groups, multiInstance: loop } = options;
  const silent = assignee === undefined && users === undefined && groups === undefined;
  return node('userTask', id, {
    ...options,
    attributes: {
      'camunda:assignee': silent ? id : assignee,
      'camunda:candidateUsers': users,
      'camunda:candidateGroups': groups,
      ...options.attributes,
    },
    content: `${options.content ?? ''}${loop === undefined ? '' : multiInstance(loop)}`,
  });
}

/** A user task that says nothing about who handles it. */
export function bareTask(id: string, options: NodeOptions = {}): BpmnNode {
  return node('userTask', id, options);
}

/** A script task with this text in this language. */
export function scriptTask(
  id: string,
  script: string,
  options: NodeOptions & { readonly format?: string } = {},
): BpmnNode {
  return node('scriptTask', id, {
    ...options,
    attributes: { scriptFormat: options.format ?? 'javascript', ...options.attributes },
    content: element('script', {}, escapeXml(script)) + (options.content ?? ''),
  });
}

/** A service task; `service` defaults to its id. */
export function serviceTask(id: string, options: ServiceOptions = {}): BpmnNode {
  const loop = options.multiInstance;
  return node('serviceTask', id, {
    ...options,
    attributes: { 'ttc:service': options.service ?? id, ...options.attributes },
    content: `${options.content ?? ''}${loop === undefined ? '' : multiInstance(loop)}`,
  });
}

export interface SubProcessOptions extends NodeOptions {
  readonly multiInstance?: MultiInstanceOptions;
  /** XML of lanes: see `lanes`. */
  readonly before?: string;
}

/** An embedded sub-process of these nodes, joined by these paths. */
export function subProcess(
  id: string,
  nodes: readonly BpmnNode[],
  paths: string | readonly string[],
  options: SubProcessOptions = {},
): BpmnNode {
  const loop = options.multiInstance === undefined ? '' : multiInstance(options.multiInstance);
  return node('subProcess', id, { ...options, content: drawContent(nodes, paths, options) + loop });
}

/** A sub-process that its start event sets off: `eventSubProcess('late', [start('due', { content: timer('P1D') }), ...], ...)`. */
export function eventSubProcess(
  id: string,
  nodes: readonly BpmnNode[],
  paths: string | readonly string[],
  options: SubProcessOptions = {},
): BpmnNode {
  return subProcess(id, nodes, paths, { ...options, attributes: { triggeredByEvent: true, ...options.attributes } });
}

/** An intermediate catch event; `definition` is XML: see `timer`, `message`, `signal`. */
export function catchEvent(id: string, definition: string, options: NodeOptions = {}): BpmnNode {
  return node('intermediateCatchEvent', id, { ...options, content: definition });
}

/** An intermediate throw event; without a definition it is passed through. */
export function throwEvent(id: string, definition = '', options: NodeOptions = {}): BpmnNode {
  return node('intermediateThrowEvent', id, { ...options, content: definition });
}

/** A boundary event on `host`; `interrupting` unless told. */
export function boundary(
  id: string,
  host: string,
  definition: string,
  options: NodeOptions & { readonly interrupting?: boolean } = {},
): BpmnNode {
  const cancelActivity = options.interrupting === false ? false : undefined;
  const attributes = { attachedToRef: host, cancelActivity, ...options.attributes };
  return node('boundaryEvent', id, { ...options, attributes, content: definition });
}

export const eventGateway = (id: string, options: NodeOptions = {}): BpmnNode => node('eventBasedGateway', id, options);

/** A receive task; `messageRef` is the id of a `messageRoot`. */
export function receiveTask(id: string, messageRef?: string, options: NodeOptions = {}): BpmnNode {
  return node('receiveTask', id, { ...options, attributes: { messageRef, ...options.attributes } });
}

export function callActivity(id: string, calledElement?: string, options: NodeOptions = {}): BpmnNode {
  return node('callActivity', id, { ...options, attributes: { calledElement, ...options.attributes } });
}

/** XML of a timer; the text is a duration, a date where it begins with a digit, a cycle where with R. */
export function timer(text: string): string {
  const form = /^\d/.test(text) ? 'timeDate' : text.startsWith('R') ? 'timeCycle' : 'timeDuration';
  return element('timerEventDefinition', {}, element(form, { 'xsi:type': 'tFormalExpression' }, escapeXml(text)));
}

/** XML of an event definition; `ref` is the id of a root element of that kind, see `root`. */
export const message = (ref?: string): string => element('messageEventDefinition', { messageRef: ref });
export const signal = (ref?: string): string => element('signalEventDefinition', { signalRef: ref });
export const error = (ref?: string): string => element('errorEventDefinition', { errorRef: ref });
export const escalation = (ref?: string): string => element('escalationEventDefinition', { escalationRef: ref });
export const terminate = (): string => element('terminateEventDefinition', {});
export const link = (name: string): string => element('linkEventDefinition', { name });

/** XML of a message, signal, error or escalation, for `bpmn`: `root('error', 'e', { errorCode: 'E1' })`. */
export function root(
  tag: 'message' | 'signal' | 'error' | 'escalation',
  id: string,
  attributes: Attributes = {},
  extensions = '',
): string {
  return element(tag, { id, ...attributes }, extensionElements(extensions));
}

/** Any other element, e.g. `node('transaction', 'part')`. */
export function node(tag: string, id: string, options: NodeOptions = {}): BpmnNode {
  return {
    tag,
    id,
    attributes: { name: options.name, ...options.attributes },
    extensions: options.extensions ?? '',
    content: options.content ?? '',
  };
}

/** XML of a multi-instance marker. */
export function multiInstance(options: MultiInstanceOptions): string {
  const attributes = {
    isSequential: options.sequential ?? false,
    'camunda:collection': options.collection,
    'camunda:elementVariable': options.elementVariable,
    ...options.attributes,
  };
  const cardinality = options.cardinality === undefined ? '' : element('loopCardinality', {}, `${options.cardinality}`);
  const condition =
    options.condition === undefined ? '' : element('completionCondition', {}, escapeXml(options.condition));
  return element('multiInstanceLoopCharacteristics', attributes, (options.content ?? '') + cardinality + condition);
}

/** XML of a lane set, for `before`: `lanes({ Finance: ['pay', 'check'] })`. Lane ids are `lane-<name>`. */
export function lanes(nodesByName: Readonly<Record<string, readonly string[]>>): string {
  const written = Object.entries(nodesByName).map(([name, ids]) => lane(name, ids));
  return element('laneSet', { id: 'lanes' }, written.join(''));
}

/** XML of one lane; `inner` is XML of its child lanes. */
export function lane(name: string, ids: readonly string[], attributes: Attributes = {}, inner = ''): string {
  const refs = ids.map((id) => element('flowNodeRef', {}, id)).join('');
  const child = inner === '' ? '' : element('childLaneSet', { id: `inner-${name}` }, inner);
  return element('lane', { id: `lane-${name.replace(/\W+/g, '_')}`, name, ...attributes }, refs + child);
}

/** XML of `camunda:properties`, or of another vendor's list of the same form. */
export function properties(values: Readonly<Record<string, string>>, vendor = 'camunda'): string {
  const written = Object.entries(values).map(([name, value]) => element(`${vendor}:property`, { name, value }));
  return element(`${vendor}:properties`, {}, written.join(''));
}

/** XML of any element; `content` is XML, attribute values are plain text. */
export function element(tag: string, attributes: Attributes, content = ''): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}="${escapeXml(String(value))}"`);
  return content === '' ? `<${tag}${written.join('')}/>` : `<${tag}${written.join('')}>${content}</${tag}>`;
}

/** Text as it stands between two tags. */
export function escapeXml(text: string): string {
  const entities: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    '\n': '&#10;',
  };
  return text.replace(/[&<>"\n]/g, (char) => entities[char] ?? char);
}

function extensionElements(xml: string): string {
  return xml === '' ? '' : element('extensionElements', {}, xml);
}

function writeNode({ tag, id, attributes, extensions, content }: BpmnNode, defaultFlow: string | undefined): string {
  return element(tag, { id, default: defaultFlow, ...attributes }, extensionElements(extensions) + content);
}

interface DiagramFlow {
  readonly id: string;
  readonly source: string;
  readonly target: string;
  readonly name?: string;
  readonly condition?: string;
  readonly attributes: Attributes;
  readonly isDefault: boolean;
}

const ARROW = />(?:"([^"]*)")?(?:\[((?:[^\]"]|"[^"]*")*)\])?(?:\{([^}]*)\})?(\*)?/;

/** `a >"yes"[${ok}]{ttc:vote=approve}* b`: name, condition, attributes and the mark of a default flow are optional. */
function parsePath(path: string): readonly DiagramFlow[] {
  const flows: DiagramFlow[] = [];
  let rest = path.trim();
  let source: string | undefined;
  let arrow: RegExpExecArray | null = null;
  while (rest !== '') {
    const id = /^[^\s>]+/.exec(rest)?.[0];
    if (id === undefined) throw new Error(`bpmn-xml: cannot read the path "${path}" at "${rest}"`);
    rest = rest.slice(id.length).trim();
    if (source !== undefined && arrow !== null) flows.push(drawFlow(source, id, arrow));
    source = id;
    arrow = ARROW.exec(rest);
    if (rest !== '' && arrow?.index !== 0) throw new Error(`bpmn-xml: expected an arrow in "${path}" at "${rest}"`);
    rest = rest.slice(arrow?.[0].length ?? 0).trim();
  }
  return flows;
}

function drawFlow(source: string, target: string, arrow: RegExpExecArray): DiagramFlow {
  const [, name, condition, attributes = '', star] = arrow;
  const pairs = attributes.split(/\s+/).flatMap((pair) => (pair === '' ? [] : [pair.split('=')]));
  return {
    id: `${source}-${target}`,
    source,
    target,
    attributes: Object.fromEntries(pairs.map(([key = '', value = '']) => [key, value])),
    isDefault: star !== undefined,
    ...(name === undefined ? {} : { name }),
    ...(condition === undefined ? {} : { condition }),
  };
}

function numberFlows(flows: readonly DiagramFlow[]): readonly DiagramFlow[] {
  const seen = new Map<string, number>();
  return flows.map((flow) => {
    const count = (seen.get(flow.id) ?? 0) + 1;
    seen.set(flow.id, count);
    return count === 1 ? flow : { ...flow, id: `${flow.id}-${count}` };
  });
}

function writeFlow({ id, source, target, name, condition, attributes }: DiagramFlow): string {
  const content =
    condition === undefined
      ? ''
      : element('conditionExpression', { 'xsi:type': 'tFormalExpression' }, escapeXml(condition));
  return element('sequenceFlow', { id, name, sourceRef: source, targetRef: target, ...attributes }, content);
}
