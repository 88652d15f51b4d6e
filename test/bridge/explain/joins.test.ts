/** Why a report says what it says: tokens that wait for other tokens. */
import { describe, expect, test } from 'vitest';
import { boundary, inclusive, parallel, timer, userTask } from '../../support/bpmn-xml.ts';
import { draw } from '../../support/draw.ts';
import { createWorld } from '../world.ts';
import { explainedRun, HOUR_MS } from './explained-run.ts';

const PEOPLE = { legal: 'emil', finance: 'fatima', sign: 'bo' };
const ACCOUNTS: Readonly<Record<string, string>> = PEOPLE;

const branches = (first: string, second: string) =>
  draw({
    people: PEOPLE,
    parallel: 'fork both',
    paths: `start > fork > ${first} > both; fork > ${second} > both; both > sign > end`,
  });

describe('a parallel join', () => {
  test.each([
    ['legal', 'finance', 'legal', 'finance'],
    ['finance', 'legal', 'legal', 'finance'],
    ['legal', 'finance', 'finance', 'legal'],
    ['finance', 'legal', 'finance', 'legal'],
  ])(
    'drawn %s before %s: %s comes and waits for the other; %s comes last and goes on',
    async (one, other, first, last) => {
      await using run = await explainedRun(branches(one, other));
      const start = 'next: The process was started at start, and its token led to legal (task 1) and finance (task 2).';
      expect(await run.sentences()).toEqual([start]);
      const ids: Readonly<Record<string, number>> = { legal: 1, finance: 2 };
      await run.press(ACCOUNTS[first] ?? '', first);
      await run.press(ACCOUNTS[last] ?? '', last);
      await run.press('bo', 'sign');
      expect(await run.sentences()).toEqual([
        `none: ${first} (task ${ids[first]}) was handled, and its token waits at the join both for a token from ${last}.`,
        `next: ${last} (task ${ids[last]}) was handled, the join both was complete, and its token led to sign (task 3).`,
        'end: sign (task 3) was handled, its token ended at end, and the instance ended.',
      ]);
    },
  );

  test('swapped branches swap the sentences: who is pressed last goes on, whichever branch it stands in', async () => {
    const inFork = (first: string, second: string) =>
      draw({
        people: PEOPLE,
        parallel: 'fork both',
        paths: `start > fork; fork > ${first} > both; fork > ${second} > other; other > both; both > sign > end`,
        others: [userTask('other', { assignee: 'gu' })],
      });
    await using run = await explainedRun(inFork('legal', 'finance'));
    await run.press('emil', 'legal');
    await run.press('fatima', 'finance');
    expect((await run.sentences()).slice(1)).toEqual([
      'none: legal (task 1) was handled, and its token waits at the join both for a token from other.',
      'next: finance (task 2) was handled, and its token led to other (task 3).',
    ]);
    await using swapped = await explainedRun(inFork('finance', 'legal'));
    await swapped.press('emil', 'legal');
    await swapped.press('fatima', 'finance');
    expect((await swapped.sentences()).slice(1)).toEqual([
      'next: legal (task 1) was handled, and its token led to other (task 3).',
      'none: finance (task 2) was handled, and its token waits at the join both for a token from other.',
    ]);
  });

  test('nodes with a name are told by it, on one line, and by their id', async () => {
    await using run = await explainedRun(
      draw({
        paths: 'start > fork > a > both; fork > b > both; both > c > end',
        others: [
          parallel('fork'),
          parallel('both', { name: 'All in' }),
          userTask('a', { assignee: 'emil', name: 'Check\nthe law' }),
          userTask('b', { assignee: 'fatima', name: 'Check the money' }),
          userTask('c', { assignee: 'bo', name: 'Sign' }),
        ],
      }),
    );
    await run.press('emil', 'a');
    await run.press('fatima', 'b');
    expect((await run.sentences()).slice(1)).toEqual([
      'none: "Check the law" (a, task 1) was handled, and its token waits at the join "All in" (both) for a token from "Check the money" (b).',
      'next: "Check the money" (b, task 2) was handled, the join "All in" (both) was complete, and its token led to "Sign" (c, task 3).',
    ]);
  });
});

