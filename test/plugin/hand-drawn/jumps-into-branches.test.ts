/**
 * Ways that lead into a parallel branch from outside its fork. A token that jumps in counts at the join like any other;
 * the join does not know which fork it came from, and waits for the inbound flows nobody was sent to.
 */
import { expect, test } from 'vitest';
import { draw } from '../../support/draw.ts';
import { startRefused, startScenario } from '../scenario.ts';

test('who jumps into one of two branches waits at their join for ever, since nobody walks the other one', async () => {
  const xml = draw({
    tasks: 'a b c z',
    parallel: 'fork join',
    exclusive: 'g',
    paths: `start > a > g; g >"Both" fork; g >"Only c" c
            fork > b > join; fork > c > join > z > end`,
  });
  const run = await startRefused(xml);
  expect(await run.press('a', 'Only c')).toEqual(['a next c']);
  expect(await run.press('c')).toEqual(['c none']);
  expect(run.ended).toBe(false);
  expect(run.open).toBe('');

  const both = await startRefused(xml);
  expect(await both.press('a', 'Both')).toEqual(['a next b,c']);
  expect(await both.press('c')).toEqual(['c none']);
  expect(await both.press('b')).toEqual(['b next z']);
  expect(await both.press('z')).toEqual(['z end']);
});

test('a third branch jumps into the first: its token stands in for the one that is not there yet', async () => {
  const run = await startRefused(
    draw({
      tasks: 'a b c d z',
      parallel: 'fork join',
      exclusive: 'merge g',
      paths: `start > fork > a > merge > b > join
            fork > c > g; g >"Help" merge; g >"Leave" end
            fork > d > join > z > end`,
    }),
  );
  expect(run.reports).toEqual(['start next a,c,d']);
  expect(await run.press('c', 'Help')).toEqual(['c next b']);
  expect(await run.press('b')).toEqual(['b none']);
  expect(await run.press('d')).toEqual(['d next z']);
  expect(await run.press('z')).toEqual(['z none']);
  // The branch that was overtaken comes to a join whose other flow stays empty.
  expect(await run.press('a')).toEqual(['a next b']);
  expect(await run.press('b')).toEqual(['b none']);
  expect(run.ended).toBe(false);
});

test('a third branch that leaves instead does no harm to the join of the other two', async () => {
  const run = await startRefused(
    draw({
      tasks: 'a b c d z',
      parallel: 'fork join',
      exclusive: 'merge g',
      paths: `start > fork > a > merge > b > join
            fork > c > g; g >"Help" merge; g >"Leave" end
            fork > d > join > z > end`,
    }),
  );
  expect(await run.press('c', 'Leave')).toEqual(['c none']);
  expect(await run.press('a')).toEqual(['a next b']);
  expect(await run.press('d')).toEqual(['d none']);
  expect(await run.press('b')).toEqual(['b next z']);
  expect(await run.press('z')).toEqual(['z end']);
});

test('a way back from behind the join jumps past the fork into both branches through a fork of its own', async () => {
  const run = await startScenario(
    draw({
      tasks: 'a b c d',
      parallel: 'fork refork join',
      exclusive: 'g',
      paths: `start > fork > a > b > join; fork > c > join > d > g
            g >"Redo" refork > b; refork > c; g >"Done" end`,
    }),
  );
  expect(await run.press('a')).toEqual(['a next b']);
  expect(await run.press('c')).toEqual(['c none']);
  expect(await run.press('b')).toEqual(['b next d']);
  // The second round leaves a out.
  expect(await run.press('d', 'Redo')).toEqual(['d next b,c']);
  expect(await run.press('b')).toEqual(['b none']);
  expect(await run.press('c')).toEqual(['c next d']);
  expect(await run.press('d', 'Done')).toEqual(['d end']);
});

test('a way back from behind the join into one branch alone never gets through the join again', async () => {
  const run = await startRefused(
    draw({
      tasks: 'a b d',
      parallel: 'fork join',
      exclusive: 'g',
      paths: `start > fork > a > join; fork > b > join > d > g
            g >"Redo a" a; g >"Done" end`,
    }),
  );
  expect(await run.press('b')).toEqual(['b none']);
  expect(await run.press('a')).toEqual(['a next d']);
  expect(await run.press('d', 'Redo a')).toEqual(['d next a']);
  // The first round used up the token of b.
  expect(await run.press('a')).toEqual(['a none']);
  expect(run.ended).toBe(false);
});

test('a late start jumps over the first half of both branches', async () => {
  const run = await startScenario(
    draw({
      tasks: 'a b c d e z',
      parallel: 'full late join',
      exclusive: 'g',
      paths: `start > a > g; g >"Full" full; g >"Late" late
            full > b > d > join; full > c > e > join > z > end
            late > d; late > c`,
    }),
  );
  expect(await run.press('a', 'Late')).toEqual(['a next c,d']);
  expect(await run.press('c')).toEqual(['c next e']);
  expect(await run.press('d')).toEqual(['d none']);
  expect(await run.press('e')).toEqual(['e next z']);
  expect(await run.press('z')).toEqual(['z end']);
});

test('one branch jumps over into another one, whose last task then opens for each of them', async () => {
  const run = await startScenario(
    draw({
      tasks: 'a b x y',
      parallel: 'fork',
      exclusive: 'g merge',
      paths: `start > fork > a > g; g >"Own" x > end; g >"Over" merge
            fork > b > merge > y > end`,
    }),
  );
  expect(await run.press('b')).toEqual(['b next y']);
  expect(await run.press('y')).toEqual(['y none']);
  expect(await run.press('a', 'Over')).toEqual(['a next y']);
  expect(await run.press('y')).toEqual(['y end']);
});
