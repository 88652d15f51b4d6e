/** Which rounds of a token without a wait are endless. What a user sees of them is in `bridge/incidents/endless-steps`. */
import { expect, it } from 'vitest';
import type { Source } from '../../../src/plugin/engine/copies/copy-source.ts';
import { graphOf } from '../../../src/plugin/engine/slice/diagram-graph.ts';
import { Visits } from '../../../src/plugin/loops/visits.ts';
import { end, processFile, start } from '../../support/bpmn-xml.ts';
import { compileXml } from '../../support/inner/plugin.ts';

const all = { variables: {}, called: {} };
const { model, source } = await compileXml(processFile([start(), end()], 'start > end'), {});
const diagram = graphOf(source as unknown as Source);
const beyond = {
  ...{
    model,
    diagram,
    holdsTokens: () => false,
    hasRest: () => false,
    hasMoving: () => false,
    isTimerDue: () => false,
  },
  context: { now: 0, timeZone: 'UTC', functions: new Map() },
};

/** A token that goes round `a` and `b`. @returns the number of the round that is refused; undefined if none of 100 is */
function goRound(
  options: {
    readonly isJoin?: boolean;
    /** Without a type, nothing is computed ahead. */
    readonly type?: string;
    readonly between?: (visits: Visits, round: number) => void;
  } = {},
) {
  const visits = new Visits();
  const flows = options.isJoin ? [{}, {}] : [{}];
  let behind = 'task';
  for (let round = 1; round <= 100; round += 1)
    for (const id of ['a', 'b']) {
      const executionId = `${id}_${round}`;
      const content = { id, type: options.type, parent: { executionId: 'scope' }, inbound: id === 'a' ? flows : [{}] };
      if (visits.note(content, { executionId, behind, all, seen: all, flows: 1, beyond })) return round;
      behind = executionId;
      options.between?.(visits, round);
    }
  return undefined;
}

it('a token that comes back 4 times with nothing changed is in an endless loop', () => {
  expect(goRound()).toBe(5);
});

it('also when the step was at rest in between', () => {
  expect(goRound({ between: (visits) => visits.clear() })).toBe(5);
});

it('each event that was caught may end it', () => {
  expect(goRound({ between: (visits) => visits.noteChange() })).toBe(undefined);
});

it('a join that uses up the tokens of another branch is a change', () => {
  expect(goRound({ isJoin: true })).toBe(undefined);
});

it('of a token that changes something in each round, the rounds are counted also where the step was at rest', () => {
  const visits = new Visits();
  const goOn = (round: number) => {
    visits.clear();
    const content = { id: 'a', parent: { executionId: 'scope' }, inbound: [{}] };
    return visits.note(content, {
      executionId: `a_${round}`,
      behind: `a_${round - 1}`,
      all: { variables: {}, called: {} },
      seen: all,
      flows: 1,
      beyond,
    });
  };
  for (let round = 0; round <= 120; round += 1) expect(goOn(round)).toBe(undefined);
  expect(goOn(121)).toMatchObject({ message: expect.stringContaining('a was reached more than 120 times') });
});

/** A token of another branch. */
const moveOther = (visits: Visits, round: number) => {
  const content = { id: `other ${round}`, type: 'bpmn:Task', parent: { executionId: 'scope' }, inbound: [{}] };
  const [executionId, behind] = [`other_${round}`, `other_${round - 1}`];
  visits.note(content, { executionId, behind, all, seen: all, flows: 1, beyond });
};

it('a token that is alone is seen to go on when it comes back', () => {
  expect(goRound({ type: 'bpmn:Task' })).toBe(2);
});

it('also with what came of it, unless that sets variables: its order may be another', () => {
  const branchOff = (visits: Visits, round: number) => {
    const content = { id: 'c', type: 'bpmn:Task', parent: { executionId: 'scope' }, inbound: [{}] };
    const arrival = { executionId: `c_${round}`, behind: `a_${round}`, all, seen: all, flows: 1, beyond };
    visits.note(content, arrival);
  };
  const sets = (visits: Visits) =>
    visits.notePath({
      kind: 'assignment',
      service: { nodeId: 'b', nodeName: 'b', service: '', inputs: [], outputs: [] },
      scope: { callId: undefined, initiatorVariable: undefined, iterations: {} },
    });
  expect(goRound({ type: 'bpmn:Task', between: branchOff })).toBe(2);
  const both = (visits: Visits, round: number) => {
    branchOff(visits, round);
    sets(visits);
  };
  expect(goRound({ type: 'bpmn:Task', between: both })).toBe(3);
});

it('beside others, it is when they did the same twice', () => {
  const between = (visits: Visits, round: number) => {
    if (round < 3) moveOther(visits, round);
  };
  expect(goRound({ type: 'bpmn:Task', between })).toBe(4);
});

it('many tokens that come from elsewhere are no loop', () => {
  const visits = new Visits();
  for (let token = 1; token <= 100; token += 1) {
    const content = { id: 'merge', parent: { executionId: 'scope' }, inbound: [{}] };
    const arrival = {
      executionId: `merge_${token}`,
      behind: `branch_${token}`,
      all,
      seen: all,
      flows: 1,
      beyond,
    };
    expect(visits.note(content, arrival)).toBe(undefined);
  }
});
