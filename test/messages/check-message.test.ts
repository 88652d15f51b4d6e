import { describe, expect, it } from 'vitest';
import type { MessageSendRequest, MessageTypes } from '../../src/index.ts';
import { checkMessage } from '../../src/messages/check-message.ts';

const TYPES: MessageTypes = {
  LEAVE: { channels: ['SMS', 'MAIL', 'WEBSITE'], template: '{{name}} has {{ days }} days, {{name}}.' },
  TRAVEL: {
    channels: ['SMS', 'WEBSITE'],
    templates: { SMS: 'To {{city}}.', WEBSITE: 'To {{city}}, with {{guide}}.' },
  },
  PLAIN: { channels: ['WEBSITE'] },
};

type Changes = Partial<MessageSendRequest> & { readonly values?: Readonly<Record<string, unknown>> };

function check({ values = { name: 'Ann', days: 3 }, ...changes }: Changes = {}, types = TYPES) {
  const data = { title: 'Your leave', paramValueJson: values };
  const request = { appId: 'app', messageTypeCode: 'LEAVE', toPersons: 'ann', data, ...changes };
  return checkMessage(request as MessageSendRequest, types);
}

const FINE = { problems: [], warnings: [] };
const nobody = { toPersons: '' };

describe('recipients', () => {
  it.each(['toPersons', 'toDepts', 'toGroups', 'toPhones', 'toEmails'])('may be named in %s alone', (field) => {
    expect(check({ ...nobody, [field]: 'x' })).toEqual(FINE);
  });

  it.each([nobody, { toPersons: ' , ' }, { ...nobody, excludeUser: 'ann' }])('must be somebody: not %j', (changes) => {
    expect(check(changes).problems).toEqual([
      'toPersons: there is no recipient; name one in toPersons, toDepts, toGroups, toPhones, toEmails',
    ]);
  });

  it.each([
    [{ toPhones: '100', sendType: ['MAIL', 'WEBSITE'] }, 'toPhones', 'SMS'],
    [{ toEmails: 'a@b', sendType: ['SMS'] }, 'toEmails', 'MAIL'],
  ] as const)('%j: those of %s are for one channel alone', (changes, field, channel) => {
    const { problems } = check({ ...changes, sendType: [...changes.sendType] }, {});
    expect(problems).toEqual([
      `${field}: is for ${channel} only, but the message goes to ${changes.sendType.join(', ')}; add ${channel} or leave it out`,
    ]);
  });

  it.each([
    { toPhones: '100', toEmails: 'a@b', sendType: ['SMS', 'MAIL'] as const },
    { toPhones: '100', toEmails: 'a@b', sendType: [] },
    { toPhones: '100', toEmails: 'a@b' },
  ])('%j are fine: the channel is there, or the center knows', ({ sendType, ...rest }) => {
    expect(check({ ...rest, ...(sendType && { sendType: [...sendType] }) }, {})).toEqual(FINE);
  });

  it('are held to the declared channels where the message names none', () => {
    expect(check({ messageTypeCode: 'TRAVEL', toEmails: 'a@b', values: {} }).problems).toContainEqual(
      expect.stringMatching(/^toEmails: is for MAIL only, but the message goes to SMS, WEBSITE/),
    );
  });
});

describe('form', () => {
  it.each([
    [{ data: { paramValueJson: {} } }, ['data.title: is required; give it a text']],
    [
      { data: { title: 'x' } },
      ['data.paramValueJson: is required; give it an object, and {} for a template without variables'],
    ],
    [
      { data: { title: 'x', paramValueJson: [] } },
      ['data.paramValueJson: has another form; give it an object, and {} for a template without variables'],
    ],
    [{ data: { title: '', paramValueJson: {} } }, ['data.title: is empty; give it a text']],
    [{ data: undefined }, ['data: is required; give it an object']],
    [{ messageTypeCode: '' }, ['messageTypeCode: is empty; give it a text']],
    [{ messageTypeCode: null }, ['messageTypeCode: is required; give it a text']],
    [{ toPersons: ['ann', 7] }, ['toPersons: has another form; give it a text']],
    [{ promise: 'yes' }, ['promise: has another form; give it true or false']],
    [{ sendType: 'SMS' }, ['sendType: has another form; give it a list']],
    [
      { sendType: ['SMS', 'FAX'] },
      ['sendType[1]: is unknown; use one of SMS, MAIL, WECHAT, DINGTALK, WEBSITE, SUPERAPP'],
    ],
    [{ sendTime: 'soon' }, ['sendTime: must be a time of the form yyyy-MM-dd HH:mm:ss']],
    [
      { values: { days: () => 3 } },
      [
        'data.paramValueJson.days: is nothing that JSON can hold (a function); give it a text, a number, true or false, a list or an object',
      ],
    ],
    [{ to: 'ann' }, ['to: is not a field of the spec; correct its name, or leave it out']],
  ])('%j is refused by the name of each field', (changes, problems) => {
    expect(check(changes as Changes)).toEqual({ problems, warnings: [] });
  });
});

