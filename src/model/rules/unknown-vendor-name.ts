import { walkTree } from '../moddle/change-tree.ts';
import { type Extension, readExtensions, readVendorAttributes } from '../moddle/extension.ts';
import { elementsOf, type ModdleElement } from '../moddle/moddle-element.ts';
import type { Vendor } from '../moddle/vendor.ts';
import type { Drawing } from '../read/drawing.ts';
import type { Rule } from './rule.ts';
import { VENDOR_NAMES } from './vendor-names.ts';

/** One warning per element: a name that no engine has is a slip, and what it should say is not read. */
export const unknownVendorName: Rule = {
  name: 'unknown-vendor-name',
  check: ({ drawing }) =>
    [...listUnknownNames(drawing)].map(([elementId, names]) => ({
      severity: 'warning' as const,
      elementId,
      reason: `No engine knows ${[...names].join(', ')}, so it is not read.`,
      remedy: 'Correct its spelling, or write it where it belongs; else remove it.',
    })),
};

/** By id of the node, flow, process or root element that has them. */
function listUnknownNames({ element, processId, nodes, flows }: Drawing): ReadonlyMap<string, ReadonlySet<string>> {
  const beside = elementsOf(element.$parent, 'rootElements').filter(({ $type }) => $type !== 'bpmn:Process');
  const owners = new Map<ModdleElement, string>([
    [element, processId],
    ...[...nodes.values(), ...flows.values()].map((owner) => [owner.element, owner.id] as const),
    ...beside.map((root) => [root, root.id ?? processId] as const),
  ]);
  const found = new Map<string, Set<string>>();
  for (const each of [element, ...beside].flatMap((root) => [...walkTree(root)])) {
    if (!each.$type.startsWith('bpmn:')) continue;
    for (const name of unknownNamesOf(each)) {
      const owner = ownerOf(each, owners) ?? processId;
      found.set(owner, (found.get(owner) ?? new Set()).add(name));
    }
  }
  return found;
}

function ownerOf(element: ModdleElement, owners: ReadonlyMap<ModdleElement, string>): string | undefined {
  for (let at: ModdleElement | undefined = element; at !== undefined; at = at.$parent) {
    const owner = owners.get(at);
    if (owner !== undefined) return owner;
  }
  return undefined;
}

function unknownNamesOf(element: ModdleElement): readonly string[] {
  const attributes = readVendorAttributes(element).flatMap(({ vendor, name }) =>
    isEngine(vendor) && !VENDOR_NAMES[vendor].attributes.has(name) ? [`${vendor}:${name}`] : [],
  );
  return [...attributes, ...readExtensions(element).flatMap(unknownInExtension)];
}

function unknownInExtension({ vendor, name, attributes, children }: Extension): readonly string[] {
  const inside = children.flatMap(unknownInExtension);
  if (!isEngine(vendor)) return inside;
  const { elements } = VENDOR_NAMES[vendor];
  if (!elements.has(name)) return [`${vendor}:${name}`];
  const known = elements.get(name);
  const wrong = Object.keys(attributes).filter(
    (each) => known !== undefined && !each.includes(':') && !known.has(each),
  );
  return [...wrong.map((each) => `${each} of ${vendor}:${name}`), ...inside];
}

function isEngine(vendor: Vendor | undefined): vendor is keyof typeof VENDOR_NAMES {
  return vendor !== undefined && vendor !== 'ttc';
}
