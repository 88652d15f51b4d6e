import { type Extension, readExtensions, readVendorAttributes } from '../moddle/extension.ts';
import type { ModdleElement } from '../moddle/moddle-element.ts';
import { collectNames } from './owned-elements.ts';
import type { Rule } from './rule.ts';
import { isEngine, VENDOR_NAMES } from './vendor-names.ts';

/** One warning per element: a name that no engine has is a slip, and what it should say is not read. */
export const unknownVendorName: Rule = {
  name: 'unknown-vendor-name',
  check: ({ drawing }) =>
    [...collectNames(drawing, unknownNamesOf)].map(([elementId, names]) => ({
      severity: 'warning' as const,
      elementId,
      reason: `No engine knows ${[...names].join(', ')}, so it is not read.`,
      remedy: 'Correct its spelling, or write it where it belongs; else remove it.',
    })),
};

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
