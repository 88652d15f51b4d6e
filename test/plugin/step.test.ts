import { describe, expect, test } from 'vitest';
import { StepError } from '../../src/plugin/index.ts';
import {
  bpmn,
  end,
  exclusive,
  inclusive,
  manualTask,
  parallel,
  plainTask,
  process,
  processFile,
  serviceTask,
  start,
  userTask,
} from '../support/bpmn-xml.ts';
import { startScenario } from './scenario.ts';

describe('a sequence', () => {
  const xml = processFile([start(), userTask('a'), userTask('b'), end()], 'start > a > b > end');

  test('each task reports the next one, and the last the end', async () => {
    const run = await startScenario(xml);
    expect(run.reports).toEqual(['start next a']);
    expect(await run.press('a')).toEqual(['a next b']);
    expect(await run.press('b')).toEqual(['b end']);
    expect(run.ended).toBe(true);
    expect(run.snapshot).toBeNull();
  });

  test('an instance started from a task of the center continues that task', async () => {
    const run = await startScenario(xml, {}, { previousTaskId: 'their-task' });
    expect(run.reports).toEqual(['their-task next a']);
    expect(run.last.changes.reports[0]?.kind).toBe('handled');
  });

  test('manual and plain tasks are nothing the center knows of: they pass through', async () => {
    const run = await startScenario(
      processFile([start(), manualTask('m'), plainTask('t'), userTask('a'), end()], 'start > m > t > a > end'),
    );
    expect(run.reports).toEqual(['start next a']);
    expect(await run.press('a')).toEqual(['a end']);
  });

  test('a process without people reports nothing', async () => {
    const run = await startScenario(processFile([start(), end()], 'start > end'));
    expect(run.reports).toEqual([]);
    expect(run.ended).toBe(true);
  });

  test('a press of a task that is no longer open throws and changes nothing', async () => {
    const run = await startScenario(xml);
    await run.press('a');
    const before = run.snapshot;
    await expect(run.pressStale('a')).rejects.toThrow(StepError);
    expect(run.snapshot).toBe(before);
    expect(await run.press('b')).toEqual(['b end']);
  });
});

describe('exclusive gateways', () => {
  test('without conditions: the button chooses the flow', async () => {
    const xml = processFile(
      [start(), userTask('a'), exclusive('g'), userTask('b'), userTask('c'), end()],
      'start > a > g; g >"Yes" b > end; g >"No" c > end',
    );
    const run = await startScenario(xml);
    expect(await run.press('a', 'No')).toEqual(['a next c']);
    const other = await startScenario(xml);
    expect(await other.press('a', 'Yes')).toEqual(['a next b']);
  });

  test('over one variable: the button sets it, the default flow stands for the rest', async () => {
    const xml = processFile(
      [start(), userTask('a'), exclusive('g'), userTask('b'), userTask('c'), userTask('d'), end()],
      `start > a > g; g >"Fine"[\${decision == 'ok'}] b > end; g >"Later"[\${decision == 'later'}] c > end; g >"No"* d > end`,
    );
    expect(await (await startScenario(xml)).press('a', 'Fine')).toEqual(['a next b']);
    expect(await (await startScenario(xml)).press('a', 'Later')).toEqual(['a next c']);
    expect(await (await startScenario(xml)).press('a', 'No')).toEqual(['a next d']);
    expect(await (await startScenario(xml, { decision: 'ok' })).press('a', 'No')).toEqual(['a next d']);
  });

  test('by conditions over several variables: one button, and the variables decide', async () => {
    const xml = processFile(
      [start(), userTask('a'), exclusive('g'), userTask('b'), userTask('c'), end()],
      'start > a > g; g >[${days > 3 && paid}] b > end; g >* c > end',
    );
    expect(await (await startScenario(xml, { days: 5, paid: true })).press('a')).toEqual(['a next b']);
    expect(await (await startScenario(xml, { days: 5, paid: false })).press('a')).toEqual(['a next c']);
    expect(await (await startScenario(xml, { paid: true })).press('a', 'Handle', { days: 9 })).toEqual(['a next b']);
  });

  test('the text false is not true', async () => {
    const xml = processFile(
      [start(), userTask('a'), exclusive('g'), userTask('b'), userTask('c'), end()],
      'start > a > g; g >[${big}] b > end; g >[=not(small)] c > end',
    );
    const run = await startScenario(xml, { big: 'false', small: false });
    expect(await run.press('a')).toEqual(['a next c']);
  });

  test('no condition true: the step throws, the instance is as it was, and goes on once the cause is gone', async () => {
    const xml = processFile(
      [start(), userTask('a'), exclusive('g'), userTask('b'), userTask('c'), end()],
      'start > a > g; g >[${n > 10}] b > end; g >[${m > 10}] c > end',
    );
    const run = await startScenario(xml, { n: 1, m: 1 });
    const before = run.snapshot;
    await expect(run.press('a')).rejects.toMatchObject({ code: 'ERR_STEP_FAILED' });
    expect(run.snapshot).toBe(before);
    expect(await run.press('a', undefined, { m: 11 })).toEqual(['a next c']);
  });

  test('a rework loop makes new tasks, and the last round ends', async () => {
    const xml = processFile(
      [start(), userTask('apply'), userTask('check'), exclusive('g'), end()],
      'start > apply > check > g; g >"Approve" end; g >"Reject" apply',
    );
    const run = await startScenario(xml);
    for (let round = 0; round < 3; round += 1) {
      expect(await run.press('apply')).toEqual(['apply next check']);
      expect(await run.press('check', 'Reject')).toEqual(['check next apply']);
    }
    await run.press('apply');
    expect(await run.press('check', 'Approve')).toEqual(['check end']);
  });
});

