import type { UnknownAttribute } from '../../moddle/parse-leftovers.ts';
import { declarationOf } from '../../moddle/undeclared-prefixes.ts';
import { vendorOfNamespace } from '../../moddle/vendor.ts';
import type { ModelFile } from '../../read/read-definitions.ts';
import { suggestName } from '../../suggest-name.ts';
import type { FileRule } from '../rule.ts';
import { isEngine, VENDOR_NAMES } from '../vendors/vendor-names.ts';

/** One warning per element, for attributes that the parser does not know and that are therefore not read. */
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
        const name = suggestAttribute(each, prefixes);
        return name === undefined ? [] : [`${name} for ${each.name}`];
      });
      return {
        severity: 'warning' as const,
        elementId,
        reason: `BPMN 2.0 has no attribute ${[...attributes.keys()].join(', ')} on this element, so it is not read.`,
        remedy:
          meant.length === 0
            ? 'Correct its spelling, or put the prefix of its namespace before it; otherwise remove it.'
            : `Write ${meant.join(', ')}${declarations(meant, prefixes)}, if that is what you mean; otherwise remove it.`,
        ...(meant.length === 0 ? {} : { guess: true as const }),
      };
    });
  },
};

/** The namespace declarations that the suggested names need. */
function declarations(meant: readonly string[], prefixes: ModelFile['prefixes']): string {
  const missing = UNDECLARED.filter(
    (vendor) => !prefixes.has(vendor) && meant.some((each) => each.startsWith(`${vendor}:`)),
  );
  return missing.map((vendor) => `, with ${declarationOf(vendor).replace('write ', '')}`).join('');
}

/** An attribute of an engine whose prefix is missing, else a similar name; without an engine in the file, of any engine. */
function suggestAttribute({ name, known }: UnknownAttribute, prefixes: ModelFile['prefixes']): string | undefined {
  const engines = [...prefixes].flatMap(([prefix, uri]) => {
    const vendor = vendorOfNamespace(uri);
    return isEngine(vendor) ? [{ prefix, vendor }] : [];
  });
  const found = engines.find(({ vendor }) => VENDOR_NAMES[vendor].attributes.has(name));
  if (found !== undefined) return `${found.prefix}:${name}`;
  const near = suggestName(name, known);
  if (near !== undefined || engines.length > 0) return near;
  return UNDECLARED.find((vendor) => VENDOR_NAMES[vendor].attributes.has(name))?.concat(`:${name}`);
}

/** Engines whose attributes are suggested without a declared prefix, because their names are unambiguous. */
const UNDECLARED = ['camunda', 'flowable'] as const;
