/**
 * Ways that leave a parallel branch without passing its join. By BPMN 2.0 the join still needs a token on each inbound
 * flow: whoever jumps out leaves it waiting. An exclusive merge passes on every token it gets.
 */
import { expect, test } from 'vitest';
import { draw } from '../../support/draw.ts';
import { startRefused, startScenario } from '../scenario.ts';

test('a branch that goes around the join leaves the other branch waiting at it, and the process never ends', async () => {
  const run = await startRefused(
    draw({
      tasks: 'a b c z',
      parallel: 'fork join',
      exclusive: 'g merge',
      paths: `start > fork > a > g; g >"Join" join; g >"Skip" merge
            fork > b > join > c > merge > z > end`,
    }),
  );
  expect(run.reports).toEqual(['start next a,b']);
  expect(await run.press('a', 'Skip')).toEqual(['a next z']);
  expect(await run.press('b')).toEqual(['b none']);
  // The token of b still stands at the join.
  expect(await run.press('z')).toEqual(['z none']);
  expect(run.ended).toBe(false);
  expect(run.open).toBe('');
});

test('both branches may leave to a shared task past the join, which then opens once for each of them', async () => {
  const run = await startRefused(
    draw({
      tasks: 'a b y z',
      parallel: 'fork join',
      exclusive: 'g h merge',
      paths: `start > fork > a > g; fork > b > h
            g >"In" join; g >"Out" merge; h >"In" join; h >"Out" merge
            join > z > end; merge > y > end`,
    }),
  );
  expect(await run.press('a', 'Out')).toEqual(['a next y']);
  expect(await run.press('y')).toEqual(['y none']);
  expect(await run.press('b', 'Out')).toEqual(['b next y']);
  expect(await run.press('y')).toEqual(['y end']);
});

test('when one branch goes into the join and the other leaves, what the other leads to runs and the join waits', async () => {
  const run = await startRefused(
    draw({
      tasks: 'a b y z',
      parallel: 'fork join',
      exclusive: 'g h merge',
      paths: `start > fork > a > g; fork > b > h
            g >"In" join; g >"Out" merge; h >"In" join; h >"Out" merge
            join > z > end; merge > y > end`,
    }),
  );
  expect(await run.press('a', 'In')).toEqual(['a none']);
  expect(await run.press('b', 'Out')).toEqual(['b next y']);
  expect(await run.press('y')).toEqual(['y none']);
  expect(run.ended).toBe(false);
});

test('a branch that jumps out into a service reports what the service leads to', async () => {
  const run = await startRefused(
    draw({
      tasks: 'a b y z',
      services: 'archive',
      parallel: 'fork join',
      exclusive: 'g',
      paths: `start > fork > a > g; g >"In" join; g >"Out" archive > y > end
            fork > b > join > z > end`,
    }),
  );
  // Held back while the service runs.
  expect(await run.press('a', 'Out')).toEqual([]);
  expect(run.jobs).toEqual(['archive']);
  expect(await run.press('b')).toEqual(['b none']);
  expect(await run.finishJob('archive')).toEqual(['a next y']);
  expect(await run.press('y')).toEqual(['y none']);
  expect(run.ended).toBe(false);
});

test('both branches of an inner fork without a join leave for the outer join, one of them after another round', async () => {
  const run = await startScenario(
    draw({
      tasks: 'a b c d z',
      parallel: 'outer inner join',
      exclusive: 'g',
      paths: `start > outer > a > inner > b > g; inner > c > join
            g >"Again" b; g >"Out" join
            outer > d > join > z > end`,
    }),
  );
  expect(await run.press('a')).toEqual(['a next b,c']);
  expect(await run.press('d')).toEqual(['d none']);
  expect(await run.press('b', 'Again')).toEqual(['b next b']);
  expect(await run.press('c')).toEqual(['c none']);
  expect(await run.press('b', 'Out')).toEqual(['b next z']);
  expect(await run.press('z')).toEqual(['z end']);
});
