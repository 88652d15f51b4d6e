import { expect, test } from 'vitest';
import { readModel } from '../../../src/model/read-model.ts';
import {
  boundary,
  end,
  exclusive,
  fileWith,
  message,
  node,
  processFile,
  root,
  start,
  userTask,
} from '../../support/bpmn-xml.ts';

test.each([
  ['an element that is skipped, and its flows', fileWith(node('wonder', 'w')), ['file-part-skipped definitions']],
  [
    'a host that is not there, and its event',
    processFile([start(), boundary('b', 'gone', message('late')), userTask('a'), end()], 'start > a > end; b > end', {
      roots: root('message', 'late'),
    }),
    ['reference-unresolved b'],
  ],
  [
    'a mark that is neither true nor false, and the process that is not executable',
    fileWith(userTask('a'), { attributes: { isExecutable: 'yes' } }),
    ['boolean-invalid process'],
  ],
  [
    'conditions that cannot be read, and the gateway behind which none may be true',
    processFile(
      [start(), userTask('a'), exclusive('g'), end('yes'), end('no')],
      'start > a > g; g >[${x >}] yes; g >[${!!}] no',
    ),
    ['expression-invalid g-yes', 'expression-invalid g-no'],
  ],
  [
    'a flow between two events that it cannot connect',
    fileWith(userTask('a')).replace('</process>', '<sequenceFlow id="f" sourceRef="end" targetRef="start"/></process>'),
    ['flow-not-allowed f'],
  ],
])('%s are one problem', async (_what, xml, expected) => {
  const { model, problems } = await readModel(xml);
  expect(model).toBeUndefined();
  expect(problems.map(({ rule, elementId }) => `${rule} ${elementId}`)).toEqual(expected);
});
