import { expect, test } from 'vitest';
import { end, fileWith, node, processFile, start, userTask } from '../../support/bpmn-xml.ts';
import { findProblems } from '../find-problems.ts';

const rule = 'file-part-skipped';

test('an element that BPMN does not have is refused', async () => {
  const xml = processFile([start(), node('wonder', 'w'), userTask('a'), end()], 'start > a > end');
  expect(await findProblems(xml, rule)).toEqual([
    expect.stringContaining('error definitions: A part of the file is not BPMN 2.0 and was skipped: line '),
  ]);
});

test('text between elements is passed over, with a warning', async () => {
  const xml = fileWith(userTask('a')).replace('</process>', 'forgotten</process>');
  expect(await findProblems(xml, rule)).toEqual([expect.stringContaining('warning definitions: ')]);
});

test('elements of other namespaces are not', async () => {
  const xml = fileWith(userTask('a', { extensions: '<x:y xmlns:x="http://x"/>' }));
  expect(await findProblems(xml, rule)).toEqual([]);
});
