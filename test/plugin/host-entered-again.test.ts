/** A host that a token reaches again in the step in which its boundary event has fired. */
import { describe, expect, test } from 'vitest';
import {
  type BpmnNode,
  boundary,
  end,
  exclusive,
  node,
  start,
  subProcess,
  timer,
  userTask,
} from '../support/bpmn-xml.ts';
import { diagram, endWith, error, escalation, message, signal } from '../support/named-events.ts';
import { startScenario } from './scenario.ts';

const sets = (id: string, expression: string, variable: string): BpmnNode =>
  node('scriptTask', id, {
    extensions: `<zeebe:script expression="=${expression}" resultVariable="${variable}"/>`,
  });

/** Each round says what happens in the host; `caught` counts how often the boundary event led on. */
const loopAround = (
  throwing: BpmnNode,
  event: string,
  {
    others = [],
    host = {},
  }: { readonly others?: readonly BpmnNode[]; readonly host?: Parameters<typeof subProcess>[3] } = {},
): string =>
  diagram(
    [
      ...[
        start(),
        userTask('ask', { assignee: 'anna' }),
        exclusive('again'),
        sets('count', 'round + 1', 'round'),
        sets('say', 'rounds[round]', 'now'),
      ],
      subProcess(
        'host',
        [start('in'), exclusive('which'), throwing, userTask('stay', { assignee: 'bo' }), end('out'), end('left')],
        'in > which >[=now = "throws"] throws; which >[=now = "stays"] stay > left; which >* out',
        host,
      ),
      ...[boundary('event', 'host', event), sets('note', 'caught + 1', 'caught'), exclusive('join')],
      ...[exclusive('more'), userTask('done', { assignee: 'cid' }), end('over'), ...others],
    ],
    'start > ask > again > count > say > host > join; event > note > join > more >[=round = count(rounds)] done > over; more >* again' +
      others.map(({ id }) => (id === 'late' ? '; late > tell > told' : '')).join(''),
  );

const KINDS: readonly (readonly [string, BpmnNode, string])[] = [
  ['error', endWith('throws', error('e')), error('e')],
  ['escalation', endWith('throws', escalation('e')), escalation('e')],
  ['signal', endWith('throws', signal('s')), signal('s')],
  ['message', endWith('throws', message('m')), message('m')],
];

describe.each(KINDS)('an interrupting %s event', (_, throwing, event) => {
  test.each([
    [['throws', 'passes', 'throws']],
    [['throws', 'passes', 'passes', 'throws', 'passes', 'throws', 'throws']],
    [['passes', 'throws', 'throws', 'passes', 'throws', 'passes']],
  ])('takes the token of the host each time: %j', async (rounds) => {
    const run = await startScenario(loopAround(throwing, event), { rounds, round: 0, caught: 0 }, { businessKey: '1' });
    expect(await run.press('ask')).toEqual(['ask next done']);
    expect(run.open).toBe('done');
    const { variables } = JSON.parse(run.snapshot ?? '');
    expect(variables).toMatchObject({
      round: rounds.length,
      caught: rounds.filter((each) => each === 'throws').length,
    });
    await run.press('done');
    expect(run.ended).toBe(true);
  });
});

const LATE = [boundary('late', 'host', timer('PT1H')), userTask('tell', { assignee: 'eve' }), end('told')];

test.each([
  [['throws', 'passes', 'passes', 'stays'], 'passes'],
  [['throws', 'stays'], 'is the next'],
])('what waits at the host waits for the host that stays: %j', async (rounds) => {
  const xml = loopAround(endWith('throws', error('e')), error('e'), { others: LATE });
  const run = await startScenario(xml, { rounds, round: 0, caught: 0 });
  expect(await run.press('ask')).toEqual(['ask next stay']);
  expect(await run.wake(3_700_000)).toEqual(['stay next tell']);
  expect(run.open).toBe('tell');
  await run.press('tell');
  expect(run.ended).toBe(true);
});

test.each([[true], [false]])(
  'each iteration of the host is interrupted; one after the other: %s',
  async (sequential) => {
    const host = { multiInstance: { cardinality: 2, sequential } };
    const rounds = ['throws', 'passes', 'throws', 'passes', 'throws'];
    const run = await startScenario(loopAround(endWith('throws', error('e')), error('e'), { host }), {
      ...{ rounds, round: 0, caught: 0 },
    });
    expect(await run.press('ask')).toEqual(['ask next done']);
    expect(JSON.parse(run.snapshot ?? '').variables).toMatchObject({ round: 5, caught: 3 });
  },
);
