import { describe, expect, test } from 'vitest';
import { boundary, catchEvent, end, parallel, start, throwEvent, userTask } from '../../support/bpmn-xml.ts';
import { compileXml, runStep } from '../../support/inner/plugin.ts';
import { diagram, message } from '../../support/named-events.ts';
import { multiSubProcess, sideBoundary, tasks, timer } from './palette.ts';
import { begin, play, SETTINGS, STARTED_AT } from './shape-driver.ts';

const HOUR_MS = 3_600_000;

describe('timers that come due while nothing runs', () => {
  /** A with a reminder every 4 hours, that sends m1, and a limit of 10 hours; beside it 48 hours pass. */
  const xml = diagram(
    [
      ...[start(), parallel('f'), ...tasks('A', 'W'), parallel('j'), catchEvent('ct', timer('PT48H'))],
      ...[boundary('b', 'A', timer('PT10H')), sideBoundary('r', 'A', timer('R3/PT4H'))],
      ...[throwEvent('mail', message('m1')), end(), end('end2')],
    ],
    'start > f > A > j > end; f > ct > j; b > W > end2; r > mail > end2',
  );

  test('l1, l2 none fires before its time, and steps in between do not move it', () =>
    play(
      xml,
      `start -> A, timer b, timer ct, timer r
       wake 1h -> A, timer b, timer ct, timer r
       message m2 -> A, timer b, timer ct, timer r (nobody waits for m2)
       wake 2h -> A, timer b, timer ct, timer r
       wake 1h -> A, timer b, timer ct, timer r (nobody waits for m1)`,
    ));

  test('l4 an overdue reminder fires once, and the limit runs on', () =>
    play(
      xml,
      `start -> A, timer b, timer ct, timer r
       wake 5h -> A, timer b, timer ct, timer r (nobody waits for m1)
       wake 0h -> A, timer b, timer ct, timer r
       wake 5h -> W, timer ct (nobody waits for m1)`,
    ));

  // The reminder was due at 4 and at 8 hours, the limit at 10: what comes after the limit has no task to remind of.
  test('l5 several overdue timers fire in the order of their times', () =>
    play(
      xml,
      `start -> A, timer b, timer ct, timer r
       wake 20h -> W, timer ct (nobody waits for m1) (nobody waits for m1)
       press W -> timer ct
       wake 30h -> stuck`,
    ));

  test('l5b a reminder that was late keeps its times', () =>
    play(
      xml,
      `start -> A, timer b, timer ct, timer r
       wake 5h -> A, timer b, timer ct, timer r (nobody waits for m1)
       wake 3h -> A, timer b, timer ct, timer r (nobody waits for m1)`,
    ));

  test('l3 the step says when to wake it next', async () => {
    const { changes } = await startOf(xml);
    expect(changes.wakeAt).toBe(STARTED_AT + 4 * HOUR_MS);
  });
});

describe('a timer fires once', () => {
  const xml = diagram([start(), catchEvent('ct', timer('P40D')), userTask('V'), end()], 'start > ct > V > end');

  test('l6b a step that was lost before it was stored gives the same again', async () => {
    const definition = await compileXml(xml, {});
    const { snapshot } = await startOf(xml);
    const wake = () =>
      runStep(
        definition,
        { instanceId: 'i', snapshot },
        { kind: 'wake' },
        { settings: SETTINGS, now: STARTED_AT + 961 * HOUR_MS },
      );
    const [lost, again] = [await wake(), await wake()];
    expect(lost.changes.created).toMatchObject([{ nodeId: 'V', taskId: 'i.1' }]);
    expect(again.changes.created.map(({ taskId }) => taskId)).toEqual(lost.changes.created.map(({ taskId }) => taskId));
    expect(again.changes.reports).toEqual(lost.changes.reports);
  });

  test('l7 each iteration of a multi-instance sub-process has its own', () =>
    play(
      diagram(
        [
          ...[start(), end()],
          multiSubProcess(
            'Q',
            [start('qs'), userTask('A'), boundary('b', 'A', timer('PT1H')), end('qe')],
            'qs > A > qe; b > qe',
            { cardinality: 3 },
          ),
        ],
        'start > Q > end',
      ),
      `start -> Q0.A, Q1.A, Q2.A, timer b, timer b, timer b
       timer b 2 -> Q0.A, Q2.A, timer b, timer b
       press Q2.A -> Q0.A, timer b
       timer b -> END`,
    ));
});

describe('what a timer may say', () => {
  const waiting = (value: string) =>
    diagram([start(), catchEvent('ct', timer(value)), userTask('V'), end()], 'start > ct > V > end');

  test('l8 a date', () =>
    play(
      waiting('2026-03-02T00:00:00Z'),
      `start -> timer ct
       wake 1439h -> timer ct
       wake 1h -> V`,
    ));

  test('l9 a variable', () =>
    play(
      waiting('${wait}'),
      `start -> timer ct
       wake 47h -> timer ct
       wake 1h -> V`,
      { wait: 'P2D' },
    ));

  test('l9b a cycle without an end, on a catch event: it is passed once', () =>
    play(
      waiting('R/PT1H'),
      `start -> timer ct
       wake 1h -> V
       wake 10h -> V
       press V -> END`,
    ));

  test('l9c a variable that is no time fails the step', async () => {
    await expect(begin(waiting('${wait}'), { wait: 'soon' })).rejects.toMatchObject({ code: 'ERR_EXPRESSION_FAILED' });
  });
});

test('l10 a reminder every month that began on the last day of one comes on the last day of each', async () => {
  const xml = diagram(
    [start(), ...tasks('A'), sideBoundary('r', 'A', timer('R/P1M')), end()],
    'start > A > end; r > end',
  );
  const definition = await compileXml(xml, {});
  let { snapshot, changes } = await startOf(xml, Date.UTC(2026, 0, 31));
  const due: string[] = [];
  for (let round = 0; round < 4; round += 1) {
    due.push(new Date(changes.wakeAt ?? 0).toISOString().slice(0, 10));
    const now = changes.wakeAt ?? 0;
    const trigger = { kind: 'wake' } as const;
    ({ snapshot, changes } = await runStep(definition, { instanceId: 'i', snapshot }, trigger, {
      settings: SETTINGS,
      now,
    }));
  }
  expect(due).toEqual(['2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31']);
});

async function startOf(xml: string, now = STARTED_AT) {
  const instance = { instanceId: 'i', initiator: 'ann', initiatorName: null, businessKey: null, previousTaskId: null };
  const definition = await compileXml(xml, {});
  return runStep(
    definition,
    { instanceId: 'i', snapshot: null },
    { kind: 'start', instance, variables: {} },
    { settings: SETTINGS, now },
  );
}
