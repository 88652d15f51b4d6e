import { nameWithPartsOf, PART_FORMS, partOf } from '../../read/ttc/read-ttc-parts.ts';
import { TTC_NAMES } from '../../ttc-names.ts';
import type { Rule } from '../rule.ts';
import { listTtcEntries, type PlacedTtcEntry } from '../shared/ttc-entries.ts';

/** A setting with parts is written part by part, each once; anything else would be lost silently. */
export const ttcPartInvalid: Rule = {
  name: 'ttc-part-invalid',
  check: (draft) => {
    const seen = new Set<string>();
    return listTtcEntries(draft).flatMap((entry) => {
      const fault = findFault(entry, seen);
      const base = nameWithPartsOf(entry);
      if (fault === undefined || base === undefined) return [];
      return {
        severity: 'error',
        elementId: entry.elementId,
        reason: `ttc:${entry.path}, written as ${entry.written === 'attribute' ? 'an' : 'a'} ${entry.written}, ${fault}.`,
        remedy: `Write ${PART_FORMS[base]}, each once; or an element <ttc:${base} …/>.`,
      };
    });
  },
};

function findFault(entry: PlacedTtcEntry, seen: Set<string>): string | undefined {
  const { elementId, place, name, path, written } = entry;
  // An element has all its parts as attributes; `unknown-ttc-name` reports names that do not exist.
  if ((written === 'element' && path === name) || TTC_NAMES[place][name] === undefined) return undefined;
  if (nameWithPartsOf(entry) === undefined) return undefined;
  if (partOf({ name: path }) === undefined) return 'does not say which part it is';
  const key = JSON.stringify([elementId, path]);
  if (seen.has(key)) return 'is given twice';
  seen.add(key);
  return undefined;
}
