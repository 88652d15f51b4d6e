import { expect, test } from 'vitest';
import { node, plainTask, userTask } from '../../support/bpmn-xml.ts';
import { draw } from '../../support/draw.ts';
import { prepareAccepted } from './prepare.ts';

const loop = (attributes = '') => `<standardLoopCharacteristics${attributes}/>`;

test('a loop that says nothing happens once, a guess; one on what is passed through means nothing', async () => {
  const xml = draw({
    others: [
      userTask('sign', { content: loop() }),
      node('serviceTask', 'book', { content: loop(), attributes: { 'ttc:service': 's' } }),
      node('manualTask', 'look', { content: loop(' loopMaximum="3"') }),
      plainTask('note', { content: '<multiInstanceLoopCharacteristics/>' }),
      userTask('three', { content: loop(' loopMaximum="3"') }),
    ],
    paths: 'start > sign > book > look > note > three > end',
  });
  const { model, problems, xml: prepared } = await prepareAccepted(xml);
  expect(problems.map(({ rule, elementId, guess }) => `${rule} ${elementId} ${guess ?? ''}`)).toEqual([
    'loop-marker-dropped sign true',
    'loop-marker-dropped book true',
    'loop-marker-dropped look ',
    'loop-marker-dropped note ',
  ]);
  expect([...model.userTasks.values()].map(({ nodeId, standardLoop }) => [nodeId, standardLoop?.maximum])).toEqual([
    ['sign', undefined],
    ['three', 3],
  ]);
  expect((await prepareAccepted(prepared)).xml).toBe(prepared);
});
