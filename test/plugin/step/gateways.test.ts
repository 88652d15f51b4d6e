import { describe, expect, test } from 'vitest';
import { end, exclusive, inclusive, parallel, processFile, start, userTask } from '../../support/bpmn-xml.ts';
import { startScenario } from '../scenario.ts';

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
