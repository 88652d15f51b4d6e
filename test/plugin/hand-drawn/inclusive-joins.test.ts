/**
 * Inclusive joins in diagrams that are not nested. By BPMN 2.0 such a join goes on when it holds a token and no token
 * elsewhere can come to one of its empty inbound flows without passing it; a token that could as well come to a filled
 * one does not hold it up.
 */
import { expect, test } from 'vitest';
import { boundary, exclusive, timer } from '../../support/bpmn-xml.ts';
import { draw } from '../../support/draw.ts';
import { startScenario } from '../scenario.ts';

test('who jumps into one of two branches passes their join, since nobody can come by the other one', async () => {
  const xml = draw({
    tasks: 'a b c z',
    parallel: 'fork',
    inclusive: 'join',
    exclusive: 'g',
    paths: `start > a > g; g >"Both" fork; g >"Only c" c
            fork > b > join; fork > c > join > z > end`,
  });
  const run = await startScenario(xml);
  expect(await run.press('a', 'Only c')).toEqual(['a next c']);
  expect(await run.press('c')).toEqual(['c next z']);
  expect(await run.press('z')).toEqual(['z end']);

  const both = await startScenario(xml);
  expect(await both.press('a', 'Both')).toEqual(['a next b,c']);
  expect(await both.press('c')).toEqual(['c none']);
  expect(await both.press('b')).toEqual(['b next z']);
  expect(await both.press('z')).toEqual(['z end']);
});

test('a branch that could come by a filled flow as well does not hold up the join', async () => {
  const run = await startScenario(
    draw({
      tasks: 'a c z',
      parallel: 'fork',
      inclusive: 'join',
      exclusive: 'merge g',
      paths: `start > fork > a > merge > join > z > end
            fork > c > g; g >"Over" merge; g >"Down" join`,
    }),
  );
  // c can come by the empty flow, but also over the merge by the flow that a filled.
  expect(await run.press('a')).toEqual(['a next z']);
  expect(await run.press('z')).toEqual(['z none']);
  expect(await run.press('c', 'Down')).toEqual(['c next z']);
  expect(await run.press('z')).toEqual(['z end']);
});

test('a branch that may still start everything again does not hold up the join', async () => {
  const run = await startScenario(
    draw({
      tasks: 's a b z',
      inclusive: 'fork join',
      exclusive: 'g',
      paths: `start > s > fork; fork >[\${x}] a > g; fork >[\${y}] b > join > z > end
            g >"Restart" s; g >"Join" join`,
    }),
    { x: true, y: true },
  );
  expect(await run.press('s')).toEqual(['s next a,b']);
  // By s and the fork the token at a also reaches the flow that b filled.
  expect(await run.press('b')).toEqual(['b next z']);
  expect(await run.press('z')).toEqual(['z none']);
  expect(await run.press('a', 'Restart')).toEqual(['a next s']);
  expect(await run.press('s')).toEqual(['s next a,b']);
  // From b there is only the empty flow, so now the join waits.
  expect(await run.press('a', 'Join')).toEqual(['a none']);
  expect(await run.press('b')).toEqual(['b next z']);
  expect(await run.press('z')).toEqual(['z end']);
});

test('a way back from behind the join into one branch alone passes the join again', async () => {
  const run = await startScenario(
    draw({
      tasks: 'a b d',
      parallel: 'fork',
      inclusive: 'join',
      exclusive: 'g',
      paths: `start > fork > a > join; fork > b > join > d > g
            g >"Redo a" a; g >"Done" end`,
    }),
  );
  expect(await run.press('b')).toEqual(['b none']);
  expect(await run.press('a')).toEqual(['a next d']);
  expect(await run.press('d', 'Redo a')).toEqual(['d next a']);
  expect(await run.press('a')).toEqual(['a next d']);
  expect(await run.press('d', 'Done')).toEqual(['d end']);
});

const crossed = draw({
  tasks: 'a b c d e z',
  parallel: 'inner',
  inclusive: 'outer join1 join2',
  paths: `start > outer; outer >[\${x}] a > inner > b > join1 > e > join2 > z > end
            inner > c > join2
            outer >[\${y}] d > join1`,
});

test('two inclusive joins share the branches of an inner fork: the second one waits for what the first one opens', async () => {
  const run = await startScenario(crossed, { x: true, y: false });
  expect(run.reports).toEqual(['start next a']);
  expect(await run.press('a')).toEqual(['a next b,c']);
  // b reaches the empty flow behind e.
  expect(await run.press('c')).toEqual(['c none']);
  // Nobody is at d: the first join does not wait for it.
  expect(await run.press('b')).toEqual(['b next e']);
  expect(await run.press('e')).toEqual(['e next z']);
  expect(await run.press('z')).toEqual(['z end']);
});