describe('parallel gateways', () => {
  const xml = processFile(
    [start(), userTask('a'), parallel('fork'), userTask('b'), userTask('c'), parallel('join'), userTask('d'), end()],
    'start > a > fork > b > join; fork > c > join > d > end',
  );

  test('a fork creates all branches, the first one done says none, the one that completes the join says next', async () => {
    const run = await startScenario(xml);
    expect(await run.press('a')).toEqual(['a next b,c']);
    expect(await run.press('c')).toEqual(['c none']);
    expect(run.open).toBe('b');
    expect(await run.press('b')).toEqual(['b next d']);
    expect(await run.press('d')).toEqual(['d end']);
  });

  test('a branch that ends on its own says none while others run', async () => {
    const run = await startScenario(
      processFile(
        [start(), parallel('fork'), userTask('b'), userTask('c'), end('e1'), end('e2')],
        'start > fork > b > e1; fork > c > e2',
      ),
    );
    expect(run.reports).toEqual(['start next b,c']);
    expect(await run.press('b')).toEqual(['b none']);
    expect(await run.press('c')).toEqual(['c end']);
  });

  test('unequal branches, nested forks and two joins in a row', async () => {
    const run = await startScenario(
      processFile(
        [
          start(),
          parallel('f1'),
          userTask('a'),
          parallel('f2'),
          userTask('b'),
          userTask('b2'),
          userTask('c'),
          parallel('j2'),
          parallel('j1'),
          userTask('z'),
          end(),
        ],
        'start > f1 > a > j1; f1 > f2 > b > b2 > j2; f2 > c > j2 > j1 > z > end',
      ),
    );
    expect(run.open).toBe('a b c');
    expect(await run.press('a')).toEqual(['a none']);
    expect(await run.press('b')).toEqual(['b next b2']);
    expect(await run.press('c')).toEqual(['c none']);
    expect(await run.press('b2')).toEqual(['b2 next z']);
    expect(await run.press('z')).toEqual(['z end']);
  });
});

describe('inclusive gateways', () => {
  const xml = processFile(
    [
      start(),
      userTask('a'),
      inclusive('fork'),
      userTask('b'),
      userTask('c'),
      userTask('d'),
      inclusive('join'),
      userTask('z'),
      end(),
    ],
    'start > a > fork; fork >[${b}] b > join; fork >[${c}] c > join; fork >* d > join; join > z > end',
  );

  test('one branch', async () => {
    const run = await startScenario(xml, { b: true, c: false });
    expect(await run.press('a')).toEqual(['a next b']);
    expect(await run.press('b')).toEqual(['b next z']);
    expect(await run.press('z')).toEqual(['z end']);
  });

  test('two branches: the join waits for both and for no other', async () => {
    const run = await startScenario(xml, { b: true, c: true });
    expect(await run.press('a')).toEqual(['a next b,c']);
    expect(await run.press('c')).toEqual(['c none']);
    expect(await run.press('b')).toEqual(['b next z']);
  });

  test('none: the default', async () => {
    const run = await startScenario(xml, { b: false, c: false });
    expect(await run.press('a')).toEqual(['a next d']);
    expect(await run.press('d')).toEqual(['d next z']);
  });

  test('a token that ends elsewhere releases the join: the one who waited there goes on', async () => {
    const run = await startScenario(
      processFile(
        [
          start(),
          inclusive('fork'),
          userTask('b'),
          userTask('c'),
          exclusive('g'),
          inclusive('join'),
          userTask('z'),
          end(),
          end('out'),
        ],
        'start > fork; fork >[${true}] b > join; fork >[${true}] c > g; g >"On" join; g >"Out" out; join > z > end',
      ),
    );
    expect(await run.press('b')).toEqual(['b none']);
    expect(await run.press('c', 'Out')).toEqual(['c none', '…b next z']);
    expect(await run.press('z')).toEqual(['z end']);
  });
});

