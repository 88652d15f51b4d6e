import { describe, expect, test } from 'vitest';
import { userTask } from '../../support/bpmn-xml.ts';
import { draw } from '../../support/draw.ts';
import { startScenario } from '../scenario.ts';

describe('countersigns', () => {
  const sign = (options: object, attributes: Record<string, string> = {}) =>
    draw({
      tasks: 'z',
      others: [
        userTask('sign', {
          assignee: '${signer}',
          attributes,
          multiInstance: { collection: '${signers}', elementVariable: 'signer', ...options },
        }),
      ],
      paths: 'start > sign > z > end',
    });
  const signers = ['amy', 'bob', 'cid'];

  test('ttc:completion 5 needs all of three signers', async () => {
    for (const sequential of [false, true]) {
      const run = await startScenario(sign({ sequential }, { 'ttc:completion': '5' }), { signers });
      for (let signer = 0; signer < 3; signer += 1) {
        expect(run.open).toContain('sign');
        await run.press(`sign#${signer}`);
      }
      expect(run.open).toBe('z');
    }
  });

  test('a collection that is no list stops the start with a reason', async () => {
    await expect(startScenario(sign({}))).rejects.toMatchObject({
      code: 'ERR_EXPRESSION_FAILED',
      message: expect.stringContaining('collection of sign'),
    });
  });

  test.each([
    [null, 'null'],
    ['', 'an empty text'],
    [{ account: 'bob' }, 'an object'],
  ])('a signer that is %j is named by its position in the list', async (signer, kind) => {
    await expect(startScenario(sign({}), { signers: ['amy', signer] })).rejects.toMatchObject({
      code: 'ERR_NO_HANDLER',
      message: `Nobody handles sign: element 2 of \${signers} is ${kind}, which names no account. Correct the list, or set defaults.handlers or assign for such an element, and try again.`,
    });
  });

  test.each(['${signer}', '${signer.account}'])(
    'in sequence, %s who is asked later gets no task before',
    async (assignee) => {
      const isAccount = assignee === '${signer}';
      const collection = ['amy', 'bob', 'amy'].map((account) => (isAccount ? account : { account }));
      const xml = draw({
        tasks: 'z',
        others: [
          userTask('sign', {
            assignee,
            multiInstance: { collection: '${signers}', elementVariable: 'signer', sequential: true },
          }),
        ],
        paths: 'start > sign > z > end',
      });
      const run = await startScenario(xml, { signers: collection });
      await expect(run.transfer('sign#0', 'amy', 'bob')).rejects.toMatchObject({ details: { refusal: 'votesLater' } });
      await run.transfer('sign#0', 'amy', 'dan');
      await run.press('sign#0', undefined, {}, 'dan');
      await expect(run.transfer('sign#1', 'bob', 'dan')).rejects.toMatchObject({ details: { refusal: 'hasVoted' } });
      await run.press('sign#1', undefined, {}, 'bob');
      await run.press('sign#2', undefined, {}, 'amy');
      expect(run.open).toBe('z');
    },
  );

  test('who stands twice in the list is noted when the round begins, and asked once if it is asked for', async () => {
    for (const sequential of [false, true]) {
      const xml = sign({ sequential });
      const list = { signers: ['amy', 'bob', 'amy'] };
      const noted = await startScenario(xml, list);
      expect(noted.last.changes.repeatedSigners).toEqual([{ nodeId: 'sign', accounts: ['amy'] }]);
      const once = await startScenario(xml, list, { oneTaskPerSigner: true });
      expect(once.last.changes.repeatedSigners).toEqual([]);
      await once.press('sign#0', undefined, {}, 'amy');
      await once.press('sign#1', undefined, {}, 'bob');
      expect(once.open).toBe('z');
    }
  });

  test('who stands twice in the list with different work does both', async () => {
    const xml = draw({
      tasks: 'z',
      others: [
        userTask('review', {
          assignee: '${item.who}',
          multiInstance: { collection: '${items}', elementVariable: 'item' },
        }),
      ],
      paths: 'start > review > z > end',
    });
    const budget = { who: 'amy', doc: 'budget' };
    const again = { doc: 'budget', who: 'amy' };
    const items = [{ who: 'amy', doc: 'contract' }, budget, { who: 'bob', doc: 'plan' }];
    for (const oneTaskPerSigner of [false, true]) {
      const run = await startScenario(xml, { items }, { oneTaskPerSigner });
      expect(run.open).toBe('review#0 review#1 review#2');
      expect(run.last.changes.repeatedSigners).toEqual([]);
    }
    const once = await startScenario(xml, { items: [...items, again] }, { oneTaskPerSigner: true });
    expect(once.open).toBe('review#0 review#1 review#2');
    const noted = await startScenario(xml, { items: [...items, again] });
    expect(noted.last.changes.repeatedSigners).toEqual([{ nodeId: 'review', accounts: ['amy'] }]);
  });

  test('neither votes nor a collection of handlers: whoever has a task may get another one', async () => {
    const xml = draw({
      tasks: 'z',
      others: [userTask('pack', { assignee: '${packer}', multiInstance: { cardinality: '2' } })],
      paths: 'start > pack > z > end',
    });
    const run = await startScenario(xml, { packer: 'amy' });
    await run.transfer('pack#0', 'amy', 'bob');
    await run.transfer('pack#1', 'amy', 'bob');
    expect(run.open).toBe('pack#0 pack#1');
  });

  describe('with votes', () => {
    const voting = (rule?: string, conditions = ['', '']) =>
      draw({
        tasks: 'good bad',
        exclusive: 'g',
        others: [
          userTask('sign', {
            assignee: '${signer}',
            multiInstance: { collection: '${signers}', elementVariable: 'signer' },
            ...(rule !== undefined && { attributes: { 'ttc:completion': rule } }),
          }),
        ],
        paths: `start > sign > g; g >"Yes"${conditions[0]}{ttc:vote=approve} good > end; g >"No"${conditions[1]}{ttc:vote=reject} bad > end`,
      });

    test('conditions on its flows give way to the votes, and the counts stay as variables', async () => {
      const run = await startScenario(voting('any', ['[${ok}]', '[${!ok}]']), { signers });
      await run.press('sign#1', 'No');
      expect(await run.press('sign#0', 'Yes')).toEqual(['sign#0 next good', 'sign#2 gone (Decided by others)']);
      expect(JSON.parse(run.snapshot ?? '').variables).toMatchObject({ approvals: 1, rejections: 1 });
    });

    const refused = (refusal: string) => ({ code: 'ERR_STEP_FAILED', details: { refusal } });

    test('one person, one vote: a task of the round goes only to who has none', async () => {
      const run = await startScenario(voting('all'), { signers });
      await expect(run.transfer('sign#0', 'amy', 'bob')).rejects.toMatchObject(refused('hasVote'));
      await run.press('sign#1', 'Yes', {}, 'bob');
      await expect(run.transfer('sign#0', 'amy', 'bob')).rejects.toMatchObject(refused('hasVoted'));
      expect(await run.transfer('sign#0', 'amy', 'dan')).toEqual(['sign#0 next sign#0']);
      await expect(run.transfer('sign#2', 'cid', 'dan')).rejects.toMatchObject(refused('hasVote'));
      await run.transfer('sign#2', 'cid', 'amy');
      expect(run.open).toBe('sign#0 sign#2');
    });

    test('nobody who has a vote signs for another signer', async () => {
      const run = await startScenario(voting('all'), { signers });
      await expect(run.pressFor('sign#0', 'Yes', 'bob')).rejects.toMatchObject(refused('hasVote'));
      await run.pressFor('sign#0', 'Yes', 'dan');
      await expect(run.pressFor('sign#1', 'Yes', 'dan')).rejects.toMatchObject(refused('hasVoted'));
      expect(run.open).toBe('sign#1 sign#2');
    });

    test('who is twice in the list keeps both tasks, and two that go on to others are theirs', async () => {
      const run = await startScenario(voting('2'), { signers: ['amy', 'amy', 'bob'] });
      await run.transfer('sign#0', 'amy', 'dan');
      await run.transfer('sign#0', 'dan', 'eve');
      await run.press('sign#1', 'Yes', {}, 'amy');
      expect(run.open).toBe('sign#0 sign#2');
    });

    test.each(['all', 'any', '2', '60%'])('nobody to vote by %s: neither approved nor rejected', async (rule) => {
      await expect(startScenario(voting(rule), { signers: [] })).rejects.toMatchObject({
        code: 'ERR_NO_HANDLER',
        message: expect.stringContaining('Nobody votes at sign: ${signers} is empty, and the votes decide gateway g'),
      });
    });
  });
});
