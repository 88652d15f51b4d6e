import { walkTree } from '../../moddle/change-tree.ts';
import { type Extension, readExtensions, readVendorAttributes } from '../../moddle/extension.ts';
import { elementsOf, type ModdleElement } from '../../moddle/moddle-element.ts';
import type { Diagram } from '../../read/diagram.ts';
import type { UserTaskDraft } from '../../read/draft.ts';
import { suggestName } from '../../suggest-name.ts';
import type { Finding, Rule } from '../rule.ts';
import { type EngineVendor, isEngine, type Places, VENDOR_NAMES } from './vendor-names.ts';

/** A name in the namespace of an engine that the engine does not have. */
export interface VendorTypo {
  /** As in the file, e.g. `camunda:assigne`. */
  readonly shown: string;
  /** The most similar name, e.g. `camunda:assignee`. */
  readonly meant?: string;
}

/** The typos in the vendor attributes and extension elements of an element. */
function findVendorTypos(element: ModdleElement): readonly VendorTypo[] {
  const attributes = readVendorAttributes(element).flatMap(({ vendor, name }) => {
    if (!isEngine(vendor) || VENDOR_NAMES[vendor].attributes.has(name)) return [];
    return typo(`${vendor}:${name}`, meantByAttribute(vendor, name));
  });
  return [...attributes, ...readExtensions(element).flatMap(findInExtension)];
}

function findInExtension({ vendor, name, attributes, children }: Extension): readonly VendorTypo[] {
  const inside = children.flatMap(findInExtension);
  if (!isEngine(vendor)) return inside;
  const { elements } = VENDOR_NAMES[vendor];
  if (!elements.has(name)) return [typo(`${vendor}:${name}`, prefixed(vendor, suggestName(name, elements.keys())))];
  const known = elements.get(name)?.attributes;
  if (known === undefined) return inside;
  const wrong = Object.keys(attributes).filter((each) => !each.includes(':') && !known.has(each));
  return [...wrong.map((each) => typo(`${each} of ${vendor}:${name}`, suggestName(each, known))), ...inside];
}

/** A similar attribute of the engine, or the same attribute on an extension element, as `assignee` in Camunda 8. */
function meantByAttribute(vendor: EngineVendor, name: string): string | undefined {
  const { attributes, elements } = VENDOR_NAMES[vendor];
  const near = suggestName(name, attributes.keys());
  if (near !== undefined) return prefixed(vendor, near);
  const holder = [...elements].find(([, known]) => known.attributes?.has(name) === true);
  return holder === undefined ? ofOtherEngine(name) : `${name} of <${vendor}:${holder[0]}>`;
}

/** The same attribute of another engine, for example with the prefix of Activiti, from which Camunda 7 derives. */
function ofOtherEngine(name: string): string | undefined {
  const [other] = Object.entries(VENDOR_NAMES).find(([, { attributes }]) => attributes.has(name)) ?? [];
  return other && `${other}:${name}`;
}

function prefixed(vendor: EngineVendor, name: string | undefined): string | undefined {
  return name === undefined ? undefined : `${vendor}:${name}`;
}

function typo(shown: string, meant: string | undefined): VendorTypo {
  return { shown, ...(meant === undefined ? {} : { meant }) };
}

const HANDLERS = /:(assignee|candidateUsers|candidateGroups|assignmentDefinition)$|<zeebe:assignmentDefinition>$/;

/** Misspelt vendor names on a user task that should name its handlers. */
export function findHandlerTypos(element: ModdleElement): readonly VendorTypo[] {
  return findVendorTypos(element).filter(({ meant }) => meant !== undefined && HANDLERS.test(meant));
}

/** One warning per element, for names in the namespace of an engine that the engine does not have. */
const unknownVendorName: Rule = {
  name: 'unknown-vendor-name',
  severity: 'warning',
  says: 'an attribute or element in the namespace of an engine that no engine has, so it is probably misspelt; the remedy suggests a similar name',
  remedy: 'Correct its spelling, or move it to where it belongs; otherwise remove it.',
  check: ({ diagram, userTasks }) =>
    [...collectParts(diagram, findVendorTypos, ({ shown }) => shown)].flatMap(([elementId, typos]) =>
      judge(elementId, typos, userTasks),
    ),
};

function judge(
  elementId: string,
  typos: readonly VendorTypo[],
  userTasks: readonly UserTaskDraft[],
): readonly Finding[] {
  // `user-task-without-handler` reports typos that leave a user task without handlers.
  const reported = new Set(
    userTasks
      .filter(({ node, assignment }) => node.id === elementId && assignment.length === 0)
      .flatMap(({ node }) => findHandlerTypos(node.element).map(({ shown }) => shown)),
  );
  const unreported = typos.filter(({ shown }) => !reported.has(shown));
  if (unreported.length === 0) return [];
  const corrected = unreported.flatMap(({ shown, meant }) => (meant === undefined ? [] : [{ shown, meant }]));
  return [
    {
      elementId,
      reason: `No engine knows ${unreported.map(({ shown }) => shown).join(', ')}, so it is not read.`,
      cause: {
        parts: unreported.map(({ shown }) => shown),
        meant: corrected.map(({ meant }) => meant),
      },
      ...(corrected.length > 0 && {
        remedy: `Write ${corrected.map(({ shown, meant }) => `${meant} for ${shown}`).join(', ')}, if that is what you mean; otherwise remove it.`,
        guess: true,
      }),
    },
  ];
}

