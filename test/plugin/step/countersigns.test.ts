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

    test.each(['all', 'any', '2', '60%'])('nobody to vote by %s: neither approved nor rejected', async (rule) => {
      await expect(startScenario(voting(rule), { signers: [] })).rejects.toMatchObject({
        code: 'ERR_NO_HANDLER',
        message: expect.stringContaining('Nobody votes at sign: ${signers} is empty, and the votes decide gateway g'),
      });
    });
  });
});