describe('countersigns', () => {
  const sign = (options: object, attributes: Record<string, string> = {}) =>
    processFile(
      [
        start(),
        userTask('sign', {
          assignee: '${signer}',
          attributes,
          multiInstance: { collection: '${signers}', elementVariable: 'signer', ...options },
        }),
        userTask('z'),
        end(),
      ],
      'start > sign > z > end',
    );
  const signers = ['amy', 'bob', 'cid'];

  test('parallel: a task each with the same nodeId, none until the last signer', async () => {
    const run = await startScenario(sign({}), { signers });
    expect(run.reports).toEqual(['start next sign#0,sign#1,sign#2']);
    expect(run.last.changes.created.map(({ nodeId, handlers }) => [nodeId, ...handlers])).toEqual([
      ['sign', 'amy'],
      ['sign', 'bob'],
      ['sign', 'cid'],
    ]);
    expect(await run.press('sign#1')).toEqual(['sign#1 none']);
    expect(await run.press('sign#0')).toEqual(['sign#0 none']);
    expect(await run.press('sign#2')).toEqual(['sign#2 next z']);
  });

  test('sequential: each signer brings the next one', async () => {
    const run = await startScenario(sign({ sequential: true }), { signers });
    expect(run.reports).toEqual(['start next sign#0']);
    expect(await run.press('sign#0')).toEqual(['sign#0 next sign#1']);
    expect(await run.press('sign#1')).toEqual(['sign#1 next sign#2']);
    expect(await run.press('sign#2')).toEqual(['sign#2 next z']);
  });

  test('a condition over the counters ends it early and the others are gone', async () => {
    const run = await startScenario(sign({ condition: '${nrOfCompletedInstances/nrOfInstances >= 0.6}' }), { signers });
    expect(await run.press('sign#2')).toEqual(['sign#2 none']);
    expect(await run.press('sign#0')).toEqual(['sign#0 next z', 'sign#1 gone (Decided by others)']);
    expect(run.last.changes.gone.map(({ handlers }) => handlers)).toEqual([['bob']]);
    expect(run.open).toBe('z');
  });

  test.each([
    ['any', 1],
    ['2', 2],
    ['60%', 2],
    ['all', 3],
    ['5', 3],
  ])('ttc:completion %s needs %i of three signers', async (rule, needed) => {
    for (const sequential of [false, true]) {
      const run = await startScenario(sign({ sequential }, { 'ttc:completion': rule }), { signers });
      for (let signer = 0; signer < needed; signer += 1) {
        expect(run.open).toContain('sign');
        await run.press(`sign#${signer}`);
      }
      expect(run.open).toBe('z');
    }
  });

  test('the others are told of behind the signature, also when that is held for a job', async () => {
    const xml = processFile(
      [
        start(),
        userTask('sign', { attributes: { 'ttc:completion': 'any' }, multiInstance: { cardinality: 3 } }),
        ...[serviceTask('book'), userTask('z'), end()],
      ],
      'start > sign > book > z > end',
    );
    const others = ['sign#0 gone (Decided by others)', 'sign#2 gone (Decided by others)'];
    const quick = await startScenario(xml);
    expect(await quick.press('sign#1')).toEqual([]);
    expect(await quick.finishJob('book')).toEqual(['sign#1 next z', ...others]);
    expect(await quick.press('z')).toEqual(['z end']);

    const slow = await startScenario(xml);
    await slow.press('sign#1');
    expect(await slow.wake(10_000)).toEqual(['sign#1 none', ...others]);
    expect(await slow.finishJob('book')).toEqual(['…sign#1 next z']);
  });

  test('nobody to sign: it moves on at once', async () => {
    for (const sequential of [false, true]) {
      const run = await startScenario(sign({ sequential }), { signers: [] });
      expect(run.reports).toEqual(['start next z']);
    }
  });

  test('a collection that is no list stops the start with a reason', async () => {
    await expect(startScenario(sign({}))).rejects.toMatchObject({
      code: 'ERR_EXPRESSION_FAILED',
      message: expect.stringContaining('collection of sign'),
    });
  });

  test('120 signers all have their task from the start', async () => {
    const run = await startScenario(sign({}), { signers: Array.from({ length: 120 }, (_, i) => `p${i}`) });
    expect(run.last.changes.created).toHaveLength(120);
  });

  describe('with votes', () => {
    const voting = (rule?: string, conditions = ['', '']) =>
      processFile(
        [
          start(),
          userTask('sign', {
            assignee: '${signer}',
            multiInstance: { collection: '${signers}', elementVariable: 'signer' },
            ...(rule !== undefined && { attributes: { 'ttc:completion': rule } }),
          }),
          exclusive('g'),
          userTask('good'),
          userTask('bad'),
          end(),
        ],
        `start > sign > g; g >"Yes"${conditions[0]}{ttc:vote=approve} good > end; g >"No"${conditions[1]}{ttc:vote=reject} bad > end`,
      );

    test('all must approve: the first rejection decides, and the others are gone', async () => {
      const run = await startScenario(voting(), { signers });
      expect(await run.press('sign#0', 'Yes')).toEqual(['sign#0 none']);
      expect(await run.press('sign#2', 'No')).toEqual(['sign#2 next bad', 'sign#1 gone (Decided by others)']);
      expect(run.open).toBe('bad');
    });

    test('all approve', async () => {
      const run = await startScenario(voting('all'), { signers });
      await run.press('sign#0', 'Yes');
      await run.press('sign#1', 'Yes');
      expect(await run.press('sign#2', 'Yes')).toEqual(['sign#2 next good']);
    });

    test('two of three: decided as soon as two approve, or can approve no more', async () => {
      const good = await startScenario(voting('2'), { signers });
      await good.press('sign#1', 'Yes');
      expect(await good.press('sign#0', 'Yes')).toEqual(['sign#0 next good', 'sign#2 gone (Decided by others)']);
      const bad = await startScenario(voting('2'), { signers });
      expect(await bad.press('sign#1', 'No')).toEqual(['sign#1 none']);
      expect(await bad.press('sign#0', 'No')).toEqual(['sign#0 next bad', 'sign#2 gone (Decided by others)']);
    });

    test('conditions on its flows give way to the votes, and the counts stay as variables', async () => {
      const run = await startScenario(voting('any', ['[${ok}]', '[${!ok}]']), { signers });
      await run.press('sign#1', 'No');
      expect(await run.press('sign#0', 'Yes')).toEqual(['sign#0 next good', 'sign#2 gone (Decided by others)']);
      expect(JSON.parse(run.snapshot ?? '').variables).toMatchObject({ approvals: 1, rejections: 1 });
    });

    test.each(['all', 'any', '2', '60%'])('nobody to vote by %s: neither approved nor rejected', async (rule) => {
      await expect(startScenario(voting(rule), { signers: [] })).rejects.toMatchObject({
        code: 'ERR_NO_HANDLER',
        message: expect.stringContaining('Nobody votes at sign: ${signers} is empty, and the votes decide gateway g'),
      });
    });
  });
});

