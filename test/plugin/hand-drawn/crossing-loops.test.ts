/**
 * Loops that overlap without one containing the other. A task with several ways in opens for each token that arrives,
 * so every press on the way back reports the task it leads to, and only the way out reports the end.
 */
import { expect, test } from 'vitest';
import { draw } from '../../support/draw.ts';
import { startScenario } from '../scenario.ts';

test('each of two reviews may send back one task, and the two loops share the task in the middle', async () => {
  const run = await startScenario(
    draw({
      tasks: 'a b c',
      exclusive: 'g1 g2',
      paths: `start > a > b > g1
            g1 >"Back" a; g1 >"On" c > g2
            g2 >"Back" b; g2 >"Done" end`,
    }),
  );
  expect(await run.press('a')).toEqual(['a next b']);
  expect(await run.press('b', 'On')).toEqual(['b next c']);
  expect(await run.press('c', 'Back')).toEqual(['c next b']);
  expect(await run.press('b', 'Back')).toEqual(['b next a']);
  expect(await run.press('a')).toEqual(['a next b']);
  expect(await run.press('b', 'On')).toEqual(['b next c']);
  expect(await run.press('c', 'Done')).toEqual(['c end']);
});

test('a loop of two tasks that can be entered and left at either of them', async () => {
  const run = await startScenario(
    draw({
      tasks: 'a b c',
      exclusive: 'g gb gc',
      paths: `start > a > g; g >"Left" b > gb; g >"Right" c > gc
            gb >"Over" c; gb >"Done" end
            gc >"Over" b; gc >"Done" end`,
    }),
  );
  expect(await run.press('a', 'Right')).toEqual(['a next c']);
  expect(await run.press('c', 'Over')).toEqual(['c next b']);
  expect(await run.press('b', 'Over')).toEqual(['b next c']);
  expect(await run.press('c', 'Over')).toEqual(['c next b']);
  expect(await run.press('b', 'Done')).toEqual(['b end']);
});

test('a task that repeats itself, and behind it one that repeats itself or both', async () => {
  const run = await startScenario(
    draw({
      tasks: 'a b',
      exclusive: 'ga gb',
      paths: `start > a > ga; ga >"Again" a; ga >"On" b > gb
            gb >"Again" b; gb >"Restart" a; gb >"Done" end`,
    }),
  );
  expect(await run.press('a', 'Again')).toEqual(['a next a']);
  expect(await run.press('a', 'On')).toEqual(['a next b']);
  expect(await run.press('b', 'Again')).toEqual(['b next b']);
  expect(await run.press('b', 'Restart')).toEqual(['b next a']);
  expect(await run.press('a', 'On')).toEqual(['a next b']);
  expect(await run.press('b', 'Done')).toEqual(['b end']);
});

test('two crossing loops inside one of two parallel branches: the join waits for the last round', async () => {
  const run = await startScenario(
    draw({
      tasks: 'a b c d z',
      parallel: 'fork join',
      exclusive: 'g1 g2',
      paths: `start > fork > a > b > g1; fork > d > join
            g1 >"Back" a; g1 >"On" c > g2
            g2 >"Back" b; g2 >"Done" join > z > end`,
    }),
  );
  expect(await run.press('a')).toEqual(['a next b']);
  expect(await run.press('b', 'Back')).toEqual(['b next a']);
  expect(await run.press('d')).toEqual(['d none']);
  expect(await run.press('a')).toEqual(['a next b']);
  expect(await run.press('b', 'On')).toEqual(['b next c']);
  expect(await run.press('c', 'Back')).toEqual(['c next b']);
  expect(await run.press('b', 'On')).toEqual(['b next c']);
  expect(await run.press('c', 'Done')).toEqual(['c next z']);
  expect(await run.press('z')).toEqual(['z end']);
});

test('from behind a join, one way back leads before the fork and another one further back', async () => {
  const run = await startScenario(
    draw({
      tasks: 'a b c d',
      parallel: 'fork join',
      exclusive: 'merge g',
      paths: `start > a > merge > fork > b > join; fork > c > join > d > g
            g >"Redraft" a; g >"Recheck" merge; g >"Done" end`,
    }),
  );
  expect(await run.press('a')).toEqual(['a next b,c']);
  expect(await run.press('c')).toEqual(['c none']);
  expect(await run.press('b')).toEqual(['b next d']);
  expect(await run.press('d', 'Recheck')).toEqual(['d next b,c']);
  expect(await run.press('b')).toEqual(['b none']);
  expect(await run.press('c')).toEqual(['c next d']);
  expect(await run.press('d', 'Redraft')).toEqual(['d next a']);
  expect(await run.press('a')).toEqual(['a next b,c']);
  expect(await run.press('b')).toEqual(['b none']);
  expect(await run.press('c')).toEqual(['c next d']);
  expect(await run.press('d', 'Done')).toEqual(['d end']);
});

test('a loop around a fork and its join crosses a loop in front of the fork', async () => {
  const run = await startScenario(
    draw({
      tasks: 'a b c d e',
      parallel: 'fork join',
      exclusive: 'g h',
      paths: `start > a > b > g; g >"Back" a; g >"On" fork
            fork > c > join; fork > d > join > e > h
            h >"Back" b; h >"Done" end`,
    }),
  );
  expect(await run.press('a')).toEqual(['a next b']);
  expect(await run.press('b', 'On')).toEqual(['b next c,d']);
  expect(await run.press('c')).toEqual(['c none']);
  expect(await run.press('d')).toEqual(['d next e']);
  expect(await run.press('e', 'Back')).toEqual(['e next b']);
  expect(await run.press('b', 'Back')).toEqual(['b next a']);
  expect(await run.press('a')).toEqual(['a next b']);
  expect(await run.press('b', 'On')).toEqual(['b next c,d']);
  expect(await run.press('d')).toEqual(['d none']);
  expect(await run.press('c')).toEqual(['c next e']);
  expect(await run.press('e', 'Done')).toEqual(['e end']);
});

test('two loops through one task, with a way over from one loop to the other', async () => {
  const run = await startScenario(
    draw({
      tasks: 'hub left right',
      exclusive: 'g gl',
      paths: `start > hub > g; g >"Left" left > gl; g >"Right" right > hub; g >"Out" end
            gl >"Back" hub; gl >"Over" right`,
    }),
  );
  expect(await run.press('hub', 'Left')).toEqual(['hub next left']);
  expect(await run.press('left', 'Over')).toEqual(['left next right']);
  expect(await run.press('right')).toEqual(['right next hub']);
  expect(await run.press('hub', 'Left')).toEqual(['hub next left']);
  expect(await run.press('left', 'Back')).toEqual(['left next hub']);
  expect(await run.press('hub', 'Right')).toEqual(['hub next right']);
  expect(await run.press('right')).toEqual(['right next hub']);
  expect(await run.press('hub', 'Out')).toEqual(['hub end']);
});

test('every round of a loop sends one more task on its way', async () => {
  const run = await startScenario(
    draw({
      tasks: 'a b',
      parallel: 'fork',
      exclusive: 'g',
      paths: `start > a > g; g >"More" fork; g >"Enough" end
            fork > a; fork > b > end`,
    }),
  );
  expect(await run.press('a', 'More')).toEqual(['a next a,b']);
  expect(await run.press('b')).toEqual(['b none']);
  expect(await run.press('a', 'More')).toEqual(['a next a,b']);
  // The loop is left, but b of the second round is open.
  expect(await run.press('a', 'Enough')).toEqual(['a none']);
  expect(await run.press('b')).toEqual(['b end']);
});
