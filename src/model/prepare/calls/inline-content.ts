import { setChildren, setForeignAttribute, setId, walkTree } from '../../moddle/change-tree.ts';
import { keepFileSettings } from '../../moddle/file-settings.ts';
import { elementOf, elementsOf, type ModdleDefinitions, type ModdleElement } from '../../moddle/moddle-element.ts';
import { createElement } from '../../moddle/parse-bpmn.ts';
import { VENDOR_NAMESPACES } from '../../moddle/vendor.ts';
import { eventDefinitionsOf } from '../../read/events/event-kind.ts';
import { keepAllow } from '../../read/tasks/read-allow.ts';
import { adoptRoots, declareNamespaces } from '../adopt-roots.ts';
import { rewireFlows } from '../flows/links-to-flows.ts';
import { type CalledStart, calledStartOf } from './called-process.ts';

/**
 * Replaces a call activity by a sub-process with the content of the called process. The sub-process keeps the id, name,
 * markers, flows and extensions of the call; ids inside it get the prefix `<id of the call>.`. The called tree is consumed.
 * References to the call, such as those of its flows, must be replaced by the caller.
 */
export function inlineCalled(call: ModdleElement, called: ModdleElement, caller: ModdleDefinitions): ModdleElement {
  const part = createElement('bpmn:SubProcess', { id: call.id, name: call.name });
  inlineContent(part, called, { prefix: `${call.id}.`, caller, at: call });
  // Must come last: ids and references of the call itself are not prefixed or moved.
  keepCallProperties(call, part);
  keepExtensions(part, called);
  replaceCall(call, part);
  return part;
}

/** Where the content of a called process is inlined. */
export interface InlineTarget {
  /** Prefix of all ids. */
  readonly prefix: string;
  readonly caller: ModdleDefinitions;
  /** An element of the calling file, whose settings apply around the content. */
  readonly at: ModdleElement;
  /** Prefixes all moved root elements, so that the result does not depend on what was inlined before. */
  readonly apart?: boolean;
}

/** Fills a new sub-process with the content of a called process. The called tree is consumed. */
export function inlineContent(
  part: ModdleElement,
  called: ModdleElement,
  { prefix, caller, at, apart = false }: InlineTarget,
): void {
  startAt(called, calledStartOf(called));
  for (const name of CONTENT) setChildren(part, name, elementsOf(called, name));
  declareNamespaces(part, called.$parent ?? called, caller);
  keepFileSettings(part, called.$parent ?? called, at);
  keepAllow(part, called, at);
  prefixIds(part, prefix);
  adoptRoots(part, caller, { prefix, apart });
}

const CONTENT = ['laneSets', 'flowElements', 'artifacts'] as const;

/** A call with these attributes is not supported; the rules report the sub-process that replaces it. */
const MARKS = ['isForCompensation', 'startQuantity', 'completionQuantity'] as const;

export function keepCallProperties(call: ModdleElement, part: ModdleElement): void {
  for (const [name, value] of Object.entries(call.$attrs ?? {})) setForeignAttribute(part, name, value);
  for (const name of ['extensionElements', 'loopCharacteristics'] as const) {
    const own = elementOf(call, name);
    if (own !== undefined) part.set(name, Object.assign(own, { $parent: part }));
  }
  for (const name of ['documentation', 'incoming', 'outgoing', 'default', ...MARKS] as const) {
    if (Object.hasOwn(call, name)) part.set(name, call.get(name));
  }
}

/** Keeps the data inputs and outputs that the multi-instance marker of a call refers to. */
export function keepData(call: ModdleElement, part: ModdleElement): void {
  const specification = elementOf(call, 'ioSpecification');
  if (specification !== undefined) part.set('ioSpecification', Object.assign(specification, { $parent: part }));
  for (const name of ['dataInputAssociations', 'dataOutputAssociations'] as const) {
    if (Object.hasOwn(call, name)) setChildren(part, name, elementsOf(call, name));
  }
}

