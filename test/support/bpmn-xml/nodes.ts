import { type Attributes, element, escapeXml, extensionElements } from './element.ts';
import { drawFlows, writeFlow } from './flows.ts';

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

export interface StandardLoopOptions {
  readonly condition?: string | undefined;
  readonly maximum?: number | undefined;
  readonly testBefore?: boolean | undefined;
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

export const eventGateway = (id: string, options: NodeOptions = {}): BpmnNode => node('eventBasedGateway', id, options);

/** A receive task; `messageRef` is the id of a `messageRoot`. */
export function receiveTask(id: string, messageRef?: string, options: NodeOptions = {}): BpmnNode {
  return node('receiveTask', id, { ...options, attributes: { messageRef, ...options.attributes } });
}

export function callActivity(id: string, calledElement?: string, options: NodeOptions = {}): BpmnNode {
  return node('callActivity', id, { ...options, attributes: { calledElement, ...options.attributes } });
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

/** XML of a standard loop: the task is done again while the condition holds, so often at the most. */
export function standardLoop({ condition, maximum, testBefore }: StandardLoopOptions): string {
  const content =
    condition === undefined ? '' : element('loopCondition', { 'xsi:type': 'tFormalExpression' }, escapeXml(condition));
  return element('standardLoopCharacteristics', { loopMaximum: maximum, testBefore }, content);
}

/** XML of `camunda:properties`, or of another vendor's list of the same form. */
export function properties(values: Readonly<Record<string, string>>, vendor = 'camunda'): string {
  const written = Object.entries(values).map(([name, value]) => element(`${vendor}:property`, { name, value }));
  return element(`${vendor}:properties`, {}, written.join(''));
}

/** XML of what stands in a process or a sub-process. */
export function drawContent(
  nodes: readonly BpmnNode[],
  paths: string | readonly string[],
  { before = '', content = '' }: { readonly before?: string; readonly content?: string },
): string {
  const drawn = drawFlows(paths);
  const defaults = new Map(drawn.filter((flow) => flow.isDefault).map((flow) => [flow.source, flow.id]));
  const written = [...nodes.map((node) => writeNode(node, defaults.get(node.id))), ...drawn.map(writeFlow)];
  return [before, ...written, content].join('\n');
}

function writeNode({ tag, id, attributes, extensions, content }: BpmnNode, defaultFlow: string | undefined): string {
  return element(tag, { id, default: defaultFlow, ...attributes }, extensionElements(extensions) + content);
}
