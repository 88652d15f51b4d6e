import { expect } from 'vitest';
import { expectRefusal, idOfTaken, ofChannels, takes } from '../../../src/conformance/rules/message-calls.ts';
import { Center } from '../../support/inner/conformance.ts';
import type { SandboxAccess } from '../sandbox-access.ts';
import { deliveriesOf, messageOf } from './calls.ts';
import type { SeenOf } from './seen-of.ts';

/** Several receivers, separated by a comma, each get a message of this channel. */
async function reachesAll(
  access: SandboxAccess,
  center: Center,
  ...[field, channel, receivers]: [field: string, channel: string, receivers: readonly string[]]
): Promise<void> {
  const several = { toPersons: undefined, [field]: receivers.join(',') };
  const sendId = idOfTaken(await center.send(ofChannels(center, [channel], several)));
  expect(deliveriesOf(access, sendId)).toEqual(receivers.map((each) => `${channel} ${each}`));
}

export const messageFieldsSeen: SeenOf = {
  'Message send request, sendTime'(access, [atOnce, later]: readonly [string, string], center) {
    expect([messageOf(access, center, atOnce)?.sendId, messageOf(access, center, later)]).toEqual([atOnce, undefined]);
    access.advanceClock(125_000);
    expect(messageOf(access, center, later)).toBeDefined();
    access.advanceClock(-125_000);
  },

  'Message send request, sendType'(access, ids: string[]) {
    for (const id of ids) expect(deliveriesOf(access, id)).toEqual(['WEBSITE bo', 'SUPERAPP bo']);
  },

  'Message send request, importantIdentity': (access, ids: string[], center) =>
    expect(ids.map((id) => messageOf(access, center, id)?.isImportant)).toEqual([true, false]),

  'Message send request, toPersons': (access, sendId: string) =>
    expect(deliveriesOf(access, sendId)).toEqual(['WEBSITE bo', 'WEBSITE chen']),

  'Message send request, toDepts': (access, sendId: string, center) =>
    expect(messageOf(access, center, sendId)).toBeDefined(),

  'Message send request, toGroups': (access, sendId: string, center) =>
    expect(messageOf(access, center, sendId)).toBeDefined(),

  'Message send request, toPhones': (access, _sendId, center) =>
    reachesAll(access, center, 'toPhones', 'SMS', ['+15550102', '+15550103']),

  'Message send request, toEmails': (access, _sendId, center) =>
    reachesAll(access, center, 'toEmails', 'MAIL', ['bo@example.com', 'chen@example.com']),

  'Message send request, excludeUser': (access, sendId: string) =>
    expect(deliveriesOf(access, sendId)).toEqual(['WEBSITE bo']),

  'Message send request, signOff': (access, sendId: string, center) =>
    expect(messageOf(access, center, sendId)).toMatchObject({ signOff: 'Yours, the suite' }),

  async 'data, paramValueJson'(access) {
    const messageTypes = { NOTICE: { channels: ['WEBSITE'], template: 'As usual' } } as const;
    await using other = await access.another({ messageTypes });
    const center = new Center(other.variables);
    expectRefusal(await center.send(center.message({}, { paramValueJson: undefined })), 'none');
    const sendId = await takes(center, {}, { paramValueJson: {} });
    expect(messageOf(other.access, center, sendId)).toMatchObject({ text: 'As usual' });
  },

  'data, handleKey'(access, ids: string[], center) {
    const [own, ...made] = ids.map((id) => messageOf(access, center, id)?.handleKey);
    expect(own).toBe('open-page-7');
    for (const key of made) expect(key).toMatch(/./);
    expect(new Set(made).size).toBe(2);
  },

  'data, coverImageUrl and filesUrl': (access, sendId: string, center) =>
    expect(messageOf(access, center, sendId)).toMatchObject({
      coverImageUrl: 'https://h.example/c.png',
      files: ['https://h.example/a', 'https://h.example/b'],
    }),

  'data, url and mobileUrl'(access, sendId: string, center) {
    const links = [messageOf(access, center, sendId), messageOf(access, center, sendId, 'mobile')].map(
      (each) => each?.link,
    );
    expect(links).toEqual(['https://h.example/pc', 'https://h.example/m']);
  },
};
