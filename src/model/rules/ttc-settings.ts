import { nameWithPartsOf, PART_FORMS, partOf } from '../read/read-ttc.ts';
import { findTtcName, TTC_NAMES, type TtcPlace } from '../ttc/ttc-names.ts';
import type { Rule } from './rule.ts';
import { listTtcEntries, type PlacedTtcEntry } from './shared/ttc-entries.ts';

/** A setting with parts is written part by part, each once; anything else would be lost silently. */
const ttcPartInvalid: Rule = {
  name: 'ttc-part-invalid',
  severity: 'error',
  says: '`ttc:action`, `ttc:notify` and similar settings as one value, which loses their parts, or a part that is given twice',
  remedy: 'Write each part once, such as ttc:action.urge.name; or an element such as <ttc:action …/>.',
  check: (draft) => {
    const seen = new Set<string>();
    return listTtcEntries(draft).flatMap((entry) => {
      const fault = findFault(entry, seen);
      if (fault === undefined) return [];
      const base = nameWithPartsOf(entry);
      return {
        elementId: entry.elementId,
        reason: `ttc:${entry.path}, written as ${entry.written === 'property' ? 'a' : 'an'} ${entry.written}, ${fault}.`,
        remedy:
          base === undefined
            ? `Write <ttc:${entry.name}>…</ttc:${entry.name}>, an attribute or a property.`
            : `Write ${PART_FORMS[base]}, each once; or an element <ttc:${base} …/>.`,
      };
    });
  },
};

function findFault(entry: PlacedTtcEntry, seen: Set<string>): string | undefined {
  const { elementId, place, name, path, written } = entry;
  const known = findTtcName(place, name);
  // `unknown-ttc-name` reports names that do not exist.
  if (known === undefined) return undefined;
  if (written === 'element with attributes') return 'parts' in known ? undefined : 'has attributes instead of a value';
  if (written === 'element' && path === name) return undefined;
  if (nameWithPartsOf(entry) === undefined) return undefined;
  if (partOf({ name: path }) === undefined) return 'does not say which part it is';
  const key = JSON.stringify([elementId, path]);
  if (seen.has(key)) return 'is given twice';
  seen.add(key);
  return undefined;
}

const ttcValueInvalid: Rule = {
  name: 'ttc-value-invalid',
  severity: 'error',
  says: 'a `ttc` value is not allowed',
  remedy: 'Write an allowed value.',
  check: (draft) =>
    listTtcEntries(draft).flatMap(({ elementId, place, name, written, value }) => {
      const known = findTtcName(place, name);
      if (
        known === undefined ||
        !('values' in known) ||
        known.values.test(value) ||
        written === 'element with attributes'
      )
        return [];
      return {
        elementId,
        reason: `ttc:${name} is "${value}", which is not an allowed value.`,
        remedy: `Write ${known.takes}.`,
      };
    }),
};

const unknownTtcName: Rule = {
  name: 'unknown-ttc-name',
  severity: 'error',
  says: 'a `ttc` name has no meaning in this place',
  remedy: 'Correct the spelling, or move it.',
  check: (draft) => {
    const unknown = listTtcEntries(draft).filter(({ place, name }) => findTtcName(place, name) === undefined);
    // The parts of one button are one problem.
    const once = new Map(unknown.map((entry) => [JSON.stringify([entry.elementId, entry.name]), entry]));
    return [...once.values()].map((entry) => ({
      elementId: entry.elementId,
      reason: `ttc:${entry.name} means nothing on ${entry.place === 'other element' ? 'this element' : `a ${entry.place}`}.`,
      remedy: suggest(entry),
    }));
  },
};

function suggest({ place, name }: PlacedTtcEntry): string {
  const elsewhere = (Object.keys(TTC_NAMES) as TtcPlace[]).filter((other) => findTtcName(other, name) !== undefined);
  if (elsewhere.length > 0) return `It belongs on a ${elsewhere.join(' or a ')}.`;
  const names = Object.keys(TTC_NAMES[place]).map((known) => `ttc:${known}`);
  return names.length === 0 ? 'Remove it.' : `Known here: ${names.join(', ')}.`;
}

export const TTC_RULES: readonly Rule[] = [ttcPartInvalid, ttcValueInvalid, unknownTtcName];
