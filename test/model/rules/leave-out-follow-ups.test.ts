import { expect, test } from 'vitest';
import { readModel } from '../../../src/model/read-model.ts';
import { catchEvent, fileWith, message, node } from '../../support/bpmn-xml.ts';

test.each([
  ['an element that is skipped, and its flows', fileWith(node('wonder', 'w')), ['file-part-skipped definitions']],
  [
    'a message that is not there, and its event',
    fileWith(catchEvent('c', message('gone'))),
    ['reference-unresolved c'],
  ],
])('%s are one problem', async (_what, xml, expected) => {
  const { model, problems } = await readModel(xml);
  expect(model).toBeUndefined();
  expect(problems.map(({ rule, elementId }) => `${rule} ${elementId}`)).toEqual(expected);
});
