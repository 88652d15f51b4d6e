/** Why a report says what it says: branches that end, signers, sub-processes and called processes. */
import { describe, expect, test } from 'vitest';
import { callActivity, inclusive, parallel } from '../../support/bpmn-xml.ts';
import { countersign, draw, drawProcess, part } from '../../support/draw.ts';
import { file } from '../../support/named-events.ts';
import { explainedRun } from './explained-run.ts';

describe('a branch that ends', () => {
  test('names its end, and what is still open', async () => {
    await using run = await explainedRun(
      draw({
        people: { note: 'gu', legal: 'emil', finance: 'fatima' },
        parallel: 'fork',
        paths: 'start > fork > note > end-noted; fork > legal > end; fork > finance > end',
      }),
    );
    await run.press('gu', 'note');
    await run.press('emil', 'legal');
    expect((await run.sentences()).slice(1)).toEqual([
      'none: note (task 1) was handled, its token ended at end-noted, and legal (task 2) and finance (task 3) are still open.',
      'none: legal (task 2) was handled, its token ended at end, and finance (task 3) is still open.',
    ]);
  });

  test('of many tasks that are open, five are named', async () => {
    const signers = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    await using run = await explainedRun(
      draw({
        people: { note: 'gu' },
        parallel: 'fork',
        others: [countersign('sign')],
        paths: 'start > fork > note > end; fork > sign > end',
      }),
      { variables: { signers } },
    );
    await run.press('gu', 'note');
    expect((await run.sentences()).slice(1)).toEqual([
      'none: note (task 1) was handled, its token ended at end, and sign (task 2), sign (task 3), sign (task 4), sign (task 5), sign (task 6) and 2 more are still open.',
    ]);
  });
});

describe('a countersign', () => {
  const signed = (options: Parameters<typeof countersign>[1] = {}) =>
    draw({ people: { file: 'anna' }, others: [countersign('sign', options)], paths: 'start > sign > file > end' });

  test('says how many have yet to sign, and that it was complete', async () => {
    await using run = await explainedRun(signed(), { variables: { signers: ['bo', 'chen', 'dora'] } });
    await run.press('bo', 'sign');
    await run.press('chen', 'sign');
    await run.press('dora', 'sign');
    expect((await run.sentences()).slice(1)).toEqual([
      'none: sign (task 1) was handled, and its token waits for the countersign sign, which 2 of 3 have yet to sign.',
      'none: sign (task 2) was handled, and its token waits for the countersign sign, which 1 of 3 has yet to sign.',
      'next: sign (task 3) was handled, the countersign sign was complete, and its token led to file (task 4).',
    ]);
  });

  test('of each of two tokens counts its own signers', async () => {
    const twice = draw({
      people: {},
      others: [parallel('fork'), countersign('sign')],
      paths: 'start > fork; fork > sign; fork > sign > end',
    });
    await using run = await explainedRun(twice, { variables: { signers: ['bo', 'chen', 'dora'] } });
    await run.press('bo', 'sign');
    expect((await run.sentences()).slice(1)).toEqual([
      'none: sign (task 1) was handled, and its token waits for the countersign sign, which 2 of 3 have yet to sign.',
    ]);
  });

  test('that its signers share says the same of its one task', async () => {
    const shared = signed({ attributes: { 'ttc:countersign': 'shared' } });
    await using run = await explainedRun(shared, { variables: { signers: ['bo', 'chen'] } });
    await run.press('bo', 'sign');
    await run.press('chen', 'sign');
    expect((await run.sentences()).slice(1)).toEqual([
      'none: sign (task 1) was handled, and its token waits for the countersign sign, which 1 of 2 has yet to sign.',
      'next: sign (task 1) was handled, the countersign sign was complete, and its token led to file (task 2).',
    ]);
  });

  test('that is decided before all have signed says so', async () => {
    await using run = await explainedRun(signed({ completion: 'any' }), { variables: { signers: ['bo', 'chen'] } });
    await run.press('bo', 'sign');
    expect((await run.sentences()).slice(1)).toEqual([
      'next: sign (task 1) was handled, the countersign sign was decided early, and its token led to file (task 3).',
      'none: sign (task 2) was removed by the countersign sign, and nobody handled it.',
    ]);
  });

  test('of nobody was empty', async () => {
    await using run = await explainedRun(signed(), { variables: { signers: [] } });
    expect(await run.sentences()).toEqual([
      'next: The process was started at start, the countersign sign was empty, and its token led to file (task 1).',
    ]);
  });

  test('one after the other goes on to the next signer', async () => {
    await using run = await explainedRun(signed({ sequential: true }), { variables: { signers: ['bo', 'chen'] } });
    await run.press('bo', 'sign');
    expect((await run.sentences()).slice(1)).toEqual([
      'next: sign (task 1) was handled, and its token led to sign (task 2).',
    ]);
  });
});

