import { expect, test } from 'vitest';
import { fileWith, userTask } from '../../support/bpmn-xml.ts';
import { findProblems } from '../find-problems.ts';

const rule = 'action-not-supported-yet';

test('a button of another type than HANDLE is refused', async () => {
  const xml = fileWith(userTask('a', { extensions: '<ttc:action name="Give away" type="TRANSFER"/>' }));
  expect(await findProblems(xml, rule)).toEqual([
    'error a: This version does not run a button of the type TRANSFER: "Give away".',
  ]);
});

test('a button that opens a page is refused', async () => {
  const xml = fileWith(
    userTask('a', { extensions: '<ttc:action name="Open" type="HANDLE" optType="1" url="http://x"/>' }),
  );
  expect(await findProblems(xml, rule)).toEqual([
    'error a: This version does not run a button that opens a page (optType 1): "Open".',
  ]);
});

test('a button on a handled task is refused', async () => {
  const xml = fileWith(userTask('a', { extensions: '<ttc:previousAction name="Back" type="HANDLEDR"/>' }));
  expect(await findProblems(xml, rule)).toEqual([
    'error a: This version does not run a button on a task that was handled (ttc:previousAction): "Back".',
  ]);
});

test('a button of the process is refused', async () => {
  const xml = fileWith(userTask('a'), { extensions: '<ttc:action name="Stop" type="BREAK_UP"/>' });
  expect(await findProblems(xml, rule)).toEqual([
    'error process: This version does not run a button of the type BREAK_UP: "Stop".',
  ]);
});

test('a button that handles the task runs', async () => {
  const xml = fileWith(userTask('a', { extensions: '<ttc:action name="Go" type="HANDLE"/>' }));
  expect(await findProblems(xml, rule)).toEqual([]);
});
