/** What the page of `npm run conformance` says to the letter, of rules and of probes of every kind. */
import { expect, test } from 'vitest';
import { writePage } from '../../src/conformance/conformance-page.ts';
import type { Probe } from '../../src/conformance/probes/probe.ts';

const PROBE: Probe = {
  name: 'end-on-handled',
  question: 'Does end conclude?',
  sandboxSwitch: 'endOnHandledTask',
  readings: {
    refuse: { means: 'it does not', bridge: 'center.someOption: false' },
    conclude: { means: 'it does', bridge: 'nothing to set' },
  },
  ask: () => Promise.resolve({ saw: [] }),
};
const OF_TRUTH: Probe = {
  ...PROBE,
  sandboxSwitch: 'followsUp',
  readings: { true: { means: 'yes', bridge: 'nothing to set' }, false: { means: 'no', bridge: 'x: false' } },
};
const { sandboxSwitch: _none, ...OF_NO_SWITCH } = PROBE;

const linesOf = (page: string): string[] => page.split('\n');
const probesOf = (...asked: Parameters<typeof writePage>[2]): string[] =>
  linesOf(writePage('https://center.example', [], asked)).slice(6);

test('it counts the rules, and gives the reason for the group of each rule', () => {
  const page = writePage(
    'https://center.example',
    [
      { title: 'Rule 1: it holds' },
      { title: 'Rule 2: it does not', broken: 'expected 0\nto be 500' },
      { title: 'Rule 3: somebody must look', byHand: 'bo presses "Go".' },
      { title: 'Rule 4: not tried', leftOut: 'GROUP' },
      { title: 'Rule 5: it holds too' },
    ],
    [],
  );
  expect(linesOf(page)).toEqual([
    'Conformance of https://center.example',
    '',
    'Rules of the interface: 2 hold, 1 do not, 1 are to be looked at by hand, 1 were left out',
    '',
    'Do not hold',
    '',
    '  ✗ Rule 2: it does not',
    '      expected 0',
    '      to be 500',
    '',
    'Hold',
    '',
    '  ✓ Rule 1: it holds',
    '  ✓ Rule 5: it holds too',
    '',
    'To be looked at by hand: what HTTP shows of them holds',
    '',
    '  ☞ Rule 3: somebody must look',
    '      bo presses "Go".',
    '',
    'Left out',
    '',
    '  – Rule 4: not tried (GROUP is none)',
  ]);
});

test('a violated rule is listed only as violated, even if it also needs a check by hand', () => {
  const page = writePage('c', [{ title: 'Rule 1', broken: 'no', byHand: 'look', leftOut: 'GROUP' }], []);
  expect(linesOf(page).filter((line) => line.includes('Rule 1'))).toEqual(['  ✗ Rule 1']);
  expect(page).toContain('0 hold, 1 do not, 0 are to be looked at by hand, 0 were left out');
});

test('for a probe it gives the observation, its meaning, the option to set, and the switch of the sandbox', () => {
  expect(probesOf({ probe: PROBE, seen: { reading: 'refuse', saw: ['end was sent', 'it was refused'] } })).toEqual([
    '  end-on-handled: Does end conclude?',
    '      saw      end was sent',
    '      saw      it was refused',
    '      so       it does not',
    '      bridge   center.someOption: false',
    "      sandbox  switches: { endOnHandledTask: 'refuse' }",
    '',
  ]);
});

test('the value of a switch is valid TypeScript', () => {
  const lines = probesOf({ probe: OF_TRUTH, seen: { reading: 'false', saw: [] } });
  expect(lines).toContain('      sandbox  switches: { followsUp: false }');
});

test('so is the value of a switch that is a number', () => {
  const probe: Probe = {
    ...OF_TRUTH,
    sandboxSwitch: 'itemsPerCall',
    readings: { 25: { means: '25', bridge: 'x: 25' } },
  };
  const lines = probesOf({ probe, seen: { reading: '25', saw: [] } });
  expect(lines).toContain('      sandbox  switches: { itemsPerCall: 25 }');
});

test('a probe without a switch names none', () => {
  const lines = probesOf({ probe: OF_NO_SWITCH, seen: { reading: 'conclude', saw: [] } });
  expect(lines.join('\n')).not.toContain('sandbox');
  expect(lines).toContain('      bridge   nothing to set');
});

test('for a probe that cannot be observed over HTTP it says what to check, and the consequence of each answer', () => {
  expect(probesOf({ probe: PROBE, seen: { saw: ['a task t1'], look: 'Whether t1 is concluded.' } })).toEqual([
    '  end-on-handled: Does end conclude?',
    '      saw      a task t1',
    '      look     Whether t1 is concluded.',
    '               refuse: it does not → center.someOption: false',
    '               conclude: it does → nothing to set',
    '',
  ]);
});

test('of a probe that failed it says why, and no option', () => {
  expect(probesOf({ probe: PROBE, broken: 'no task was created\n    at line 7' })).toEqual([
    '  end-on-handled: Does end conclude?',
    '      failed   no task was created',
    '',
  ]);
});
