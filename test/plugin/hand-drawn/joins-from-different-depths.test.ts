/**
 * Joins whose inbound flows come from forks of different depth. By BPMN 2.0 a parallel join goes on when each of its
 * inbound flows holds a token, wherever that was forked; the task that brings the last one is the cause of what follows.
 */
import { expect, test } from 'vitest';
import { draw } from '../../support/draw.ts';
import { startScenario } from '../scenario.ts';

test('two joins share the branches of an inner fork: one belongs to the outer fork, the other follows it', async () => {
  const run = await startScenario(
    draw({
      tasks: 'a b c d e z',
      parallel: 'outer inner join1 join2',
      paths: `start > outer > a > inner > b > join1 > e > join2 > z > end
            inner > c > join2
            outer > d > join1`,
    }),
  );
  expect(run.reports).toEqual(['start next a,d']);
  expect(await run.press('d')).toEqual(['d none']);
  expect(await run.press('a')).toEqual(['a next b,c']);
  expect(await run.press('c')).toEqual(['c none']);
  // join1 holds the tokens of d and b; join2 still lacks the one behind e.
  expect(await run.press('b')).toEqual(['b next e']);
  expect(await run.press('e')).toEqual(['e next z']);
  expect(await run.press('z')).toEqual(['z end']);
});

test('one branch sends half of itself into the join of the other branch and goes on with the other half', async () => {
  const run = await startScenario(
    draw({
      tasks: 'a b x y',
      parallel: 'fork split join',
      paths: `start > fork > a > split > x > end
            split > join
            fork > b > join > y > end`,
    }),
  );
  expect(run.reports).toEqual(['start next a,b']);
  expect(await run.press('a')).toEqual(['a next x']);
  expect(await run.press('b')).toEqual(['b next y']);
  expect(await run.press('x')).toEqual(['x none']);
  expect(await run.press('y')).toEqual(['y end']);
});

test('of three branches the middle one goes into two joins', async () => {
  const run = await startScenario(
    draw({
      tasks: 'a b c x y',
      parallel: 'fork split left right',
      paths: `start > fork > a > left > x > end
            fork > b > split > left
            split > right > y > end
            fork > c > right`,
    }),
  );
  expect(run.reports).toEqual(['start next a,b,c']);
  expect(await run.press('a')).toEqual(['a none']);
  // The left join is complete, the right one lacks c.
  expect(await run.press('b')).toEqual(['b next x']);
  expect(await run.press('c')).toEqual(['c next y']);
  expect(await run.press('y')).toEqual(['y none']);
  expect(await run.press('x')).toEqual(['x end']);
});

test('when both outer branches wait, the middle one opens what is behind both joins', async () => {
  const run = await startScenario(
    draw({
      tasks: 'a b c x y',
      parallel: 'fork split left right',
      paths: `start > fork > a > left > x > end
            fork > b > split > left
            split > right > y > end
            fork > c > right`,
    }),
  );
  expect(await run.press('a')).toEqual(['a none']);
  expect(await run.press('c')).toEqual(['c none']);
  expect(await run.press('b')).toEqual(['b next x,y']);
  expect(await run.press('x')).toEqual(['x none']);
  expect(await run.press('y')).toEqual(['y end']);
});

test('one join closes three forks, each inside a branch of the one before', async () => {
  const run = await startScenario(
    draw({
      tasks: 'a b c d e h z',
      parallel: 'fork1 fork2 fork3 join',
      paths: `start > fork1 > a > join
            fork1 > b > fork2 > c > join
            fork2 > d > fork3 > e > join
            fork3 > h > join > z > end`,
    }),
  );
  expect(run.reports).toEqual(['start next a,b']);
  expect(await run.press('a')).toEqual(['a none']);
  expect(await run.press('b')).toEqual(['b next c,d']);
  expect(await run.press('d')).toEqual(['d next e,h']);
  expect(await run.press('e')).toEqual(['e none']);
  expect(await run.press('c')).toEqual(['c none']);
  expect(await run.press('h')).toEqual(['h next z']);
  expect(await run.press('z')).toEqual(['z end']);
});

test('two forks of different depth lead straight into one join', async () => {
  const run = await startScenario(
    draw({
      tasks: 'a b c',
      parallel: 'fork1 fork2 join1 join2',
      paths: `start > fork1 > join1 > c > join2 > end
            fork1 > a > fork2 > join1
            fork2 > b > join2`,
    }),
  );
  expect(run.reports).toEqual(['start next a']);
  // fork2 brings the token join1 lacked, so c opens beside b.
  expect(await run.press('a')).toEqual(['a next b,c']);
  expect(await run.press('b')).toEqual(['b none']);
  expect(await run.press('c')).toEqual(['c end']);
});

test('a join takes a branch with a choice in it and both branches of an inner fork', async () => {
  const run = await startScenario(
    draw({
      tasks: 'a b c d e z',
      parallel: 'fork inner join',
      exclusive: 'which merge',
      paths: `start > fork > a > which
            which >"Short" merge
            which >"Long" b > merge > join > z > end
            fork > c > inner > d > join
            inner > e > join`,
    }),
  );
  expect(run.reports).toEqual(['start next a,c']);
  expect(await run.press('c')).toEqual(['c next d,e']);
  expect(await run.press('d')).toEqual(['d none']);
  expect(await run.press('a', 'Long')).toEqual(['a next b']);
  expect(await run.press('e')).toEqual(['e none']);
  expect(await run.press('b')).toEqual(['b next z']);
  expect(await run.press('z')).toEqual(['z end']);
});

test('a join leads straight into a second one that also takes a branch of the same fork', async () => {
  const run = await startScenario(
    draw({
      tasks: 'a b c z',
      parallel: 'fork join1 join2',
      paths: `start > fork > a > join1 > join2 > z > end
            fork > b > join1
            fork > c > join2`,
    }),
  );
  expect(run.reports).toEqual(['start next a,b,c']);
  expect(await run.press('a')).toEqual(['a none']);
  expect(await run.press('c')).toEqual(['c none']);
  // b completes the first join, and that the second one in the same step.
  expect(await run.press('b')).toEqual(['b next z']);
  expect(await run.press('z')).toEqual(['z end']);
});