test('neither of the two joins waits when the branch with the inner fork is not taken', async () => {
  const run = await startScenario(crossed, { x: false, y: true });
  expect(run.reports).toEqual(['start next d']);
  expect(await run.press('d')).toEqual(['d next e']);
  expect(await run.press('e')).toEqual(['e next z']);
  expect(await run.press('z')).toEqual(['z end']);
});

test('an inclusive join takes a branch of its own fork and both of a parallel fork further in', async () => {
  const xml = draw({
    tasks: 'a b c d z',
    parallel: 'inner',
    inclusive: 'fork join',
    paths: `start > fork; fork >[\${x}] a > join; fork >[\${y}] b > inner > c > join
            inner > d > join > z > end`,
  });
  const both = await startScenario(xml, { x: true, y: true });
  expect(await both.press('a')).toEqual(['a none']);
  expect(await both.press('b')).toEqual(['b next c,d']);
  expect(await both.press('c')).toEqual(['c none']);
  expect(await both.press('d')).toEqual(['d next z']);
  expect(await both.press('z')).toEqual(['z end']);

  const inner = await startScenario(xml, { x: false, y: true });
  expect(await inner.press('b')).toEqual(['b next c,d']);
  expect(await inner.press('d')).toEqual(['d none']);
  expect(await inner.press('c')).toEqual(['c next z']);
  expect(await inner.press('z')).toEqual(['z end']);
});

test('two parallel forks overlap in one branch, and one inclusive join serves both', async () => {
  const xml = draw({
    tasks: 's a b c z',
    parallel: 'small large',
    inclusive: 'join',
    exclusive: 'g',
    paths: `start > s > g; g >"Small" small; g >"Large" large
            small > a > join; small > b > join; large > b; large > c > join > z > end`,
  });
  const small = await startScenario(xml);
  expect(await small.press('s', 'Small')).toEqual(['s next a,b']);
  expect(await small.press('a')).toEqual(['a none']);
  expect(await small.press('b')).toEqual(['b next z']);
  expect(await small.press('z')).toEqual(['z end']);

  const large = await startScenario(xml);
  expect(await large.press('s', 'Large')).toEqual(['s next b,c']);
  expect(await large.press('b')).toEqual(['b none']);
  expect(await large.press('c')).toEqual(['c next z']);
  expect(await large.press('z')).toEqual(['z end']);
});

test('two joins do not wait for each other because a time limit behind both leads back in front of them', async () => {
  const xml = draw({
    tasks: 'legal finance security nobody approve',
    parallel: 'fork both',
    inclusive: 'choose join',
    exclusive: 'again',
    others: [boundary('late', 'approve', timer('P7D'))],
    paths: `start > again > fork > legal > both; fork > choose
            choose >[\${price > 100}] finance > join; choose >[\${isSoftware}] security > join; choose >* nobody > join
            join > both > approve > end; late > again`,
  });
  const run = await startScenario(xml, { price: 200, isSoftware: true });
  expect(run.open).toBe('finance legal security');
  expect(await run.press('legal')).toEqual(['legal none']);
  expect(await run.press('finance')).toEqual(['finance none']);
  expect(await run.press('security')).toEqual(['security next approve']);
  expect(await run.press('approve')).toEqual(['approve end']);
});

test('a time limit counts once its activity holds the token', async () => {
  const xml = draw({
    tasks: 'a b c d',
    parallel: 'fork',
    inclusive: 'join',
    others: [boundary('late', 'c', timer('P7D'))],
    paths: 'start > fork > a > join > d > end; fork > b > c > end; late > join',
  });
  const early = await startScenario(xml);
  expect(await early.press('a')).toEqual(['a next d']);

  const late = await startScenario(xml);
  expect(await late.press('b')).toEqual(['b next c']);
  expect(await late.press('a')).toEqual(['a none']);
  expect(await late.press('c')).toEqual(['c none', '…a next d']);
});

test('each event at an activity counts on its own', async () => {
  // Both lead to the empty flow; only the first could as well come to the filled one.
  const way = { first: 'first > g; g >[${x}] merge; g >* join', second: 'second > join' };
  const drawing = (events: readonly ('first' | 'second')[]) =>
    draw({
      tasks: 'a b d',
      parallel: 'fork',
      inclusive: 'join',
      exclusive: 'merge',
      others: [
        ...(events.includes('first') ? [exclusive('g')] : []),
        ...events.map((id) => boundary(id, 'b', timer('P7D'))),
      ],
      paths: `start > fork > a > merge > join > d > end; fork > b > end; ${events.map((id) => way[id]).join('; ')}`,
    });
  const one = await startScenario(drawing(['first']), { x: true });
  expect(await one.press('a')).toEqual(['a next d']);
  const two = await startScenario(drawing(['first', 'second']), { x: true });
  expect(await two.press('a')).toEqual(['a none']);
  expect(await two.press('b')).toEqual(['b none', '…a next d']);
});