describe('services', () => {
  const xml = processFile(
    [start(), userTask('a'), serviceTask('pay'), userTask('b'), end()],
    'start > a > pay > b > end',
  );

  test('a report is held while the job it caused runs, and says next with what follows', async () => {
    const run = await startScenario(xml);
    expect(await run.press('a')).toEqual([]);
    expect(run.jobs).toEqual(['pay']);
    expect(run.last.changes.wakeAt).toBe(Date.UTC(2026, 0, 1) + 1000 + 10_000);
    expect(await run.finishJob('pay', { receipt: 7 })).toEqual(['a next b']);
    expect(JSON.parse(run.snapshot ?? '').variables).toMatchObject({ receipt: 7 });
  });

  test('a slow job: none when the hold is over, and later a continuation', async () => {
    const run = await startScenario(xml);
    await run.press('a');
    expect(await run.wake(5_000)).toEqual([]);
    expect(await run.wake(5_000)).toEqual(['a none']);
    expect(run.last.changes.wakeAt).toBeNull();
    expect(await run.finishJob('pay')).toEqual(['…a next b']);
    expect(await run.press('b')).toEqual(['b end']);
  });

  test('a job before the first task: the task bootstraps when it comes', async () => {
    const run = await startScenario(
      processFile([start(), serviceTask('pay'), userTask('b'), end()], 'start > pay > b > end'),
    );
    expect(run.reports).toEqual([]);
    expect(await run.finishJob('pay')).toEqual(['start next b']);
  });

  test('a job at the end: the task before it ends the instance', async () => {
    const run = await startScenario(
      processFile([start(), userTask('a'), serviceTask('pay'), end()], 'start > a > pay > end'),
    );
    expect(await run.press('a')).toEqual([]);
    expect(await run.finishJob('pay')).toEqual(['a end']);
  });

  test('beside a task of another branch the press says next, and the job continues it later', async () => {
    const run = await startScenario(
      processFile(
        [
          start(),
          userTask('a'),
          parallel('fork'),
          serviceTask('pay'),
          userTask('b'),
          userTask('c'),
          parallel('join'),
          end(),
        ],
        'start > a > fork > pay > c > join; fork > b > join > end',
      ),
    );
    expect(await run.press('a')).toEqual(['a next b']);
    expect(await run.press('b')).toEqual(['b none']);
    expect(await run.finishJob('pay')).toEqual(['…a next c']);
    expect(await run.press('c')).toEqual(['c end']);
  });

  test('the token of the start goes on while a person is elsewhere: its tasks hang on the task handled last', async () => {
    const run = await startScenario(
      processFile(
        [
          start(),
          parallel('fork'),
          serviceTask('pay'),
          userTask('b'),
          userTask('b2'),
          userTask('c'),
          parallel('join'),
          end(),
        ],
        'start > fork > pay > c > join; fork > b > b2 > join > end',
      ),
    );
    expect(run.reports).toEqual(['start next b']);
    expect(await run.press('b')).toEqual(['b next b2']);
    expect(await run.finishJob('pay')).toEqual(['…b next c']);
  });

  test('a job for every element: the last one done goes on', async () => {
    const run = await startScenario(
      processFile(
        [
          start(),
          userTask('a'),
          serviceTask('pay', { multiInstance: { collection: '${bills}', elementVariable: 'bill' } }),
          userTask('b'),
          end(),
        ],
        'start > a > pay > b > end',
      ),
      { bills: [1, 2] },
    );
    await run.press('a');
    expect(run.jobs).toEqual(['pay', 'pay']);
    expect(await run.finishJob('pay')).toEqual([]);
    expect(await run.finishJob('pay')).toEqual(['a next b']);
  });

  test('the second result of one job is refused and changes nothing', async () => {
    const run = await startScenario(xml);
    await run.press('a');
    const [job] = run.last.changes.jobsCreated;
    await run.finishJob('pay');
    const before = run.snapshot;
    await expect(run.finishExecution(job?.executionId ?? '')).rejects.toMatchObject({ code: 'ERR_STEP_FAILED' });
    expect(run.snapshot).toBe(before);
  });
});