describe('template variables', () => {
  it('need a value each; an empty one is one', () => {
    expect(check({ values: { name: '', days: 0 } })).toEqual(FINE);
    expect(check({ values: { days: null } }).problems).toEqual([
      'data.paramValueJson.name: the template has {{name}}; give it a value there',
      'data.paramValueJson.days: the template has {{days}}; give it a value there',
    ]);
  });

  it('that nothing reads are warned of', () => {
    expect(check({ values: { name: 'Ann', days: 3, day: 3 } })).toEqual({
      problems: [],
      warnings: ['data.paramValueJson.day: the template has no {{day}}, so nothing reads it'],
    });
  });

  it('are told apart from those of an object', () => {
    expect(
      check({ values: { name: 'Ann', days: 3 } }, { LEAVE: { channels: ['SMS'], template: '{{constructor}}' } }),
    ).toMatchObject({ problems: [expect.stringContaining('{{constructor}}')] });
  });

  const travel = { messageTypeCode: 'TRAVEL' };
  const both = { SMS: { city: 'Rome' }, WEBSITE: { city: 'Rome', guide: 'Bo' } };

  it('stand below each channel where each has its template', () => {
    expect(check({ ...travel, values: both })).toEqual(FINE);
    expect(check({ ...travel, values: { SMS: { city: 'Rome' }, WEBSITE: { city: 'Rome' } } }).problems).toEqual([
      'data.paramValueJson.WEBSITE.guide: the template has {{guide}}; give it a value there (the message type TRAVEL has a template for each channel)',
    ]);
    expect(check({ ...travel, values: { SMS: { city: 'Rome' } } }).problems).toHaveLength(2);
    expect(check({ ...travel, values: { ...both, SMS: 'Rome' } }).problems).toEqual([
      'data.paramValueJson.SMS: must be an object of the variables of that channel',
    ]);
  });

  it('are asked for only of the channels that the message goes to', () => {
    expect(check({ ...travel, sendType: ['SMS'], values: { SMS: { city: 'Rome' } } })).toEqual(FINE);
    expect(check({ ...travel, sendType: ['SMS'], values: both }).warnings).toEqual([
      'data.paramValueJson.WEBSITE: is no channel that the message goes to, so nothing reads it',
    ]);
  });

  it('in the wrong place are said to be there', () => {
    const direct = check({ ...travel, values: { city: 'Rome', guide: 'Bo' } });
    expect(direct.problems.join('\n')).toContain('data.paramValueJson.SMS.city');
    expect(direct.problems.join('\n')).toContain('has a template for each channel');
    expect(check({ values: { SMS: { name: 'Ann', days: 3 } } }).problems.join('\n')).toContain(
      'has one template for all channels, so its values stand directly in data.paramValueJson',
    );
  });

  it('are not looked at without a template', () => {
    expect(check({ messageTypeCode: 'PLAIN', values: { any: 1 } })).toEqual(FINE);
  });
});

describe('message types', () => {
  it('refuse a channel they do not have', () => {
    expect(check({ sendType: ['SMS', 'WECHAT', 'SUPERAPP'] }).problems).toEqual([
      'sendType: WECHAT, SUPERAPP is not a channel of the message type LEAVE; it has SMS, MAIL, WEBSITE',
    ]);
  });

  it('that are not declared are warned of, unless none is', () => {
    expect(check({ messageTypeCode: 'LEVE', values: { any: 1 } })).toEqual({
      problems: [],
      warnings: ['messageTypeCode: LEVE is not among the declared messageTypes, so its variables were not checked'],
    });
    expect(check({ messageTypeCode: 'LEVE' }, {})).toEqual(FINE);
    expect(check({ messageTypeCode: 'toString' }, {})).toEqual(FINE);
  });
});

it('says everything at once, and quotes nothing of the message', () => {
  const { problems } = check({ ...nobody, sendType: ['WECHAT'], values: { secret: 'of Ann' } });
  expect(problems).toHaveLength(4);
  expect(problems.join('\n')).not.toContain('of Ann');
});
