import { describe, expect, test } from 'vitest';
import { catchEvent, fileWith, message, node, root, serviceTask, userTask } from '../../support/bpmn-xml.ts';
import { draw } from '../../support/draw.ts';
import { readXml } from '../../support/inner/model.ts';
import { findProblems } from '../find-problems.ts';
import { findsIn } from './cases.ts';

describe('message-invalid', () => {
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

  findsIn(rule, [
    [
      'a message that is whole is accepted, and phones need no channel where none is named',
      sending(`<ttc:message ${WHOLE} toPhones="5550100"/>`),
    ],
    [
      'a parameter needs a name, a value and a channel that is one',
      sending(`<ttc:message ${WHOLE}><ttc:param name="a"/><ttc:param name="b" value="1" channel="FAX"/></ttc:message>`),
      'error tell: A message cannot be sent: a message may only contain ttc:param elements with a name and a value; ' +
        'the parameter b is for the channel FAX, which is not one of SMS, MAIL, WECHAT, DINGTALK, WEBSITE, SUPERAPP.',
    ],
    [
      'a parameter has no other field',
      sending(`<ttc:message ${WHOLE}><ttc:param name="a" value="1" chanel="SMS"/></ttc:message>`),
      'error tell: A message cannot be sent: the parameter a has no field chanel.',
    ],
  ]);

  test('a service sends nothing, and neither does an event that waits', async () => {
    const extensions = `<ttc:message ${WHOLE}/>`;
    const both = fileWith(node('sendTask', 'tell', { extensions, attributes: { 'ttc:service': 'mail' } }));
    expect(await findProblems(both, rule)).toEqual([
      'error tell: "tell" calls a service and has a message as well: it can only do one of them.',
    ]);
    const waits = draw(
      { others: [catchEvent('wait', message('m'), { extensions })], paths: 'start > wait > end' },
      root('message', 'm', { name: 'm' }),
    );
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
});

describe('message-not-sent', () => {
  const xml = fileWith(
    node('sendTask', 'tell', {
      extensions: '<ttc:message messageTypeCode="DONE" title="Done" toPersons="initiator"/>',
    }),
  );

  test('a message is refused where nothing can send it', async () => {
    const { problems } = await readXml(xml, { messages: false });
    expect(problems.map(({ rule, elementId }) => `${rule} ${elementId}`)).toEqual(['message-not-sent tell']);
  });

  test('it is accepted where something can', async () => {
    expect((await readXml(xml, {})).problems).toEqual([]);
  });
});

describe('message-parameter-unplaced', () => {
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
});

describe('circulation-without-message', () => {
  const rule = 'circulation-without-message';

  const BUTTON = '<ttc:action name="Tell" type="CIRCULARIZE" to="ann"/>';

  const NOTICE = '<ttc:notify on="circulated" messageTypeCode="SEEN" title="See" toPersons="circulated"/>';

  const diagram = (ofTask: string, ofProcess = '') =>
    fileWith(userTask('a', { extensions: ofTask }), { extensions: ofProcess });

  const find = (xml: string, circulation = false) => findProblems(xml, rule, { circulation });

  test('a button that circulates is warned of where neither the diagram nor the host says what to send', async () => {
    const reason = 'The button "Tell" circulates a task, but nobody gets a message about it.';
    expect(await find(diagram(BUTTON))).toEqual([`warning a: ${reason}`]);
    expect(await find(diagram('', BUTTON))).toEqual([`warning process: ${reason}`]);
    expect(await find(diagram(BUTTON + NOTICE.replace('"circulated"', '"created"')))).toHaveLength(1);
  });

  test('a notice of the task or of the process is enough, and so is the option of the host', async () => {
    expect(await find(diagram(BUTTON + NOTICE))).toEqual([]);
    expect(await find(diagram(BUTTON, NOTICE))).toEqual([]);
    expect(await find(diagram(NOTICE, BUTTON))).toEqual([]);
    expect(await find(diagram(BUTTON), true)).toEqual([]);
  });

  test('where nobody circulates, nobody is missed', async () => {
    expect(await find(diagram(''))).toEqual([]);
  });
});