/** Lets a called process start at one start event, and removes nodes that only other start events lead to. */
function startAt(called: ModdleElement, start: CalledStart): void {
  if (start.kind === 'event') {
    for (const name of ['eventDefinitions', 'eventDefinitionRef'] as const) start.element.set(name, undefined);
  }
  const isOther = (element: ModdleElement) =>
    element.$type === 'bpmn:StartEvent' && eventDefinitionsOf(element).length > 0;
  let gone = new Set(elementsOf(called, 'flowElements').filter(isOther));
  while (gone.size > 0) {
    const left = elementsOf(called, 'flowElements').filter((element) => !gone.has(element));
    const cut = left.filter(
      (element) => element.$type === 'bpmn:SequenceFlow' && gone.has(elementOf(element, 'sourceRef') ?? element),
    );
    const targets = cut.map((flow) => elementOf(flow, 'targetRef'));
    const kept = left.filter((element) => !cut.includes(element));
    setChildren(called, 'flowElements', kept);
    const isReached = (node: ModdleElement) =>
      kept.some((element) => element.$type === 'bpmn:SequenceFlow' && elementOf(element, 'targetRef') === node);
    gone = new Set(kept.filter((element) => targets.includes(element) && !isReached(element)));
    const orphaned = kept.filter((element) => gone.has(elementOf(element, 'attachedToRef') ?? element));
    for (const boundary of orphaned) gone.add(boundary);
  }
  rewireFlows(called);
}

function prefixIds(part: ModdleElement, prefix: string): void {
  const inside = [
    ...elementsOf(part, 'laneSets'),
    ...elementsOf(part, 'flowElements'),
    ...elementsOf(part, 'artifacts'),
  ];
  const all = inside.flatMap((element) => [...walkTree(element)]);
  const ids = new Set(all.flatMap(({ id }) => id ?? []));
  for (const element of all) {
    const generic = element.$descriptor?.properties === undefined;
    if (!generic && element.id !== undefined) setId(element, prefix + element.id);
    if (generic) prefixNextNode(element, ids, prefix);
    for (const [name, next] of Object.entries(element.$attrs ?? {}))
      if (NEXT_NODE.test(name) && ids.has(next.trim())) setForeignAttribute(element, name, prefix + next.trim());
  }
}

/** A part of a button that is an attribute, an element or a property of its own. */
const NEXT_NODE = /^\w+:action\..+\.nextNodeKey$/;

/** The id of a node or flow that a button names, in an element or a property of its own. */
function prefixNextNode(element: ModdleElement, ids: ReadonlySet<string>, prefix: string): void {
  const isPart = NEXT_NODE.test(element.$type) || NEXT_NODE.test(String(element.get('name')));
  for (const field of isPart ? ['value', '$body'] : ['nextNodeKey']) {
    const next = element.get(field);
    if (typeof next === 'string' && ids.has(next.trim())) element.set(field, prefix + next.trim());
  }
}

/**
 * Keeps the vendor extensions of the called process, so that they are reported; `ttc` settings other than `ttc:allow` have no
 * meaning in a call.
 */
export function keepExtensions(part: ModdleElement, called: ModdleElement): void {
  const vendors = elementsOf(elementOf(called, 'extensionElements'), 'values').filter(
    ({ $type, $descriptor }) => $descriptor?.ns?.uri !== VENDOR_NAMESPACES.ttc && !/:properties$/.test($type),
  );
  if (vendors.length === 0) return;
  const holder = elementOf(part, 'extensionElements') ?? createElement('bpmn:ExtensionElements', {});
  setChildren(holder, 'values', [...elementsOf(holder, 'values'), ...vendors]);
  part.set('extensionElements', Object.assign(holder, { $parent: part }));
}

/** Puts `part` in the place of the call. References to the call are not changed. */
export function replaceCall(call: ModdleElement, part: ModdleElement): void {
  const container = call.$parent;
  if (container === undefined) return;
  const elements = elementsOf(container, 'flowElements').map((element) => (element === call ? part : element));
  setChildren(container, 'flowElements', elements);
}
