import { expect, test } from 'vitest';
import {
  catchEvent,
  end,
  fileWith,
  message,
  node,
  processFile,
  root,
  serviceTask,
  start,
  userTask,
} from '../../../support/bpmn-xml.ts';
import { findProblems } from '../../find-problems.ts';

const rule = 'message-invalid';
const WHOLE = 'messageTypeCode="DONE" title="Done" toPersons="initiator"';
const sending = (extensions: string) => fileWith(node('sendTask', 'tell', { extensions }));
const noticing = (extensions: string, options = {}) =>
  fileWith(userTask('ask', { assignee: 'ann', extensions, ...options }));

test.each([
  ['messageTypeCode="DONE" toPersons="ann"', 'a ttc:message needs a title'],
  ['title="Done" toPersons="ann"', 'a ttc:message needs a messageTypeCode'],
  [
    'messageTypeCode="DONE" title="Done"',
    'a ttc:message needs a recipient: one of toPersons, toDepts, toGroups, toPhones, toEmails',
  ],
  [
    `${WHOLE} sendTime="tomorrow"`,
    'sendTime "tomorrow" is neither a duration such as PT8H nor a date such as 2030-01-31 18:00:00',
  ],
  [
    `${WHOLE} sendTime="2030-02-31"`,
    'sendTime "2030-02-31" is neither a duration such as PT8H nor a date such as 2030-01-31 18:00:00',
  ],
  [`${WHOLE} sendType="FAX"`, 'sendType FAX is not one of SMS, MAIL, WECHAT, DINGTALK, WEBSITE, SUPERAPP'],
  [`${WHOLE} toPhones="5550100" sendType="MAIL"`, 'toPhones is for SMS only, which sendType does not name'],
  [`${WHOLE} toEmails="a@b.test" sendType="SMS"`, 'toEmails is for MAIL only, which sendType does not name'],
  [`${WHOLE} promise="yes"`, 'promise must be true or false'],
  [`${WHOLE} toPeople="ann"`, 'ttc:message has no field toPeople'],
])('a message with %s is refused', async (attributes, fault) => {
  expect(await findProblems(sending(`<ttc:message ${attributes}/>`), rule)).toEqual([
    `error tell: A message cannot be sent: ${fault}.`,
  ]);
});

test('a message that is whole is accepted, and phones need no channel where none is named', async () => {
  expect(await findProblems(sending(`<ttc:message ${WHOLE} toPhones="5550100"/>`), rule)).toEqual([]);
});

test('a parameter needs a name, a value and a channel that is one', async () => {
  const xml = sending(
    `<ttc:message ${WHOLE}><ttc:param name="a"/><ttc:param name="b" value="1" channel="FAX"/></ttc:message>`,
  );
  expect(await findProblems(xml, rule)).toEqual([
    'error tell: A message cannot be sent: a message may only contain ttc:param elements with a name and a value; ' +
      'the parameter b is for the channel FAX, which is not one of SMS, MAIL, WECHAT, DINGTALK, WEBSITE, SUPERAPP.',
  ]);
});

test('a service sends nothing, and neither does an event that waits', async () => {
  const extensions = `<ttc:message ${WHOLE}/>`;
  const both = fileWith(node('sendTask', 'tell', { extensions, attributes: { 'ttc:service': 'mail' } }));
  expect(await findProblems(both, rule)).toEqual([
    'error tell: "tell" calls a service and has a message as well: it can only do one of them.',
  ]);
  const waits = processFile([start(), catchEvent('wait', message('m'), { extensions }), end()], 'start > wait > end', {
    roots: root('message', 'm', { name: 'm' }),
  });
  expect(await findProblems(waits, rule)).toEqual(['error wait: "wait" has a message, but nothing is sent there.']);
  expect(await findProblems(fileWith(serviceTask('work')), rule)).toEqual([]);
});

test('a notice says when, and a time-out and an end only where there is one', async () => {
  expect(await findProblems(noticing(`<ttc:notify on="later" ${WHOLE}/>`), rule)).toEqual([
    'error ask: A message cannot be sent: a ttc:notify needs on="created | handled | timeout | circulated | end".',
  ]);
  expect(await findProblems(noticing(`<ttc:notify on="end" ${WHOLE}/>`), rule)).toEqual([
    'error ask: "ask" has a notice for the end, which only a process can have.',
  ]);
  expect(await findProblems(noticing(`<ttc:notify on="timeout" ${WHOLE}/>`), rule)).toEqual([
    'error ask: "ask" has a notice for the time-out, but has no time-out.',
  ]);
  const timed = noticing(`<ttc:notify on="timeout" ${WHOLE}/>`, { attributes: { 'ttc:timeOut': '4' } });
  expect(await findProblems(timed, rule)).toEqual([]);
});
