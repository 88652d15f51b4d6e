import { declarationOf } from '../../moddle/undeclared-prefixes.ts';
import { isVendor, vendorOfNamespace } from '../../moddle/vendor.ts';
import type { ModelFile } from '../../read/read-definitions.ts';
import type { FileRule, Finding } from '../rule.ts';

const MAX_PLACES = 3;

/** One problem per prefix, however often it is used. The parser skips attributes with an undeclared prefix. */
export const prefixUndeclared: FileRule = {
  name: 'prefix-undeclared',
  check: (file) => [...refuseUndeclared(file), ...warnOfOthers(file)],
};

/** Reports prefixes of engines that are declared with an unknown namespace, for example a misspelt one. */
function warnOfOthers({ id, prefixes }: ModelFile): readonly Finding[] {
  return [...prefixes].flatMap(([prefix, uri]) => {
    if (!isVendor(prefix) || vendorOfNamespace(uri) !== undefined) return [];
    return {
      severity: 'warning',
      guess: true,
      elementId: id,
      reason: `The prefix ${prefix} is declared as ${uri}, which is not the namespace of a known engine, so names with this prefix are not read.`,
      remedy: `${declarationOf(prefix).replace(/^w/, 'W')}, if that is what you mean.`,
    };
  });
}

function refuseUndeclared({ id, leftovers }: ModelFile): readonly Finding[] {
  // A file that calls one of its own processes is parsed twice; each problem is reported once.
  const found = new Map<string, Finding>();
  for (const { prefix, elementId = id, places } of leftovers.undeclaredPrefixes) {
    const others = places.length - MAX_PLACES;
    const named = [...places.slice(0, MAX_PLACES), ...(others > 0 ? [`${others} more`] : [])].join(', ');
    const reason = `The file does not declare the prefix ${prefix}, so names with this prefix are not read: ${named}.`;
    const remedy = `${declarationOf(prefix).replace(/^w/, 'W')}.`;
    found.set(`${elementId} ${reason}`, { severity: 'error', elementId, reason, remedy });
  }
  return [...found.values()];
}
