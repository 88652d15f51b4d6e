import { expect, test } from 'vitest';
import { fileWith, userTask } from '../../../support/bpmn-xml.ts';
import { findProblems } from '../../find-problems.ts';

const rule = 'action-invalid';

test('a button lacking name and type is refused for both at once', async () => {
  const xml = fileWith(userTask('a', { extensions: '<ttc:action key="k"/>' }));
  expect(await findProblems(xml, rule)).toEqual([
    'error a: The button "k" cannot be shown: it has no name; it has no type.',
  ]);
});

test('an unknown type is refused', async () => {
  const xml = fileWith(userTask('a', { extensions: '<ttc:action name="Go" type="GO"/>' }));
  expect(await findProblems(xml, rule)).toEqual([
    'error a: The button "Go" cannot be shown: GO is not an action type.',
  ]);
});

test('a key that does not fit into a url is refused', async () => {
  const xml = fileWith(userTask('a', { extensions: '<ttc:action name="Go" type="HANDLE" key="a/b"/>' }));
  expect(await findProblems(xml, rule)).toEqual([
    'error a: The button "Go" cannot be shown: its key a/b contains characters other than letters, digits, _ . -.',
  ]);
});

test('an api button has no url of its own', async () => {
  const xml = fileWith(userTask('a', { extensions: '<ttc:action name="Go" type="HANDLE" url="http://x"/>' }));
  expect(await findProblems(xml, rule)).toEqual([
    'error a: The button "Go" cannot be shown: only a page action (optType 1) has a url of its own.',
  ]);
});

test('a page button needs one', async () => {
  const xml = fileWith(userTask('a', { extensions: '<ttc:action name="Go" type="HANDLE" optType="1"/>' }));
  expect(await findProblems(xml, rule)).toEqual([
    'error a: The button "Go" cannot be shown: a page action needs the url of its page.',
  ]);
});

test('values outside their sets are refused', async () => {
  const xml = fileWith(
    userTask('a', { extensions: '<ttc:action name="Go" type="HANDLE" method="patch" allowMerge="2" vote="maybe"/>' }),
  );
  expect(await findProblems(xml, rule)).toEqual([
    'error a: The button "Go" cannot be shown: method must be get, post or put; allowMerge must be 0 or 1; vote must be approve or reject.',
  ]);
});

test('a batch setting on a previousAction is refused', async () => {
  const xml = fileWith(
    userTask('a', { extensions: '<ttc:previousAction name="Back" type="HANDLEDR" allowMerge="1" times="0"/>' }),
  );
  expect(await findProblems(xml, rule)).toEqual([
    'error a: The button "Back" cannot be shown: times must be a whole number, at least 1; a previousAction cannot have a batch setting (allowMerge).',
  ]);
});

test('a process has no button to handle with', async () => {
  const xml = fileWith(userTask('a'), { extensions: '<ttc:action name="Go" type="HANDLE"/>' });
  expect(await findProblems(xml, rule)).toEqual([
    'error process: The button "Go" cannot be shown: a button of a process must be of type REVOKE, BREAK_UP, PROMOTER or ALL.',
  ]);
});

test('uses are counted of a button of the process and of the handled list, and of no other', async () => {
  const counted = (times: string) => `<ttc:action name="Urge" type="PROMOTER" times="${times}"/>`;
  expect(await findProblems(fileWith(userTask('a'), { extensions: counted('2') }), rule)).toEqual([]);
  expect(await findProblems(fileWith(userTask('a'), { extensions: counted('often') }), rule)).toEqual([
    'error process: The button "Urge" cannot be shown: times must be a whole number, at least 1.',
  ]);
  expect(await findProblems(fileWith(userTask('a', { extensions: counted('2') })), rule)).toEqual([
    'error a: The button "Urge" cannot be shown: only a previousAction or a button of the process can have times.',
  ]);
});

test('two buttons with one key are refused', async () => {
  const xml = fileWith(
    userTask('a', {
      extensions: '<ttc:action key="k" name="A" type="HANDLE"/><ttc:action key="k" name="B" type="HANDLE"/>',
    }),
  );
  expect(await findProblems(xml, rule)).toEqual([
    'error a: Two buttons have the key k, so a press would not say which of the two was meant.',
  ]);
});

test('a complete button is fine', async () => {
  const xml = fileWith(
    userTask('a', { extensions: '<ttc:action name="Go" type="HANDLE" method="PUT" allowMerge="1"/>' }),
  );
  expect(await findProblems(xml, rule)).toEqual([]);
});