describe('what the center is told', () => {
  test('handler, opinion, time and label of the press; names, codes and buttons of the task', async () => {
    const xml = bpmn(
      process(
        'leave',
        [
          start(),
          userTask('a', { name: 'Apply', assignee: '${initiator}' }),
          userTask('b', { groups: 'bosses, chiefs' }),
          end(),
        ],
        'start > a > b > end',
        { name: 'Leave' },
      ),
    );
    const run = await startScenario(xml, {}, { businessKey: 'L-7' });
    expect(run.last.changes.reports[0]?.item).toEqual({
      appId: 'app',
      handler: 'ann',
      status: 'next',
      previousTaskId: 'i.start',
      handleTime: '2026-01-01 00:00:00',
      next: [
        {
          taskId: 'i.1',
          nodeId: 'a',
          nodeName: 'Apply',
          handlers: 'ann',
          transTypeCode: 'leave',
          transTypeName: 'Leave',
          serialNumber: 'L-7',
          initiator: 'ann',
          actions: [
            {
              name: 'Handle',
              type: 'HANDLE',
              url: expect.stringMatching(/^https:\/\/service\.test\/tasks\/i\.1\//),
              optType: 0,
              method: 'post',
              allowMerge: 0,
            },
          ],
        },
      ],
    });
    await run.press('a');
    expect(run.last.changes.reports[0]?.item).toMatchObject({
      handler: 'ann',
      handleOpinions: 'fine',
      handleStatus: 'Handle',
      handleTime: '2026-01-01 00:00:01',
      next: [{ nodeId: 'b', handlingGroup: 'bosses,chiefs' }],
    });
  });

  test('nobody to handle a task: the step throws before anything is reported', async () => {
    const xml = processFile(
      [start(), userTask('a'), userTask('b', { assignee: '${boss}' }), end()],
      'start > a > b > end',
    );
    const run = await startScenario(xml);
    await expect(run.press('a')).rejects.toMatchObject({ code: 'ERR_NO_HANDLER' });
    expect(await run.press('a', undefined, { boss: 'bea' })).toEqual(['a next b']);
  });
});
