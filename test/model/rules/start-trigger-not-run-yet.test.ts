import { expect, test } from 'vitest';
import { end, message, processFile, root, signal, start, timer, userTask } from '../../support/bpmn-xml.ts';
import { findProblems } from '../find-problems.ts';

const rule = 'start-trigger-not-run-yet';

const startedBy = (definition: string, roots: string) =>
  processFile([start('s', { content: definition }), userTask('a'), end()], 's > a > end', { roots });

test.each([
  ['timer', timer('R/P1D'), ''],
  ['signal', signal('g'), root('signal', 'g', { name: 'alarm' })],
])('a process that a %s starts is refused', async (kind, definition, roots) => {
  expect(await findProblems(startedBy(definition, roots), rule)).toEqual([
    `error s: The start event "s" waits for a ${kind}, and in this version only a message or a call of the service starts a process.`,
  ]);
});

test('a message may start a process', async () => {
  expect(await findProblems(startedBy(message('m'), root('message', 'm', { name: 'order' })), rule)).toEqual([]);
});
