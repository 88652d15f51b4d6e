import { describe, expect, it } from 'vitest';
import { openSandbox } from '../business-system.ts';
import { notice, outcome, sendMessage } from '../send-message.ts';

const MORNING = Date.parse('2025-06-01T09:00:00+08:00');
const HOUR_MS = 3_600_000;

describe('Recipients', () => {
  it.each([
    ['people', { toPersons: 'bo,anna,bo' }, ['bo', 'anna']],
    ['departments', { toPersons: null, toDepts: 'd-sales' }, ['anna', 'bo']],
    ['groups', { toPersons: null, toGroups: 'legal,finance' }, ['emil', 'gu', 'fatima']],
    ['all of them, each once', { toPersons: 'gu', toDepts: 'd-accounts', toGroups: 'finance' }, ['gu', 'fatima']],
    ['without the excluded ones', { toGroups: 'managers', excludeUser: 'chen, anna' }, ['bo']],
  ])('%s', async (_name, recipients, people) => {
    const sandbox = await openSandbox();
    expect(await sendMessage(sandbox, notice({ sendType: ['WEBSITE'], ...recipients }))).toMatchObject({
      code: 0,
      data: { errorList: null },
    });
    expect(sandbox.sentMessage('s-1')?.deliveries.map(({ receiver }) => receiver)).toEqual(people);
  });

  it('Endpoint 1, rule 4: phones get only SMS and addresses only MAIL, in addition to the channels of the people', async () => {
    const sandbox = await openSandbox();
    const more = { toPhones: '5550199,+15550101', toEmails: 'guest@example.org' };
    expect((await sendMessage(sandbox, outcome(['SMS', 'MAIL', 'WEBSITE'], more))).data?.errorList).toBeNull();
    const sent = sandbox.sentMessage('s-1')?.deliveries.map(({ channel, receiver }) => `${channel} ${receiver}`);
    expect(sent).toEqual([
      'SMS +15550101',
      'MAIL anna@example.com',
      'WEBSITE anna',
      'SMS 5550199',
      'MAIL guest@example.org',
    ]);
  });

  it('Endpoint 1, rule 3: recipients who are not reached are in errorList, the others get it', async () => {
    const sandbox = await openSandbox({
      directory: {
        accounts: [
          { account: 'anna', name: 'Anna', phone: '5550100' },
          { account: 'bo', name: 'Bo' },
          { account: 'old', name: 'Old', isLocked: true },
        ],
        groups: [{ id: 'g', name: 'G', members: ['anna'] }],
      },
    });
    const answer = await sendMessage(
      sandbox,
      outcome(['SMS', 'MAIL', 'WEBSITE'], {
        ...{ toPersons: 'bo,anna;bo,old,gone', toGroups: 'g,h', toDepts: 'd', toPhones: 'five', toEmails: 'nowhere' },
      }),
    );
    expect(answer).toMatchObject({ code: 0, message: 'sent, but not to all, see errorList' });
    expect(answer.data?.errorList?.map((entry) => `${entry.receiverKey}: ${entry.exceptionMessage}`)).toEqual([
      'd: this department does not exist',
      'h: this group does not exist',
      'anna;bo: this account does not exist',
      'old: this account is locked',
      'gone: this account does not exist',
      'bo: the account has no phone number',
      'bo: the account has no e-mail address',
      'anna: the account has no e-mail address',
      'five: this is not a phone number',
      'nowhere: this is not an e-mail address',
    ]);
    expect(sandbox.sentMessage('s-1')?.deliveries.map(({ channel, receiver }) => [channel, receiver])).toEqual([
      ['SMS', '5550100'],
      ['WEBSITE', 'bo'],
      ['WEBSITE', 'anna'],
    ]);
    expect(sandbox.sentMessage('s-1')?.errorList).toEqual(answer.data?.errorList);
  });

  it('promise: a message that does not reach everybody is refused, or with the switch sent to the others', async () => {
    const promised = notice({ promise: true, toPersons: 'anna,nobody' });
    const strict = await openSandbox();
    expect(await sendMessage(strict, promised)).toMatchObject({
      code: -1,
      message: 'promise cannot be kept: nobody: this account does not exist',
      data: null,
    });
    expect(strict.sentMessages()).toEqual([]);
    expect((await sendMessage(strict, notice({ promise: true }))).code).toBe(0);
    const mild = await openSandbox({ switches: { promisedMessage: 'as-others' } });
    expect((await sendMessage(mild, promised)).data?.errorList).toHaveLength(1);
    expect(mild.messages('anna')).toHaveLength(1);
  });
});

