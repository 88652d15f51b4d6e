import { TTC_NAMES } from '../../ttc-names.ts';
import type { Rule } from '../rule.ts';
import { listTtcEntries } from '../shared/ttc-entries.ts';

export const ttcValueInvalid: Rule = {
  name: 'ttc-value-invalid',
  check: (draft) =>
    listTtcEntries(draft).flatMap(({ elementId, place, name, value }) => {
      const known = TTC_NAMES[place][name];
      if (known?.values === undefined || known.values.test(value)) return [];
      return {
        severity: 'error',
        elementId,
        reason: `ttc:${name} is "${value}", which is not an allowed value.`,
        remedy: `Write ${known.expected}.`,
      };
    }),
};
