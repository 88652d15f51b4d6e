import { type Attributes, element, extensionElements } from './element.ts';
import { type BpmnNode, drawContent, end, type NodeOptions, start } from './nodes.ts';

export const VENDOR_NAMESPACES = {
  camunda: 'http://camunda.org/schema/1.0/bpmn',
  zeebe: 'http://camunda.org/schema/zeebe/1.0',
  flowable: 'http://flowable.org/bpmn',
  activiti: 'http://activiti.org/bpmn',
  drools: 'http://www.jboss.org/drools',
} as const;

/** By their prefixes. Those of jBPM are for a file that is its own: see `fileOf`. */
const NAMESPACES = {
  ttc: 'http://bpmn-transaction-bridge/schema/ttc/1.0',
  camunda: VENDOR_NAMESPACES.camunda,
  zeebe: VENDOR_NAMESPACES.zeebe,
  flowable: VENDOR_NAMESPACES.flowable,
  activiti: VENDOR_NAMESPACES.activiti,
};

/** A whole file. What stands before the processes, e.g. a collaboration, comes as strings of XML too. */
export function bpmn(...rootElements: readonly string[]): string {
  return fileOf(NAMESPACES, ...rootElements);
}

/** A whole file that declares no more than BPMN's own namespaces and these, by their prefixes. */
export function fileOf(namespaces: Readonly<Record<string, string>>, ...rootElements: readonly string[]): string {
  const attributes = {
    ...{ id: 'definitions', targetNamespace: 'http://test', xmlns: 'http://www.omg.org/spec/BPMN/20100524/MODEL' },
    'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
    ...Object.fromEntries(Object.entries(namespaces).map(([prefix, uri]) => [`xmlns:${prefix}`, uri])),
  };
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

/** XML of a pool for each process, and of message flows `from > to` between them: a root element of the file. */
export function pools(processIds: readonly string[], messageFlows: readonly string[]): string {
  const participants = processIds.map((processRef) => element('participant', { id: `pool-${processRef}`, processRef }));
  const drawn = messageFlows.map((flow, index) => {
    const [sourceRef, targetRef] = flow.split(' > ');
    return element('messageFlow', { id: `message-flow-${index}`, sourceRef, targetRef });
  });
  return element('collaboration', { id: 'pools' }, [...participants, ...drawn].join(''));
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
