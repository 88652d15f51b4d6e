/** Which rounds of a token without a wait are endless. What a user sees of them is in `bridge/incidents/endless-steps`. */
import { expect, it } from 'vitest';
import { Visits } from '../../src/plugin/state/visits.ts';

const all = { variables: {}, called: {} };
const arriveAt = (visits: Visits, id: string, executionId: string, behind: string, inbound = [{}]) =>
  visits.note({ id, type: 'bpmn:Task', parent: { executionId: 'scope' }, inbound }, { executionId, behind, all });

/** A token that goes round `a` and `b`. @returns the number of the round that is refused; undefined if none of 100 is */
function goRound(options: { readonly isJoin?: boolean; readonly between?: (visits: Visits) => void } = {}) {
  const visits = new Visits();
  let behind = 'task';
  for (let round = 1; round <= 100; round += 1)
    for (const id of ['a', 'b']) {
      const inbound = options.isJoin && id === 'a' ? [{}, {}] : [{}];
      if (arriveAt(visits, id, `${id}_${round}`, behind, inbound)) return round;
      behind = `${id}_${round}`;
      options.between?.(visits);
    }
  return undefined;
}

it('a token that comes back 4 times with nothing changed is in an endless loop', () => {
  expect(goRound()).toBe(5);
});

it('each event that was caught may end it', () => {
  expect(goRound({ between: (visits) => visits.noteChange() })).toBe(undefined);
});

it('a join that uses up the tokens of another branch is a change', () => {
  expect(goRound({ isJoin: true })).toBe(undefined);
});

it('a token that changes something in each round may come back 120 times, or as often as the option allows', () => {
  for (const [visits, most] of [
    [new Visits(), 120],
    [new Visits(7), 7],
  ] as const) {
    const goOn = (round: number) => {
      visits.noteChange();
      return arriveAt(visits, 'a', `a_${round}`, `a_${round - 1}`);
    };
    for (let round = 0; round <= most; round += 1) expect(goOn(round)).toBe(undefined);
    expect(goOn(most + 1)).toMatchObject({
      message: expect.stringContaining(`a token came back to a more than ${most} times`),
    });
  }
});

it('many tokens that come from elsewhere are no loop', () => {
  const visits = new Visits();
  for (let token = 1; token <= 200; token += 1)
    expect(arriveAt(visits, 'merge', `merge_${token}`, `branch_${token}`)).toBe(undefined);
});

it('a host and its boundary event are two nodes, also where it keeps listening', () => {
  const visits = new Visits(2);
  let behind = 'task';
  for (let round = 0; round <= 2; round += 1) {
    visits.noteChange();
    for (const id of ['host', 'event']) expect(arriveAt(visits, id, `${id}_${round}`, behind)).toBe(undefined);
    const fired = { executionId: `event_${round}`, behind: `host_${round}`, all };
    expect(visits.noteFired('event', 'scope', fired)).toBe(undefined);
    behind = `event_${round}`;
  }
});
