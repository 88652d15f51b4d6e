import { walkTree } from '../../moddle/change-tree.ts';
import { elementsOf, type ModdleElement } from '../../moddle/moddle-element.ts';
import type { Diagram } from '../../read/diagram.ts';

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
export function collectParts<Part>(
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