describe('a sub-process', () => {
  test('that an inclusive join ends leaves the branch that ended before where it ended', async () => {
    const inner = part('inner', {
      people: { legal: 'emil', finance: 'fatima' },
      exclusive: 'which',
      others: [inclusive('fork'), inclusive('gather')],
      paths: `start-i > fork; fork >[\${true}] legal > gather; fork >[\${true}] finance > which
              which >"Yes" gather; which >"No" end-no; gather > end-i`,
    });
    await using run = await explainedRun(
      draw({ people: { last: 'dara' }, others: [inner], paths: 'start > inner > last > end' }),
    );
    await run.press('emil', 'legal');
    await run.press('fatima', 'finance', 'No');
    expect((await run.sentences()).slice(2)).toEqual([
      'none: finance (task 2) was handled, its token ended at end-no, and last (task 3) is still open.',
      'next: legal (task 1) was reported before; then the inclusive join gather had nothing more to wait for, and its token led to last (task 3).',
    ]);
  });

  test('is left behind in the sentence once its token is outside', async () => {
    await using run = await explainedRun(
      draw({
        people: { beside: 'gu', last: 'dara' },
        parallel: 'fork both',
        others: [part('inner', { people: { check: 'bo' }, paths: 'start-i > check > end-i' })],
        paths: 'start > fork > inner > both; fork > beside > both; both > last > end',
      }),
    );
    await run.press('bo', 'check');
    await run.press('gu', 'beside');
    expect((await run.sentences()).slice(1)).toEqual([
      'none: check (task 2) was handled, and its token waits at the join both for a token from beside.',
      'next: beside (task 1) was handled, the join both was complete, and its token led to last (task 3).',
    ]);
  });

  test('for each of several says how it came to its end', async () => {
    const each = part(
      'each',
      { people: { check: '${who}' }, paths: 'start-i > check > end-i' },
      { multiInstance: { collection: '${all}', elementVariable: 'who' } },
    );
    const diagram = draw({ people: { last: 'dara' }, others: [each], paths: 'start > each > last > end' });
    await using run = await explainedRun(diagram, { variables: { all: ['bo', 'gu'] } });
    await run.press('bo', 'check');
    await run.press('gu', 'check');
    expect((await run.sentences()).slice(1)).toEqual([
      'none: check (task 1) was handled, its token ended at end-i, and check (task 2) is still open.',
      'next: check (task 2) was handled, the multi-instance each was complete, and its token led to last (task 3).',
    ]);
    await using none = await explainedRun(diagram, { variables: { all: [] } });
    expect(await none.sentences()).toEqual([
      'next: The process was started at start, the multi-instance each was empty, and its token led to last (task 1).',
    ]);
  });
});

test('a call whose process is found when its token comes says so', async () => {
  const called = drawProcess({ id: 'called', people: { check: 'bo' }, paths: 'start-c > check > end-c' });
  const caller = drawProcess({
    people: { first: 'anna' },
    others: [callActivity('call', '${which}', { name: 'Checking' })],
    paths: 'start > first > call > end',
  });
  await using run = await explainedRun(file(caller, called), { variables: { which: 'called' } });
  await run.press('anna', 'first');
  await run.press('bo', 'call.called.check');
  expect((await run.sentences()).slice(1)).toEqual([
    'next: first (task 1) was handled, the call "Checking" (call) was resolved, and its token led to call.called.check (task 2).',
    'end: call.called.check (task 2) was handled, its token ended at end, and the instance ended.',
  ]);
});

test('a task of a called process is named with its call', async () => {
  const called = drawProcess({ id: 'called', people: { check: 'bo' }, paths: 'start-c > check > end-c' });
  const caller = drawProcess({
    people: { last: 'dara' },
    others: [callActivity('call', 'called')],
    paths: 'start > call > last > end',
  });
  await using run = await explainedRun(file(caller, called));
  await run.press('bo', 'call.check');
  expect(await run.sentences()).toEqual([
    'next: The process was started at start, and its token led to call.check (task 1).',
    'next: call.check (task 1) was handled, and its token led to last (task 2).',
  ]);
});
