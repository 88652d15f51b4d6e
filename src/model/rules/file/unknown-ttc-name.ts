import { TTC_NAMES, type TtcPlace } from '../../ttc-names.ts';
import type { Rule } from '../rule.ts';
import { listTtcEntries, type PlacedTtcEntry } from '../shared/ttc-entries.ts';

export const unknownTtcName: Rule = {
  name: 'unknown-ttc-name',
  check: (draft) => {
    const unknown = listTtcEntries(draft).filter(({ place, name }) => TTC_NAMES[place][name] === undefined);
    // The parts of one button are one problem.
    const once = new Map(unknown.map((entry) => [JSON.stringify([entry.elementId, entry.name]), entry]));
    return [...once.values()].map((entry) => ({
      severity: 'error',
      elementId: entry.elementId,
      reason: `ttc:${entry.name} means nothing on ${entry.place === 'other element' ? 'this element' : `a ${entry.place}`}.`,
      remedy: suggest(entry),
    }));
  },
};

function suggest({ place, name }: PlacedTtcEntry): string {
  const elsewhere = (Object.keys(TTC_NAMES) as TtcPlace[]).filter((other) => TTC_NAMES[other][name] !== undefined);
  if (elsewhere.length > 0) return `It belongs on a ${elsewhere.join(' or a ')}.`;
  const names = Object.keys(TTC_NAMES[place]).map((known) => `ttc:${known}`);
  return names.length === 0 ? 'Remove it.' : `Known here: ${names.join(', ')}.`;
}