test('an inclusive join says from where something may still come, and when nothing does any more', async () => {
  const diagram = draw({
    people: { legal: 'emil', finance: 'fatima', refuse: 'gu', sign: 'bo' },
    exclusive: 'which',
    others: [inclusive('fork'), inclusive('gather')],
    paths: `start > fork; fork >[\${true}] legal > gather; fork >[\${true}] finance > which
            fork >[\${false}] refuse > gather
            which >"Yes" gather; which >"No" end-no; gather > sign > end`,
  });
  await using run = await explainedRun(diagram);
  await run.press('emil', 'legal');
  await run.press('fatima', 'finance', 'No');
  expect((await run.sentences()).slice(1)).toEqual([
    'none: legal (task 1) was handled, and its token waits at the inclusive join gather for tokens that can still arrive from finance.',
    'none: finance (task 2) was handled, its token ended at end-no, and sign (task 3) is still open.',
    'next: legal (task 1) was reported before; then the inclusive join gather had nothing more to wait for, and its token led to sign (task 3).',
  ]);
  await using both = await explainedRun(diagram);
  await both.press('emil', 'legal');
  await both.press('fatima', 'finance', 'Yes');
  expect((await both.sentences()).slice(2)).toEqual([
    'next: finance (task 2) was handled, the inclusive join gather had nothing more to wait for, and its token led to sign (task 3).',
  ]);
});

test('an inclusive join that all branches reached was complete', async () => {
  await using run = await explainedRun(
    draw({
      people: { legal: 'emil', finance: 'fatima', sign: 'bo' },
      inclusive: 'fork gather',
      paths: 'start > fork; fork >[${true}] legal > gather; fork >[${true}] finance > gather; gather > sign > end',
    }),
  );
  await run.press('emil', 'legal');
  await run.press('fatima', 'finance');
  expect((await run.sentences()).at(-1)).toBe(
    'next: finance (task 2) was handled, the inclusive join gather was complete, and its token led to sign (task 3).',
  );
});

test('a reminder that comes again while the one before is open was led to by the timer, each time', async () => {
  await using run = await explainedRun(
    draw({
      people: { ask: 'anna', sign: 'bo', remind: 'gu', go: 'dara' },
      others: [boundary('again', 'sign', timer('R2/PT1H'), { interrupting: false })],
      paths: 'start > ask > sign > go > end; again > remind > end-reminded',
    }),
  );
  await run.press('anna', 'ask');
  await run.pass(HOUR_MS);
  await run.pass(HOUR_MS);
  await run.press('gu', 'remind');
  expect((await run.sentences()).slice(1)).toEqual([
    'next: ask (task 1) was handled, and its token led to sign (task 2).',
    'next: ask (task 1) was reported before; then the timer again on sign fired, and its token led to remind (task 3).',
    'next: ask (task 1) was reported before; then the timer again on sign fired, and its token led to remind (task 4).',
    'none: remind (task 3) was handled, its token ended at end-reminded, and sign (task 2) and remind (task 4) are still open.',
  ]);
});

test('a token that comes to a task that is open opens another one', async () => {
  await using run = await explainedRun(
    draw({
      people: { one: 'anna', two: 'bo', both: 'gu' },
      parallel: 'fork',
      exclusive: 'merge',
      paths: 'start > fork > one > merge; fork > two > merge; merge > both > end',
    }),
  );
  await run.press('anna', 'one');
  await run.press('bo', 'two');
  expect((await run.sentences()).slice(1)).toEqual([
    'next: one (task 1) was handled, and its token led to both (task 3).',
    'next: two (task 2) was handled, and its token led to both (task 4).',
  ]);
});

test('an instance nobody knows is refused', async () => {
  await using world = await createWorld();
  await expect(world.bridge.explain('none')).rejects.toMatchObject({ code: 'ERR_INSTANCE_UNKNOWN' });
});
