import { describe, expect, test } from 'vitest';
import { bpmn, userTask } from '../../support/bpmn-xml.ts';
import { draw, drawProcess } from '../../support/draw.ts';
import { startScenario } from '../scenario.ts';

describe('what the center is told', () => {
  test('handler, opinion, time and label of the press; names, codes and buttons of the task', async () => {
    const xml = bpmn(
      drawProcess({
        id: 'leave',
        others: [
          userTask('a', { name: 'Apply', assignee: '${initiator}' }),
          userTask('b', { groups: 'bosses, chiefs' }),
        ],
        paths: 'start > a > b > end',
        name: 'Leave',
      }),
    );
    const run = await startScenario(xml, {}, { businessKey: 'L-7' });
    expect(run.last.changes.reports[0]?.item).toEqual({
      appId: 'app',
      handler: 'ann',
      status: 'next',
      previousTaskId: 'i.start',
      handleTime: '2026-01-01 00:00:00',
      next: [
        {
          taskId: 'i.1',
          nodeId: 'a',
          nodeName: 'Apply',
          handlers: 'ann',
          transTypeCode: 'leave',
          transTypeName: 'Leave',
          serialNumber: 'L-7',
          initiator: 'ann',
          actions: [
            {
              name: 'Handle',
              type: 'HANDLE',
              url: expect.stringMatching(/^https:\/\/service\.test\/tasks\/i\.1\//),
              optType: 0,
              method: 'post',
              allowMerge: 0,
            },
          ],
        },
      ],
    });
    await run.press('a');
    expect(run.last.changes.reports[0]?.item).toMatchObject({
      handler: 'ann',
      handleOpinions: 'fine',
      handleStatus: 'Handle',
      handleTime: '2026-01-01 00:00:01',
      next: [{ nodeId: 'b', handlingGroup: 'bosses,chiefs' }],
    });
  });

  test('nobody to handle a task: the step throws before anything is reported', async () => {
    const xml = draw({ people: { b: '${boss}' }, tasks: 'a', paths: 'start > a > b > end' });
    const run = await startScenario(xml);
    await expect(run.press('a')).rejects.toMatchObject({ code: 'ERR_NO_HANDLER' });
    expect(await run.press('a', undefined, { boss: 'bea' })).toEqual(['a next b']);
  });
});
