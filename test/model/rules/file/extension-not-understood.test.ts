import { expect, test } from 'vitest';
import { element, fileWith, userTask } from '../../../support/bpmn-xml.ts';
import { findProblems } from '../../find-problems.ts';

const rule = 'extension-not-understood';
const declaring = (...marks: readonly (boolean | undefined)[]) =>
  fileWith(userTask('a'), {
    roots: marks.map((mustUnderstand) => element('extension', { mustUnderstand, definition: 'x:y' })).join(''),
  });

test('an extension that must be understood refuses the file', async () => {
  expect(await findProblems(declaring(true), rule)).toEqual([
    'error definitions: The file declares an extension with mustUnderstand="true", which the bridge does not understand.',
  ]);
  expect(await findProblems(declaring(true, true), rule)).toEqual([
    'error definitions: The file declares 2 extensions with mustUnderstand="true", which the bridge does not understand.',
  ]);
});

test('others are passed over, as BPMN says', async () => {
  expect(await findProblems(declaring(false, undefined), rule)).toEqual([]);
});
