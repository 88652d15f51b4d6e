import { expect, test } from 'vitest';
import { boundary, end, error, processFile, root, serviceTask, start } from '../../../support/bpmn-xml.ts';
import { findProblems } from '../../find-problems.ts';

const rule = 'catch-without-code';
const catching = (event: string, roots = '') =>
  processFile([start(), serviceTask('a'), boundary('b', 'a', event), end()], 'start > a > end; b > end', { roots });

test('a catch of an error that has no code gets a warning, since it catches every one', async () => {
  expect(await findProblems(catching(error('e'), root('error', 'e', { name: 'Broken' })), rule)).toEqual([
    'warning b: "b" names the error "Broken", which has no code: it catches every error, not only this one.',
  ]);
});

test('one with a code, and one that names no error, mean what they say', async () => {
  expect(await findProblems(catching(error('e'), root('error', 'e', { errorCode: 'E' })), rule)).toEqual([]);
  expect(await findProblems(catching(error()), rule)).toEqual([]);
});
