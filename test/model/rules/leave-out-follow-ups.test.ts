import { expect, test } from 'vitest';
import { readModel } from '../../../src/model/read-model.ts';
import { boundary, end, fileWith, message, node, processFile, root, start, userTask } from '../../support/bpmn-xml.ts';

test.each([
  ['an element that is skipped, and its flows', fileWith(node('wonder', 'w')), ['file-part-skipped definitions']],
  [
    'a host that is not there, and its event',
    processFile([start(), boundary('b', 'gone', message('late')), userTask('a'), end()], 'start > a > end; b > end', {
      roots: root('message', 'late'),
    }),
    ['reference-unresolved b'],
  ],
])('%s are one problem', async (_what, xml, expected) => {
  const { model, problems } = await readModel(xml);
  expect(model).toBeUndefined();
  expect(problems.map(({ rule, elementId }) => `${rule} ${elementId}`)).toEqual(expected);
});
