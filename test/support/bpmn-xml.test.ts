import { expect, test } from 'vitest';
import { end, exclusive, processFile, start, userTask } from './bpmn-xml.ts';
import { elementsOf, parseBpmn } from './inner/model.ts';

test('a path draws flows with names, conditions, attributes and the default mark', async () => {
  const xml = processFile(
    [start(), userTask('a'), exclusive('g'), end('e1'), end('e2')],
    'start > a > g; g >"yes"[${d == "x"}]{ttc:vote=approve} e1; g >"no"* e2; g > e2',
  );
  const [process] = elementsOf((await parseBpmn(xml)).definitions, 'rootElements');
  const flows = (process === undefined ? [] : elementsOf(process, 'flowElements')).filter(
    ({ $type }) => $type === 'bpmn:SequenceFlow',
  );
  expect(flows.map(({ id, name }) => [id, name])).toEqual([
    ['start-a', undefined],
    ['a-g', undefined],
    ['g-e1', 'yes'],
    ['g-e2', 'no'],
    ['g-e2-2', undefined],
  ]);
  expect(flows[2]?.get('conditionExpression')).toMatchObject({ body: '${d == "x"}' });
  expect(flows[2]?.$attrs).toMatchObject({ 'ttc:vote': 'approve' });
  expect(flows[0]?.get('sourceRef')).toMatchObject({ id: 'start' });
  expect(flows[2]?.get('sourceRef')).toMatchObject({ default: { id: 'g-e2' } });
});
