import { setChildren, setForeignAttribute, setId, walkTree } from '../moddle/change-tree.ts';
import { keepFileSettings } from '../moddle/file-settings.ts';
import { elementOf, elementsOf, type ModdleDefinitions, type ModdleElement } from '../moddle/moddle-element.ts';
import { createElement } from '../moddle/parse-bpmn.ts';
import { VENDOR_NAMESPACES } from '../moddle/vendor.ts';
import { eventDefinitionsOf } from '../read/event-kind.ts';
import { adoptRoots } from './adopt-roots.ts';
import { type CalledStart, calledStartOf } from './called-start.ts';
import { declareNamespaces } from './declare-namespaces.ts';
import { rewireFlows } from './rewire-flows.ts';

/**
 * Puts a sub-process with the content of a called process in the place of a call activity. It keeps what hangs on the
 * call: id, name, markers, flows, extensions. Every id inside gets `<id of the call>.` in front. The called tree is used
 * up. What refers to the call, such as its flows, is left to whoever knows all calls.
 */
export function drawInto(call: ModdleElement, called: ModdleElement, caller: ModdleDefinitions): ModdleElement {
  const part = createElement('bpmn:SubProcess', { id: call.id, name: call.name });
  drawContent(part, called, { prefix: `${call.id}.`, caller, at: call });
  // After the ids and references of the content, which those of the call itself are not to follow.
  keepWhatHangsOn(call, part);
  keepExtensions(part, called);
  replaceCall(call, part);
  return part;
}

/** Where the content of a called process is drawn. */
export interface DrawnAt {
  /** Comes before every id. */
  readonly prefix: string;
  readonly caller: ModdleDefinitions;
  /** What it is drawn into: the file of the call is that of this element. */
  readonly at: ModdleElement;
  /** What it brings along gets the prefix in any case: what was brought along before is not to tell. */
  readonly apart?: boolean;
}

/** Fills a new sub-process with what a called process holds. The called tree is used up. */
export function drawContent(
  part: ModdleElement,
  called: ModdleElement,
  { prefix, caller, at, apart = false }: DrawnAt,
): void {
  beginAt(called, calledStartOf(called));
  for (const name of CONTENT) setChildren(part, name, elementsOf(called, name));
  declareNamespaces(part, called.$parent ?? called, caller);
  keepFileSettings(part, called.$parent ?? called, at);
  prefixIds(part, prefix);
  adoptRoots(part, caller, { prefix, apart });
}

const CONTENT = ['laneSets', 'flowElements', 'artifacts'] as const;

/** Such a call does not run; the rules say so of what takes its place. */
const MARKS = ['isForCompensation', 'startQuantity', 'completionQuantity'] as const;

export function keepWhatHangsOn(call: ModdleElement, part: ModdleElement): void {
  for (const [name, value] of Object.entries(call.$attrs ?? {})) setForeignAttribute(part, name, value);
  for (const name of ['extensionElements', 'loopCharacteristics'] as const) {
    const own = elementOf(call, name);
    if (own !== undefined) part.set(name, Object.assign(own, { $parent: part }));
  }
  for (const name of ['documentation', 'incoming', 'outgoing', 'default', ...MARKS] as const) {
    if (Object.hasOwn(call, name)) part.set(name, call.get(name));
  }
}

/** What the multi-instance of a call refers to: its data inputs and outputs, and what they are bound to. */
export function keepData(call: ModdleElement, part: ModdleElement): void {
  const specification = elementOf(call, 'ioSpecification');
  if (specification !== undefined) part.set('ioSpecification', Object.assign(specification, { $parent: part }));
  for (const name of ['dataInputAssociations', 'dataOutputAssociations'] as const) {
    if (Object.hasOwn(call, name)) setChildren(part, name, elementsOf(call, name));
  }
}

/** Lets a called process begin at one start event; what only others lead to does not belong to the call. */
function beginAt(called: ModdleElement, start: CalledStart): void {
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
    // A button names the node it leads to by its id.
    const next = generic ? element.get('nextNodeKey') : undefined;
    if (typeof next === 'string' && ids.has(next)) element.set('nextNodeKey', prefix + next);
  }
}

/** What vendors wrote on the called process stays to be named; our own names there mean nothing in a call. */
export function keepExtensions(part: ModdleElement, called: ModdleElement): void {
  const vendors = elementsOf(elementOf(called, 'extensionElements'), 'values').filter(
    ({ $type, $descriptor }) => $descriptor?.ns?.uri !== VENDOR_NAMESPACES.ttc && !/:properties$/.test($type),
  );
  if (vendors.length === 0) return;
  const holder = elementOf(part, 'extensionElements') ?? createElement('bpmn:ExtensionElements', {});
  setChildren(holder, 'values', [...elementsOf(holder, 'values'), ...vendors]);
  part.set('extensionElements', Object.assign(holder, { $parent: part }));
}

/** Lets `part` stand where the call stood. What refers to the call still does. */
export function replaceCall(call: ModdleElement, part: ModdleElement): void {
  const container = call.$parent;
  if (container === undefined) return;
  const elements = elementsOf(container, 'flowElements').map((element) => (element === call ? part : element));
  setChildren(container, 'flowElements', elements);
}
