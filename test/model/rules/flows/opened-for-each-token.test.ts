import { expect, test } from 'vitest';
import {
  boundary,
  end,
  exclusive,
  inclusive,
  message,
  parallel,
  processFile,
  root,
  serviceTask,
  start,
  subProcess,
  timer,
  userTask,
} from '../../../support/bpmn-xml.ts';
import { findProblems } from '../../find-problems.ts';

const rule = 'opened-for-each-token';
const tasks = (...ids: readonly string[]) => ids.map((id) => userTask(id));
const opened = 'it is opened once for each of them.';

test('branches that are merged and not joined come to one task twice', async () => {
  const xml = processFile(
    [start(), parallel('fork'), ...tasks('a', 'b'), exclusive('merge'), ...tasks('c', 'd'), end()],
    'start > fork > a > merge > c > d > end; fork > b > merge',
  );
  expect(await findProblems(xml, rule)).toEqual([
    `warning c: Two tokens can reach "c", one after "a", one after "b": ${opened}`,
  ]);
});

test('a task that several flows without a gateway lead to is no join', async () => {
  const xml = processFile(
    [start(), parallel('fork'), ...tasks('a', 'b', 'c'), end()],
    'start > fork > a > c > end; fork > b > c',
  );
  expect(await findProblems(xml, rule)).toHaveLength(1);
});

test('every round of a loop may send one more token', async () => {
  const xml = processFile(
    [start(), exclusive('again'), ...tasks('a'), parallel('fork'), ...tasks('b'), end(), end('done')],
    'start > again > a > fork > again; fork > b > end',
  );
  expect(await findProblems(xml, rule)).toEqual([
    `warning b: Two tokens can reach "b", after "a" each time: ${opened}`,
  ]);
});

test('in a sub-process, and for a sub-process', async () => {
  const inside = subProcess(
    'part',
    [start('s'), parallel('fork'), ...tasks('a', 'b'), exclusive('merge'), ...tasks('c'), end('e')],
    's > fork > a > merge > c > e; fork > b > merge',
  );
  expect(await findProblems(processFile([start(), inside, end()], 'start > part > end'), rule)).toHaveLength(1);
  const part = subProcess('part', [start('s'), ...tasks('c'), end('e')], 's > c > e');
  const xml = processFile(
    [start(), parallel('fork'), ...tasks('a', 'b'), exclusive('merge'), part, end()],
    'start > fork > a > merge > part > end; fork > b > merge',
  );
  expect(await findProblems(xml, rule)).toEqual([expect.stringContaining('warning part: ')]);
});

test('what repeats beside a task may come again while the one before is open', async () => {
  const roots = root('message', 'm', { name: 'ask' });
  for (const definition of [timer('R/P1D'), message('m')]) {
    const xml = processFile(
      [start(), ...tasks('a', 'r'), boundary('more', 'a', definition, { interrupting: false }), end(), end('done')],
      'start > a > end; more > r > done',
      { roots },
    );
    expect(await findProblems(xml, rule)).toEqual([
      `warning r: Two tokens can reach "r", after "more" each time: ${opened}`,
    ]);
  }
});

test('what comes once beside a task, or ends it, makes no second token', async () => {
  for (const [definition, interrupting] of [
    [timer('P1D'), false],
    [timer('P1D'), true],
  ] as const) {
    const xml = processFile(
      [start(), ...tasks('a', 'r'), boundary('late', 'a', definition, { interrupting }), end(), end('done')],
      'start > a > end; late > r > done',
    );
    expect(await findProblems(xml, rule)).toEqual([]);
  }
});

test('a service is called for each, which is not worth a word', async () => {
  const xml = processFile(
    [
      start(),
      ...tasks('a'),
      serviceTask('remind'),
      boundary('more', 'a', timer('R/P1D'), { interrupting: false }),
      end(),
    ],
    'start > a > end; more > remind > end',
  );
  expect(await findProblems(xml, rule)).toEqual([]);
});

test('joins, loops in a branch and loops around a fork are fine', async () => {
  const nodes = [start(), exclusive('again'), ...tasks('a', 'b', 'c'), exclusive('g'), exclusive('h'), end()];
  for (const gateway of [parallel, inclusive]) {
    const paths =
      'start > again > fork; fork >[${x}] a > g; g >"ok" join; g >"more" a; fork >[${y}] b > join > c > h; h >"ok" end; h >"redo" again';
    const xml = processFile(
      [...nodes, gateway('fork'), gateway('join')],
      gateway === parallel ? paths.replace(/\[[^\]]*\]/g, '') : paths,
    );
    expect(await findProblems(xml, rule)).toEqual([]);
  }
});

test('a diagram with more ways than can be looked at is not blamed, and not waited for', async () => {
  const many = Array.from({ length: 12 }, (_, index) => index);
  const nodes = many.flatMap((i) => [userTask(`a${i}`), exclusive(`g${i}`), userTask(`b${i}`), exclusive(`h${i}`)]);
  const paths = many.map(
    (i) =>
      `fork > a${i} > g${i}; g${i} >"on" b${i} > h${i}; g${i} >"again" a${i}; h${i} >"on" join; h${i} >"back" a${i}`,
  );
  const xml = processFile(
    [start(), parallel('fork'), ...nodes, parallel('join'), end()],
    `start > fork; ${paths.join(';')}; join > end`,
  );
  expect(await findProblems(xml, rule)).toEqual([]);
});
