import type { UnknownAttribute } from '../moddle/parse-bpmn.ts';
import { vendorOfNamespace } from '../moddle/vendor.ts';
import type { ModelFile } from '../read/read-file.ts';
import { suggestName } from '../suggest-name.ts';
import type { FileRule } from './rule.ts';
import { isEngine, VENDOR_NAMES } from './vendor-names.ts';

/** One warning per element: what the parser does not know, nobody reads. */
export const unknownAttribute: FileRule = {
  name: 'unknown-attribute',
  check({ id, leftovers, prefixes }) {
    const ofElements = new Map<string, Map<string, UnknownAttribute>>();
    for (const each of leftovers.unknownAttributes) {
      const { elementId = id, name } = each;
      ofElements.set(elementId, (ofElements.get(elementId) ?? new Map<string, UnknownAttribute>()).set(name, each));
    }
    return [...ofElements].map(([elementId, attributes]) => {
      const meant = [...attributes.values()].flatMap((each) => {
        const name = nameMeant(each, prefixes);
        return name === undefined ? [] : [`${name} for ${each.name}`];
      });
      return {
        severity: 'warning' as const,
        elementId,
        reason: `BPMN 2.0 has no attribute ${[...attributes.keys()].join(', ')} on this element, so it is not read.`,
        remedy:
          meant.length === 0
            ? 'Correct its spelling, or put the prefix of its namespace before it; else remove it.'
            : `Write ${meant.join(', ')}, where that is meant; else remove it.`,
        ...(meant.length === 0 ? {} : { guess: true as const }),
      };
    });
  },
};

/** One of an engine whose prefix was left out, else what is near to it. */
function nameMeant({ name, known }: UnknownAttribute, prefixes: ModelFile['prefixes']): string | undefined {
  for (const [prefix, uri] of prefixes) {
    const vendor = vendorOfNamespace(uri);
    if (isEngine(vendor) && VENDOR_NAMES[vendor].attributes.has(name)) return `${prefix}:${name}`;
  }
  return suggestName(name, known);
}
