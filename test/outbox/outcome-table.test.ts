import { expect, it } from 'vitest';
import type { HandlingStatus, ReportKind } from '../../src/index.ts';
import { type Attempt, type NamedId, outcomeOf, worstOf } from '../../src/outbox/outcome-table.ts';

// D delivered, U unconfirmed, R retry, P park. One line per kind of report, status, and id that the entry names.
// The columns: codes 400, 500, 2004, 2005 and one the spec does not know; at the first attempt, on a repeat, and for an id
// from before a restore.
const EXPECTED = `
  bootstrap           next  previous   P R D P R   P R D D R   P R D U R
  bootstrap           next  next       P R P P R   P U U U U   P U U U U
  handled             next  previous   P R P P R   P R P D R   P R U U R
  handled             next  next       P R P P R   P U U U U   P U U U U
  handled             none  previous   P R P P R   P R P D R   P R U U R
  handled             end   previous   P R P U R   P R P D R   P R U U R
  continuation        next  previous   P R P D R   P R P D R   P R U D R
  continuation        next  next       P R P P R   P U U U U   P U U U U
  continuation        none  previous   P R P D R   P R P D R   P R U D R
  continuation        end   previous   P R P U R   P R P D R   P R U U R
  start-continuation  next  previous   P R D D R   P R D D R   P R D D R
  start-continuation  next  next       P R P P R   P U U U U   P U U U U
  start-continuation  none  previous   P R D D R   P R D D R   P R D D R
  start-continuation  end   previous   P R U U R   P R U D R   P R U U R
  system              next  previous   P R U D R   P R U D R   P R U D R
  system              next  next       P R P P R   P U U U U   P U U U U
  system              end   previous   P R U U R   P R U D R   P R U U R
  gone                none  previous   P R D D R   P R D D R   P R D D R
  gone                none  unnamed    P R R R R   P R R R R   P R R R R
  handled             next  unnamed    P R R R R   P R R R R   P R R R R
  continuation        end   unnamed    P R R R R   P R R R R   P R R R R
`;
const CODES = [400, 500, 2004, 2005, 4711];
const ATTEMPTS = ['first', 'repeat', 'restored'] as const;
const NAMES = { D: 'delivered', U: 'unconfirmed', R: 'retry', P: 'park' } as const;

interface Row {
  readonly kind: ReportKind;
  readonly status: HandlingStatus;
  readonly names: NamedId;
  readonly code: number;
  readonly attempt: Attempt;
  readonly outcome: string;
}

const rows = EXPECTED.trim()
  .split('\n')
  .flatMap((line): Row[] => {
    const [kind, status, names, ...letters] = line.trim().split(/\s+/);
    return letters.map((letter, column) => ({
      kind: kind as ReportKind,
      status: status as HandlingStatus,
      names: names as NamedId,
      code: CODES[column % CODES.length] ?? 0,
      attempt: ATTEMPTS[Math.floor(column / CODES.length)] ?? 'first',
      outcome: NAMES[letter as keyof typeof NAMES],
    }));
  });

it('has a row for each case', () => {
  expect(rows).toHaveLength(315);
});

it.each(rows)(
  '$kind/$status: $code on the $names id at the $attempt attempt is $outcome',
  ({ outcome, ...errorCase }) => {
    expect(outcomeOf(errorCase)).toBe(outcome);
  },
);

it('lets the worst of several entries decide', () => {
  expect(worstOf([])).toBe('delivered');
  expect(worstOf(['delivered', 'unconfirmed'])).toBe('unconfirmed');
  expect(worstOf(['retry', 'unconfirmed', 'delivered'])).toBe('retry');
  expect(worstOf(['retry', 'park', 'unconfirmed'])).toBe('park');
});