describe('A sendId that was used', () => {
  it('recognise: the same message is sent once, with the same answer; another one is refused', async () => {
    const sandbox = await openSandbox();
    const first = await sendMessage(sandbox, notice({ toPersons: 'anna,nobody' }));
    const { data, ...rest } = notice({ toPersons: 'anna,nobody', signOff: null });
    expect((await sendMessage(sandbox, { data, ...rest })).data).toEqual(first.data);
    expect(await sendMessage(sandbox, notice({ toPersons: 'bo' }))).toMatchObject({
      code: -1,
      message: 'sendId is invalid: the id s-1 belongs to another message',
    });
    expect([sandbox.messages('anna').length, sandbox.messages('bo').length]).toEqual([1, 0]);
  });

  it('send-again: it is sent twice, and reading it reads both', async () => {
    const sandbox = await openSandbox({ switches: { duplicateSendId: 'send-again' } });
    for (const text of ['one', 'two']) await sendMessage(sandbox, notice({}, { paramValueJson: { text } }));
    expect(sandbox.messages('anna').map(({ text }) => text)).toEqual(['one', 'two']);
    expect(sandbox.sentMessage('s-1')?.deliveries[0]?.text).toBe('two');
    sandbox.readMessage('s-1', 'anna');
    expect(sandbox.messages('anna').map(({ isRead }) => isRead)).toEqual([true, true]);
  });

  it('refuse: even the same message is refused', async () => {
    const sandbox = await openSandbox({ switches: { duplicateSendId: 'refuse' } });
    expect((await sendMessage(sandbox, notice())).code).toBe(0);
    expect((await sendMessage(sandbox, notice())).code).toBe(-1);
    expect(sandbox.sentMessages()).toHaveLength(1);
  });
});

describe('sendTime', () => {
  it('a message of the future is sent when the clock passes its time, in the time zone of the center', async () => {
    let now = MORNING;
    const sandbox = await openSandbox({ clock: () => now });
    const answer = await sendMessage(sandbox, notice({ sendTime: '2025-06-01 10:00:00', toPersons: 'anna,nobody' }));
    expect(answer.data?.errorList).toHaveLength(1);
    now += HOUR_MS - 1;
    expect([sandbox.messages('anna'), sandbox.notifications('anna')]).toEqual([[], []]);
    expect(sandbox.sentMessage('s-1')).toMatchObject({ state: 'scheduled', deliveries: [] });
    expect(() => sandbox.readMessage('s-1', 'anna')).toThrow('anna has no system message s-1');
    now += 1;
    expect(sandbox.messages('anna')).toMatchObject([{ sentAt: '2025-06-01 10:00:00', isRead: false }]);
    expect(sandbox.notifications('anna')).toHaveLength(1);
    expect(sandbox.sentMessage('s-1')).toMatchObject({ state: 'sent', deliveries: [{}, {}] });
  });

  it('one in the past is sent at once, and is listed by the time of sending', async () => {
    let now = MORNING;
    const sandbox = await openSandbox({ clock: () => now });
    await sendMessage(sandbox, notice({ sendId: 'later', sendTime: '2025-06-01 10:00:00' }));
    await sendMessage(sandbox, notice({ sendId: 'past', sendTime: '2020-01-01 00:00:00' }));
    now += 2 * HOUR_MS;
    await sendMessage(sandbox, notice({ sendId: 'now' }));
    expect(sandbox.messages('anna').map(({ sendId, sentAt }) => [sendId, sentAt])).toEqual([
      ['past', '2025-06-01 09:00:00'],
      ['later', '2025-06-01 10:00:00'],
      ['now', '2025-06-01 11:00:00'],
    ]);
  });
});

