import { replaceReferences, setChildren, walkTree } from '../../moddle/change-tree.ts';
import { elementOf, elementsOf, type ModdleElement, nameOf } from '../../moddle/moddle-element.ts';
import { createElement } from '../../moddle/parse-bpmn.ts';
import type { Problem } from '../../problem.ts';
import { eventDefinitionsOf, eventKindOf } from '../../read/events/event-kind.ts';
import { prepareProblem } from '../prepare-rules.ts';

export interface LinksResult {
  readonly changed: boolean;
  readonly problems: readonly Problem[];
}

/**
 * Replaces each pair of link events: the flows into the throw event lead to the target of the catch event, and keep their
 * ids, names and conditions. Both events are removed; a catch event with several outgoing flows is kept as a plain event.
 * In bpmn-engine 25 an instance with link events never ends.
 */
export function linksToFlows(process: ModdleElement): LinksResult {
  const problems: Problem[] = [];
  let changed = false;
  for (const container of containersOf(process)) {
    const links = findLinks(container);
    const { throws, catches } = links;
    if (throws.length + catches.length === 0) continue;
    const faults = findFaults(links);
    problems.push(...faults);
    if (faults.length > 0) continue;
    changed = true;
    for (const thrown of throws) {
      const caught = catches.find(({ name }) => name === thrown.name);
      if (caught !== undefined) bridge(container, thrown.element, caught.element);
    }
    for (const { element } of catches) removeCatch(container, element);
    rewireFlows(container);
  }
  return { changed, problems };
}

interface Link {
  readonly element: ModdleElement;
  /** The name of the link, else of the event. */
  readonly name: string;
}

interface Links {
  readonly container: ModdleElement;
  readonly throws: readonly Link[];
  readonly catches: readonly Link[];
}

/** The link events of a process or a sub-process. */
export function findLinks(container: ModdleElement): Links {
  const links = elementsOf(container, 'flowElements').flatMap((element) => {
    const [definition, ...others] = eventDefinitionsOf(element);
    if (definition === undefined || others.length > 0 || eventKindOf(definition) !== 'link') return [];
    return [{ element, name: nameOf(definition) ?? nameOf(element) ?? '' }];
  });
  const ofType = (type: string) => links.filter(({ element }) => element.$type === type);
  return { container, throws: ofType('bpmn:IntermediateThrowEvent'), catches: ofType('bpmn:IntermediateCatchEvent') };
}

function findFaults(links: Links): readonly Problem[] {
  const { throws, catches } = links;
  const remedy = 'Give the link one catch event and at least one throw event of the same name, in one sub-process.';
  const refuse = ({ element }: Link, fault: string): Problem => {
    const reason = `The link "${nameOf(element) ?? element.id}" ${fault}.`;
    return prepareProblem('link-without-partner', { elementId: element.id ?? '', reason, remedy });
  };
  return [
    ...throws
      .filter(({ name }) => catches.every((link) => link.name !== name))
      .map((link) => refuse(link, 'has no catch event with its name')),
    ...catches
      .filter(({ name }) => throws.every((link) => link.name !== name))
      .map((link) => refuse(link, 'has no throw event that leads to it')),
    ...catches
      .filter((link, index) => catches.findIndex(({ name }) => name === link.name) < index)
      .map((link) => refuse(link, 'has the same name as another one')),
    ...throws.filter((link) => leadsBack(link, links)).map((link) => refuse(link, 'leads to itself')),
  ];
}

/** Whether links form a cycle without any other node. */
function leadsBack(from: Link, links: Links): boolean {
  const seen = new Set<Link>();
  let at = linkBehind(from, links);
  while (at !== undefined && at !== from && !seen.has(at)) {
    seen.add(at);
    at = linkBehind(at, links);
  }
  return at === from;
}

/** The throw event that directly follows the catch event of a link. */
function linkBehind({ name }: Link, { container, throws, catches }: Links): Link | undefined {
  const caught = catches.find((link) => link.name === name)?.element;
  const targets = flowsOf(container)
    .filter((flow) => elementOf(flow, 'sourceRef') === caught)
    .map((flow) => elementOf(flow, 'targetRef'));
  return throws.find(({ element }) => targets.includes(element));
}

/** Redirects the flows into a throw event to its catch event. */
function bridge(container: ModdleElement, thrown: ModdleElement, caught: ModdleElement): void {
  for (const flow of flowsOf(container)) if (elementOf(flow, 'targetRef') === thrown) flow.set('targetRef', caught);
  remove(container, [thrown]);
}

function removeCatch(container: ModdleElement, caught: ModdleElement): void {
  const [only, ...others] = flowsOf(container).filter((flow) => elementOf(flow, 'sourceRef') === caught);
  const target = elementOf(only, 'targetRef');
  if (only === undefined || target === undefined || others.length > 0) {
    passThrough(container, caught);
    return;
  }
  for (const flow of flowsOf(container)) if (elementOf(flow, 'targetRef') === caught) flow.set('targetRef', target);
  remove(container, [caught, only]);
}

function passThrough(container: ModdleElement, caught: ModdleElement): void {
  const plain = createElement('bpmn:IntermediateThrowEvent', { id: caught.id, name: caught.name });
  const elements = elementsOf(container, 'flowElements').map((element) => (element === caught ? plain : element));
  setChildren(container, 'flowElements', elements);
  replaceReferences(rootOf(container), (referred) => (referred === caught ? plain : referred));
}

function rootOf(element: ModdleElement): ModdleElement {
  let at = element;
  while (at.$parent !== undefined) at = at.$parent;
  return at;
}

export function flowsOf(container: ModdleElement): readonly ModdleElement[] {
  return elementsOf(container, 'flowElements').filter(({ $type }) => $type === 'bpmn:SequenceFlow');
}

function remove(container: ModdleElement, gone: readonly ModdleElement[]): void {
  const left = elementsOf(container, 'flowElements').filter((element) => !gone.includes(element));
  setChildren(container, 'flowElements', left);
}

/** Sets `incoming` and `outgoing` of each node from the flows. */
export function rewireFlows(container: ModdleElement): void {
  const elements = elementsOf(container, 'flowElements');
  const flows = elements.filter(({ $type }) => $type === 'bpmn:SequenceFlow');
  for (const node of elements) {
    if (flows.includes(node) || /^bpmn:Data/.test(node.$type)) continue;
    const incoming = flows.filter((flow) => elementOf(flow, 'targetRef') === node);
    const outgoing = flows.filter((flow) => elementOf(flow, 'sourceRef') === node);
    node.set('incoming', incoming.length === 0 ? undefined : incoming);
    node.set('outgoing', outgoing.length === 0 ? undefined : outgoing);
  }
}

/** The process and all its sub-processes of every kind, outer ones first. */
export function containersOf(process: ModdleElement): readonly ModdleElement[] {
  return [...walkTree(process)].filter(({ $type }) => CONTAINERS.has($type));
}

const CONTAINERS = new Set(['bpmn:Process', 'bpmn:SubProcess', 'bpmn:Transaction', 'bpmn:AdHocSubProcess']);