/** One warning per element, for vendor names that have no effect in this place, neither in their engine nor here. */
const vendorNameMisplaced: Rule = {
  name: 'vendor-name-misplaced',
  severity: 'warning',
  says: 'a name of an engine on an element where it has no meaning, for that engine or here, such as `camunda:topic` on a user task',
  remedy: 'Move it to where it belongs; otherwise remove it.',
  check: ({ diagram }) =>
    [...collectParts(diagram, misplacedNamesOf, (name) => name)].map(([elementId, names]) => ({
      elementId,
      reason: `Has no meaning in this place, so it is not read: ${names.join(', ')}.`,
    })),
};

function misplacedNamesOf(element: ModdleElement): readonly string[] {
  const types = typesOf(element);
  const attributes = readVendorAttributes(element).flatMap(({ vendor, name, value }) =>
    isEngine(vendor) && value.trim() !== '' && !mayStandOn(types, VENDOR_NAMES[vendor].attributes.get(name))
      ? [`${vendor}:${name}`]
      : [],
  );
  const extensions = readExtensions(element).flatMap(({ vendor, name }) =>
    isEngine(vendor) && !mayStandOn(types, VENDOR_NAMES[vendor].elements.get(name)?.places)
      ? [`${vendor}:${name}`]
      : [],
  );
  return [...attributes, ...extensions].map((name) => `${name} of ${tagOf(element)}`);
}

/** @param types the type of an element and its supertypes */
function mayStandOn(types: readonly string[], places: Places): boolean {
  return places === undefined || places.some((place) => types.includes(place));
}

function typesOf({ $type, $descriptor }: ModdleElement): readonly string[] {
  const own = Object.keys($descriptor?.allTypesByName ?? { [$type]: true });
  // A deployment replaces a call by a sub-process, which keeps the vendor attributes of the call and the called process.
  const drawnFrom = $type === 'bpmn:SubProcess' ? ['bpmn:CallActivity', 'bpmn:Process'] : [];
  return [...own, ...drawnFrom].map((type) => type.replace('bpmn:', ''));
}

function tagOf({ $type }: ModdleElement): string {
  const local = $type.replace('bpmn:', '');
  return local.charAt(0).toLowerCase() + local.slice(1);
}

export const SPELLING_RULES: readonly Rule[] = [unknownVendorName, vendorNameMisplaced];

/** A BPMN element, and the element under whose id its problems are reported. */
interface OwnedElement {
  /** Id of the node, flow, process or root element that it belongs to. */
  readonly ownerId: string;
  readonly element: ModdleElement;
}

/** All BPMN elements of the executed process, and of root elements other than processes. */
function listOwnedElements({ element, processId, nodes, flows }: Diagram): readonly OwnedElement[] {
  const beside = elementsOf(element.$parent, 'rootElements').filter(({ $type }) => $type !== 'bpmn:Process');
  const owners = new Map<ModdleElement, string>([
    [element, processId],
    ...[...nodes.values(), ...flows.values()].map((owner) => [owner.element, owner.id] as const),
    ...beside.map((root) => [root, root.id ?? processId] as const),
  ]);
  return [element, ...beside]
    .flatMap((root) => [...walkTree(root)])
    .filter(({ $type }) => $type.startsWith('bpmn:'))
    .map((each) => ({ ownerId: ownerOf(each, owners) ?? processId, element: each }));
}

function ownerOf(element: ModdleElement, owners: ReadonlyMap<ModdleElement, string>): string | undefined {
  for (let at: ModdleElement | undefined = element; at !== undefined; at = at.$parent) {
    const owner = owners.get(at);
    if (owner !== undefined) return owner;
  }
  return undefined;
}

/** The distinct results of `partsOf` by owner; owners without a result are left out. */
function collectParts<Part>(
  diagram: Diagram,
  partsOf: (element: ModdleElement) => readonly Part[],
  nameOf: (part: Part) => string,
): ReadonlyMap<string, readonly Part[]> {
  const found = new Map<string, Map<string, Part>>();
  for (const { ownerId, element } of listOwnedElements(diagram)) {
    for (const part of partsOf(element)) {
      const parts = found.get(ownerId) ?? new Map<string, Part>();
      found.set(ownerId, parts.set(nameOf(part), part));
    }
  }
  return new Map([...found].map(([ownerId, parts]) => [ownerId, [...parts.values()]]));
}