describe('What people see', () => {
  const links = { url: 'https://pc.example', mobileUrl: 'https://m.example', coverImageUrl: 'https://c.example' };

  it('WEBSITE: one message on the PC and in the mobile app, with one read state', async () => {
    const sandbox = await openSandbox({ clock: () => MORNING });
    await sendMessage(
      sandbox,
      notice(
        { toPersons: 'anna,bo', importantIdentity: true, signOff: 'The office' },
        { ...links, filesUrl: 'f1, f2' },
      ),
    );
    const seen = {
      ...{ sendId: 's-1', appId: 'approvals', messageTypeCode: 'NOTICE', title: 'Closed on Friday', text: 'We move.' },
      ...{ signOff: 'The office', handleKey: 's-1', coverImageUrl: 'https://c.example', files: ['f1', 'f2'] },
      ...{ isImportant: true, sentAt: '2025-06-01 09:00:00', isRead: false },
    };
    expect(sandbox.messages('anna')).toEqual([{ ...seen, link: 'https://pc.example' }]);
    expect(sandbox.messages('anna', 'mobile')).toEqual([{ ...seen, link: 'https://m.example' }]);
    sandbox.readMessage('s-1', 'anna', 'mobile');
    expect(sandbox.messages('anna', 'pc')).toMatchObject([
      { isRead: true, readAt: '2025-06-01 09:00:00', readOn: 'mobile' },
    ]);
    sandbox.readMessage('s-1', 'anna', 'pc');
    expect(sandbox.messages('anna', 'mobile')).toMatchObject([{ isRead: true, readOn: 'mobile' }]);
    expect(sandbox.messages('bo')).toMatchObject([{ isRead: false }]);
    expect(sandbox.sentMessage('s-1')?.readBy).toEqual(['anna']);
  });

  it('SUPERAPP: in the notification bar, and no system message', async () => {
    const sandbox = await openSandbox();
    const data = { ...links, signOff: 'In data', handleKey: 'open-leave' };
    await sendMessage(sandbox, notice({ sendType: ['SUPERAPP'] }, data));
    expect(sandbox.messages('anna')).toEqual([]);
    expect(sandbox.notifications('anna')).toMatchObject([
      { text: 'We move.', link: 'https://m.example', signOff: 'In data', handleKey: 'open-leave' },
    ]);
    expect(sandbox.notifications('anna')[0]).not.toHaveProperty('isRead');
    expect(() => sandbox.readMessage('s-1', 'anna')).toThrow(expect.objectContaining({ code: 'ERR_INPUT_INVALID' }));
  });

  it.each([
    ['either', ['Top', 'Data', 'Top']],
    ['top', ['Top', undefined, 'Top']],
    ['data', [undefined, 'Data', 'Data']],
  ] as const)('signOffIn %s: at the top, in data and in both it is read as %j', async (signOffIn, signatures) => {
    const sandbox = await openSandbox({ switches: { signOffIn } });
    await sendMessage(sandbox, notice({ sendId: 'top', signOff: 'Top' }));
    await sendMessage(sandbox, notice({ sendId: 'data' }, { signOff: 'Data' }));
    await sendMessage(sandbox, notice({ sendId: 'both', signOff: 'Top' }, { signOff: 'Data' }));
    const signOffOf = (id: string) => sandbox.messages('anna').find(({ sendId }) => sendId === id)?.signOff;
    expect(['top', 'data', 'both'].map(signOffOf)).toEqual(signatures);
  });

  it('the other channels make neither, and are found by the sendId', async () => {
    const sandbox = await openSandbox({
      messageTypes: { T: { channels: ['WECHAT', 'DINGTALK', 'MAIL'], template: 'Hello {{name}}' } },
    });
    await sendMessage(sandbox, notice({ messageTypeCode: 'T' }, { paramValueJson: { name: 'you' } }));
    expect([sandbox.messages('anna'), sandbox.notifications('anna')]).toEqual([[], []]);
    expect(sandbox.sentMessage('s-1')).toMatchObject({
      channels: ['WECHAT', 'DINGTALK', 'MAIL'],
      deliveries: [
        { channel: 'WECHAT', receiver: 'anna', text: 'Hello you' },
        { channel: 'DINGTALK', receiver: 'anna', text: 'Hello you' },
        { channel: 'MAIL', receiver: 'anna@example.com', text: 'Hello you' },
      ],
    });
    expect(sandbox.sentMessage('unheard-of')).toBeUndefined();
  });

  it('it returns copies', async () => {
    const sandbox = await openSandbox();
    await sendMessage(sandbox, notice());
    (sandbox.sentMessage('s-1')?.deliveries as unknown[]).length = 0;
    expect(sandbox.sentMessage('s-1')?.deliveries).toHaveLength(2);
  });
});
