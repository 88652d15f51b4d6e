import { describe, expect, it } from 'vitest';
import { MessageSendRequestSchema, MessageSendResponseSchema } from '../../src/protocol/schemas/message-send.ts';
import { expectAccepted, refusedPaths } from './expect-problem.ts';
import { type RawObject, without } from './samples.ts';

const data: RawObject = {
  title: 'Your leave',
  paramValueJson: { SMS: { days: '3' }, WEBSITE: { days: '3', by: 'Bo' } },
  handleKey: 'leave',
  coverImageUrl: 'https://files.example/cover.png',
  filesUrl: 'https://files.example/1,https://files.example/2',
  mobileUrl: 'https://m.example',
  url: 'https://example',
};
const message: RawObject = {
  appId: 'app',
  messageTypeCode: 'LEAVE',
  sendId: 's-1',
  sendTime: '2025-06-01 09:30:00',
  sendType: ['SMS', 'MAIL', 'WECHAT', 'DINGTALK', 'WEBSITE', 'SUPERAPP'],
  promise: true,
  importantIdentity: false,
  toPersons: 'ann,bo',
  toDepts: 'd-1',
  toGroups: 'g-1',
  toPhones: '100',
  toEmails: 'ann@example',
  excludeUser: 'carl',
  signOff: 'The leave office',
  data,
};

describe('Resources, Message send request', () => {
  it('reads a whole request with every field of the spec as it stands', () => {
    expect(MessageSendRequestSchema.parse(message)).toEqual(message);
  });

  it('takes the signature inside data too, where a sample has it', () => {
    expectAccepted(MessageSendRequestSchema, {
      ...without(message, 'signOff'),
      data: { ...data, signOff: 'The office' },
    });
  });

  it.each(['appId', 'messageTypeCode', 'data'])('refuses a request without %s, by that name', (field) => {
    expect(refusedPaths(MessageSendRequestSchema, without(message, field))).toEqual([field]);
    expect(refusedPaths(MessageSendRequestSchema, { ...message, [field]: null })).toEqual([field]);
  });

  it.each(['title', 'paramValueJson'])('refuses data without %s, by that name', (field) => {
    expect(refusedPaths(MessageSendRequestSchema, { ...message, data: without(data, field) })).toEqual([
      `data.${field}`,
    ]);
    expect(refusedPaths(MessageSendRequestSchema, { ...message, data: { ...data, [field]: null } })).toEqual([
      `data.${field}`,
    ]);
  });

  it('takes an empty paramValueJson, for a template without variables', () => {
    expectAccepted(MessageSendRequestSchema, { ...message, data: { ...data, paramValueJson: {} } });
  });

  it.each([
    ['sendTime', '2025-06-01T09:30:00'],
    ['sendTime', 1_748_741_400_000],
    ['sendType', 'SMS'],
    ['promise', 'true'],
    ['importantIdentity', 1],
    ['toPersons', ['ann']],
    ['sendId', 7],
    ['toPerson', 'ann'],
  ])('refuses %s = %j, by that name', (field, value) => {
    expect(refusedPaths(MessageSendRequestSchema, { ...message, [field]: value })).toEqual([field]);
  });

  it('refuses a channel that the center does not have', () => {
    expect(refusedPaths(MessageSendRequestSchema, { ...message, sendType: ['SMS', 'FAX'] })).toEqual(['sendType[1]']);
  });

  it('takes an empty sendId: the center makes one then', () => {
    expectAccepted(MessageSendRequestSchema, { ...message, sendId: '' });
  });

  it('takes null in an optional field as absent', () => {
    const { sendTime: _time, sendType: _type, ...rest } = message;
    expect(MessageSendRequestSchema.parse({ ...rest, sendTime: null, sendType: null })).toEqual(rest);
  });
});

describe('Resources, Message send response', () => {
  const answer = (changes: RawObject) => ({ code: 0, message: 'sent', ...changes });
  const problem = { receiverKey: '100', exceptionMessage: 'no such number' };

  it.each([
    [
      { sendId: 's-1', errorList: null },
      { sendId: 's-1', errorList: [] },
    ],
    [
      { sendId: 's-1', errorList: [] },
      { sendId: 's-1', errorList: [] },
    ],
    [
      { sendId: 's-1', errorList: [problem] },
      { sendId: 's-1', errorList: [problem] },
    ],
    [
      { sendId: 's-1', errorList: [{ ...problem, more: 1 }, {}] },
      {
        sendId: 's-1',
        errorList: [problem, { receiverKey: '', exceptionMessage: '' }],
      },
    ],
    [null, { errorList: [] }],
  ])('reads success with data %j', (data, read) => {
    expect(MessageSendResponseSchema.parse(answer({ data }))).toEqual(answer({ data: read }));
  });

  it.each([{ errorList: 'nobody' }, { errorList: ['ann'] }, 'sent'])(
    'takes code 0 for sent, and says that data %j cannot be read',
    (data) => {
      expect(MessageSendResponseSchema.parse(answer({ data })).data.errorList).toEqual([
        { receiverKey: '', exceptionMessage: expect.stringContaining('form') },
      ]);
    },
  );

  it.each([500, -1, 7])('reads failure %i whatever its data', (code) => {
    for (const data of [null, {}, 'nonsense', { errorList: 3 }]) {
      expect(MessageSendResponseSchema.parse(answer({ code, data }))).toEqual(
        answer({ code, data: { errorList: [] } }),
      );
    }
  });

  it('reads numbers as text, texts as numbers, and asks for nothing that is not used', () => {
    const data = { sendId: 7, errorList: [{ receiverKey: 13800000000, exceptionMessage: null }] };
    expect(MessageSendResponseSchema.parse({ timestamp: 'now', code: '0', data })).toEqual({
      code: 0,
      message: '',
      data: { sendId: '7', errorList: [{ receiverKey: '13800000000', exceptionMessage: '' }] },
    });
    expect(MessageSendResponseSchema.parse({ code: '-1' })).toMatchObject({ code: -1 });
  });

  it.each([{}, { code: 'zero' }, [], 'ok'])('is not %j', (value) => {
    expect(MessageSendResponseSchema.safeParse(value).success).toBe(false);
  });
});
