import { describe, expect, test } from 'vitest';
import { end, exclusive, processFile, serviceTask, start, userTask } from '../../support/bpmn-xml.ts';
import { startScenario } from '../scenario.ts';

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
