import { expect, test } from 'vitest';
import { fileWith, node, userTask } from '../../../support/bpmn-xml.ts';
import { findProblems } from '../../find-problems.ts';

const rule = 'message-parameter-unplaced';
const WHOLE = 'messageTypeCode="DONE" title="Done" toPersons="initiator"';
const FOR_ALL = '<ttc:param name="days" value="3"/>';
const FOR_ONE = '<ttc:param name="short" value="3d" channel="SMS"/>';
const sending = (attributes: string, parameters: string) =>
  fileWith(node('sendTask', 'tell', { extensions: `<ttc:message ${attributes}>${parameters}</ttc:message>` }));

test('a parameter for all channels is warned of where only other parameters say which there are', async () => {
  expect(await findProblems(sending(WHOLE, FOR_ALL + FOR_ONE), rule)).toEqual([
    'warning tell: The parameter days of a message goes only to SMS: no other channel is named.',
  ]);
  const extensions = `<ttc:notify on="created" ${WHOLE}>${FOR_ALL + FOR_ONE}</ttc:notify>`;
  expect(await findProblems(fileWith(userTask('ask', { assignee: 'ann', extensions })), rule)).toEqual([
    'warning ask: The parameter days of a message goes only to SMS: no other channel is named.',
  ]);
});

test.each([
  ['the message names its channels', sending(`${WHOLE} sendType="SMS,WEBSITE"`, FOR_ALL + FOR_ONE)],
  ['all are for all channels', sending(WHOLE, FOR_ALL)],
  ['each has its channel', sending(WHOLE, FOR_ONE)],
])('nothing is said where %s', async (_case, xml) => {
  expect(await findProblems(xml, rule)).toEqual([]);
});
