import { readExtensions, readVendorAttributes } from '../../moddle/extension.ts';
import type { ModdleElement } from '../../moddle/moddle-element.ts';
import type { Rule } from '../rule.ts';
import { collectParts } from '../shared/owned-elements.ts';
import { isEngine } from './vendor-names.ts';
import { mayStandOn, VENDOR_PLACES } from './vendor-places.ts';

/** One warning per element, for vendor names that have no effect in this place, neither in their engine nor here. */
export const vendorNameMisplaced: Rule = {
  name: 'vendor-name-misplaced',
  check: ({ diagram }) =>
    [...collectParts(diagram, misplacedNamesOf, (name) => name)].map(([elementId, names]) => ({
      severity: 'warning' as const,
      elementId,
      reason: `Has no meaning in this place, so it is not read: ${names.join(', ')}.`,
      remedy: 'Move it to where it belongs; otherwise remove it.',
    })),
};

function misplacedNamesOf(element: ModdleElement): readonly string[] {
  const types = typesOf(element);
  const attributes = readVendorAttributes(element).flatMap(({ vendor, name, value }) =>
    isEngine(vendor) && value.trim() !== '' && !mayStandOn(types, VENDOR_PLACES[vendor].attributes[name])
      ? [`${vendor}:${name}`]
      : [],
  );
  const extensions = readExtensions(element).flatMap(({ vendor, name }) =>
    isEngine(vendor) && !mayStandOn(types, VENDOR_PLACES[vendor].elements[name]) ? [`${vendor}:${name}`] : [],
  );
  return [...attributes, ...extensions].map((name) => `${name} of ${tagOf(element)}`);
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
